/** Processes that end or hang: each part is killed, aborted and stopped; then all of them stand still at once. */
import type { Exercise, Outcome } from "./exercise.ts";
import { type Part, type Plant, pause, within } from "./plant.ts";

const PARTS: Part[] = ["appliance", "hub", "vendor", "recorder", "scripts", "pod"];
/** An end is noticed at once; silence only after 30 s (docs/decisions/heartbeats.md). */
const AFTER_END = 20_000;
const AFTER_SILENCE = 75_000;
const STANDSTILL = 40_000;

export const signalExercises: Exercise[] = [
  ...PARTS.flatMap((part): Exercise[] => [
    { part, fault: "SIGKILL", run: (plant) => signalled(plant, part, "SIGKILL") },
    { part, fault: "SIGABRT", run: (plant) => signalled(plant, part, "SIGABRT") },
  ]),
  ...PARTS.map(
    (part): Exercise => ({
      part,
      fault: "SIGSTOP",
      run: (plant) => signalled(plant, part, "SIGSTOP"),
    }),
  ),
  { part: "everything", fault: `stands still for ${STANDSTILL / 1_000} s`, run: standstill },
  { part: "launcher", fault: "SIGKILL", run: orphans },
];

async function signalled(plant: Plant, part: Part, signal: NodeJS.Signals): Promise<Outcome> {
  const before = await plant.pids(part);
  const problems: string[] = before.length === 0 ? [`no process ${part}`] : [];
  const hangs = signal === "SIGSTOP";
  const seen = new Set<string>();
  const began = performance.now();
  for (const pid of before) process.kill(pid, signal);
  const back = await within(hangs ? AFTER_SILENCE : AFTER_END, async () => {
    const health = await plant.health();
    for (const said of health?.findings ?? ["no answer"]) seen.add(said);
    const now = await plant.pids(part);
    if (now.length < before.length || now.some((pid) => before.includes(pid))) return false;
    return (await plant.works(1_000)) !== undefined;
  });
  const recovered = performance.now() - began;
  if (!back) problems.push("did not come back");
  if (hangs && seen.size === 0) problems.push("health was green while it hung");
  const calm = await within(60_000, async () => (await plant.health())?.level === 1);
  if (!calm) problems.push(`findings stay: ${(await plant.health())?.findings.join(", ") ?? "no answer"}`);
  return { recovered: back ? recovered : undefined, health: said(seen), problems };
}

async function standstill(plant: Plant): Promise<Outcome> {
  const before = await plant.tree();
  for (const pid of before) process.kill(pid, "SIGSTOP");
  await pause(STANDSTILL);
  const began = performance.now();
  for (const pid of before) process.kill(pid, "SIGCONT");
  const recovered = await plant.works(20_000);
  // Whoever blames others for its own absence does so within the next rounds.
  await pause(8_000);
  const after = new Set(await plant.tree());
  const ended = before.filter((pid) => !after.has(pid));
  const health = await plant.health();
  return {
    recovered: recovered === undefined ? undefined : performance.now() - began - 8_000,
    health: said(new Set(health?.findings ?? ["no answer"])),
    problems:
      ended.length > 0 ? [`${ended.length} processes were ended for a pause that was not theirs`] : [],
  };
}

/** Nothing is left behind, and the next start finds everything. */
async function orphans(plant: Plant): Promise<Outcome> {
  const children = (await plant.tree()).slice(1);
  const began = performance.now();
  plant.product.launcher.kill("SIGKILL");
  const gone = await within(5_000, async () => children.every((pid) => !alive(pid)));
  return {
    recovered: gone ? performance.now() - began : undefined,
    health: "—",
    problems: gone ? [] : [`processes outlive the launcher: ${children.filter(alive).join(", ")}`],
  };
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const said = (findings: ReadonlySet<string>): string =>
  findings.size === 0 ? "fine" : [...findings].join(", ");
