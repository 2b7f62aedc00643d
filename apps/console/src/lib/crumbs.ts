/** What a route says about its place: the sections of the breadcrumbs, the page itself last. */
export interface Crumb {
  label: string;
  /** Address of the section. Not the router's own type, which depends on these crumbs. */
  to?: string;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    crumbs?: (params: Readonly<Record<string, string>>) => readonly Crumb[];
  }
}

/** Address of a section that is named by parts of the page's own. */
export const pathOf = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join("/")}`;

/** Crumbs that do not depend on the address. */
export function crumbs(...labels: (string | Crumb)[]): {
  crumbs: () => readonly Crumb[];
} {
  const list = labels.map((label) => (typeof label === "string" ? { label } : label));
  return { crumbs: () => list };
}
