/** Which calls of the contract nobody answers: the real appliance is composed and asked for its handlers. */

import path from "node:path";
import { calls } from "@hubwart/contract";
import { startTestApp } from "./test-app.ts";

/** Relative to the repository's root, where tests and scripts run. */
export const NOT_BUILT_LIST = path.resolve("docs/calls-not-built.txt");

export async function missingCalls(): Promise<string[]> {
  const app = await startTestApp();
  try {
    const built = new Set(Object.keys(app.handlers));
    return Object.keys(calls)
      .filter((name) => !built.has(name))
      .toSorted();
  } finally {
    await app.end();
  }
}

export function compareWithList(
  missing: readonly string[],
  list: string,
): { added: string[]; built: string[] } {
  const listed = list.split("\n").filter((line) => line !== "");
  return {
    added: missing.filter((name) => !listed.includes(name)),
    built: listed.filter((name) => !missing.includes(name)),
  };
}
