/**
 * Kills a process at random moments, again and again, and has what is there afterwards judged.
 *
 *     itSurvivesKills("uploads", {
 *       entry: "apps/appliance/src/testing/upload-forever.ts", within: 120,
 *       judge: async (root, acknowledged) => leftovers,
 *     });
 *
 * The process gets a root as its argument and prints a number when that has been acknowledged. As many rounds as
 * `HUBWART_KILLS` says, more while none fell into the middle.
 */
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { useSharedFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { buildChildren } from "./children.ts";

const KILLS = Number(process.env["HUBWART_KILLS"] ?? 16);
/** On a machine that does much else one round takes seconds. */
const ROUNDS_WITHIN_MS = KILLS * 15_000;

interface CrashRounds {
  /** The process, from the root of the repository. */
  entry: string;
  /** A kill comes at most so long after the process's first word, ms. */
  within: number;
  /**
   * Looks at what the kill left.
   *
   * @param acknowledged the last number that was
   * @returns how much shows that something was under way
   */
  judge: (root: string, acknowledged: number) => Promise<number>;
}

/** A test that works on two folders at the same time, each by one process, and wants some kills to fall into the middle. */
export function itSurvivesKills(during: string, { entry, ...rounds }: CrashRounds): void {
  const folder = useSharedFolder();
  it(`survives kills during ${during}`, { timeout: ROUNDS_WITHIN_MS }, async () => {
    const roots = ["a", "b"].map((name) => path.join(folder(), name));
    for (const root of roots) await mkdir(root);
    const children = await buildChildren({ forever: entry });
    try {
      const script = path.join(children.folder, "forever.mjs");
      expect(await crashRounds({ script, roots, ...rounds })).toBeGreaterThan(0);
    } finally {
      await children.remove();
    }
  });
}

/** @returns the sum of what `judge` returned */
async function crashRounds({
  judge,
  roots,
  script,
  within,
}: Omit<CrashRounds, "entry"> & { roots: string[]; script: string }): Promise<number> {
  let rounds = 0;
  let middle = 0;
  await Promise.all(
    roots.map(async (root) => {
      while (rounds < KILLS || (middle === 0 && rounds < 10 * KILLS)) {
        rounds += 1;
        middle += await judge(root, await killedAtRandom(script, root, within));
      }
    }),
  );
  return middle;
}

async function killedAtRandom(script: string, root: string, within: number): Promise<number> {
  const child = spawn(process.execPath, [script, root], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const first = new Promise<void>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      resolve();
    });
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await Promise.race([first, ended]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * within));
  child.kill("SIGKILL");
  await ended;
  if (complaints !== "") throw new Error(complaints);
  // A line that the kill cut is none.
  return Number(printed.slice(0, printed.lastIndexOf("\n")).split("\n").at(-1));
}
