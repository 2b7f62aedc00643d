/**
 * Kills a process at random moments, again and again, and has what is there afterwards judged.
 *
 *     const children = await buildChildren({ forever: "apps/appliance/src/testing/upload-forever.ts" });
 *     const middle = await crashRounds({
 *       script: path.join(children.folder, "forever.mjs"), roots: [folder], within: 120,
 *       judge: async (root, acknowledged) => leftovers,
 *     });
 *     expect(middle).toBeGreaterThan(0);        // some kills did fall into the middle
 *
 * The process gets a root as its argument and prints a number when that has been acknowledged. As many rounds as
 * `HUBWART_KILLS` says, more while none fell into the middle.
 */
import { spawn } from "node:child_process";

const KILLS = Number(process.env["HUBWART_KILLS"] ?? 16);
/** For a test with these rounds, ms; on a machine that does much else one takes seconds. */
export const CRASH_ROUNDS_WITHIN = KILLS * 15_000;

export interface CrashRounds {
  /** Built, absolute. */
  script: string;
  /** Folders that are worked on at the same time, each by one process. */
  roots: readonly string[];
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

/** @returns the sum of what `judge` returned */
export async function crashRounds({ judge, roots, script, within }: CrashRounds): Promise<number> {
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
