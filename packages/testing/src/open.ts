/** What a test begins and pushes here is ended after it, the last first. */
import { afterEach } from "vitest";

export function useOpen<T>(end: (thing: T) => unknown): T[] {
  const open: T[] = [];
  afterEach(async () => {
    for (const thing of open.splice(0).reverse()) await end(thing);
  });
  return open;
}

/** Functions that end it. */
export const useEnds = () => useOpen((end: () => unknown) => end());
