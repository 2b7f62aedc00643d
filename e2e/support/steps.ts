/**
 * Tests that build on one another: after one has failed the rest fails at once and says why, instead of waiting for
 * what cannot come.
 *
 *     const step = inOrder();
 *     step("installs", async () => …);
 */
import { expect, it } from "vitest";

/** @returns as `it`; its time in ms where the tier's is too short */
export function inOrder(): (name: string, act: () => Promise<void>, timeout?: number) => void {
  let broken: string | undefined;
  return (name, act, timeout) =>
    it(name, timeout === undefined ? {} : { timeout }, async () => {
      if (broken !== undefined) expect.fail(`not reached, since this failed before: ${broken}`);
      broken = name;
      await act();
      broken = undefined;
    });
}
