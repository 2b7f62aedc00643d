/**
 * `npm run test:drill`: stops, hangs, kills, floods and fills up each part of the running product in turn, and prints how long it
 * took to work again and what Status said meanwhile. Exits 1 where something does not hold.
 *
 *     npm run test:drill            all, some 12 minutes
 *     npm run test:drill -- hub     the exercises whose part or fault contains the word
 */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Exercise, Outcome } from "./exercise.ts";
import { Plant } from "./plant.ts";
import { signalExercises } from "./signals.ts";
import { fullDisk, strangerExercises } from "./strangers.ts";

const word = process.argv[2] ?? "";
const chosen = ({ part, fault }: { part: string; fault: string }) => `${part} ${fault}`.includes(word);
const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

say(row("part", "fault", "works after", "health meanwhile"));
const exercises = [...strangerExercises, ...signalExercises].filter(chosen);
if (exercises.length > 0) {
  const plant = await Plant.start();
  try {
    for (const exercise of exercises) await practise(exercise, () => exercise.run(plant));
  } finally {
    await plant.product.stop();
  }
}
const disk = { part: "data folder", fault: "full" };
if (chosen(disk)) await onSmallDisk();
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

async function practise(
  { part, fault }: Pick<Exercise, "part" | "fault">,
  run: () => Promise<Outcome>,
): Promise<void> {
  const outcome = await run().catch(
    (error: unknown): Outcome => ({ recovered: undefined, health: "—", problems: [String(error)] }),
  );
  const { health, problems, recovered } = outcome;
  const after = recovered === undefined ? "never" : `${(recovered / 1_000).toFixed(1)} s`;
  say(row(part, fault, after, health));
  for (const problem of problems) say(`    FAIL ${problem}`);
  if (problems.length === 0 && recovered !== undefined) passed += 1;
  else failed += 1;
}

/** Needs root: only root mounts. */
async function onSmallDisk(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-drill-"));
  const mounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=192m,mode=700", "tmpfs", folder]).status === 0;
  try {
    await practise(disk, async () => {
      if (!mounted) throw new Error("a small file system can only be mounted by root");
      const plant = await Plant.start(folder);
      try {
        return await fullDisk(plant);
      } finally {
        await plant.product.stop();
      }
    });
  } finally {
    if (mounted) spawnSync("umount", [folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

function row(part: string, fault: string, after: string, health: string): string {
  return `${part.padEnd(12)} ${fault.padEnd(34)} ${after.padStart(11)}  ${health}`;
}
