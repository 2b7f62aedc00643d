import { useMatches } from "@tanstack/react-router";
import type { Crumb } from "./crumbs.ts";

/** Sections of the page that is shown; the last one is the page itself. */
export function useCrumbs(): readonly Crumb[] {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return last?.staticData.crumbs?.(last.params as Record<string, string>) ?? [];
    },
  });
}
