/** Which call of a hub's contract an address is: the console asks by address, and the central by name. */
import { API_PREFIX, type CallName, type CallSpec, calls } from "@hubwart/contract";

export interface Found {
  name: CallName;
  spec: CallSpec;
  params: Record<string, string>;
  query: Record<string, string>;
}

/** Those with fewer parameters first: `/project/drafts` is no `/project/{action}`. */
const ROUTES = Object.entries<CallSpec>(calls)
  .map(([name, spec]) => ({
    name: name as CallName,
    spec,
    names: [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => param),
    pattern: new RegExp(`^${spec.path.replace(/\{\w+\}/g, "([^/]+)")}$`),
  }))
  .toSorted((a, b) => a.names.length - b.names.length);

/** @param address as `addressOf` writes it. @returns undefined for what is no call */
export function callAt(method: string, address: string): Found | undefined {
  const { pathname, searchParams } = new URL(address, "https://hub");
  if (!pathname.startsWith(API_PREFIX)) return undefined;
  const path = pathname.slice(API_PREFIX.length);
  for (const { name, names, pattern, spec } of ROUTES) {
    const values = spec.method === method ? pattern.exec(path)?.slice(1) : undefined;
    if (!values) continue;
    const params = names.map((param, at) => [param, decodeURIComponent(values[at] ?? "")] as const);
    searchParams.delete("auth_check");
    return { name, spec, params: Object.fromEntries(params), query: Object.fromEntries(searchParams) };
  }
  return undefined;
}
