/**
 * How long the first "Why?" takes: from the question over the hub's socket to the answer, with 20,000 channels and 5,000 links, right
 * after a start and a while later, each of several hubs; and those that follow.
 */
import { buildHub } from "../apps/hub/src/testing/hub-process.ts";
import { channel, pod, project } from "../apps/hub/src/testing/projects.ts";
import { report } from "./support/results.ts";

const HUBS = 3;
const PODS = 20;
const CHANNELS = 1_000;
const LINKS = 5_000;
const FOLLOWING = 50;
/** The hub loads what answers 10 s after its start. */
const LATER = 20_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const name = (of: number, nr: number) => `fake.p${of}.c${nr}`;
/** Nobody is at the other end of these, so that each question has a cause to find. */
const pods = Array.from({ length: PODS }, (_, of) =>
  pod(
    `fake.p${of}`,
    Array.from({ length: CHANNELS }, (_unused, nr) => channel(name(of, nr), { dir: nr % 2 ? "in" : "out" })),
    { internal: false },
  ),
);
const links = Array.from({ length: LINKS }, (_, at) => ({
  source: name(at % PODS, 1 + 2 * Math.floor(at / PODS)),
  target: name((at + 1) % PODS, 2 * Math.floor(at / PODS)),
}));
const plant = project(pods, links);

const build = await buildHub();
try {
  const soon: number[] = [];
  const later: number[] = [];
  const following: number[] = [];
  for (let hub = 0; hub < HUBS; hub += 1) {
    soon.push((await measured(0, 0)).first);
    const { first, rest } = await measured(LATER, FOLLOWING);
    later.push(first);
    following.push(...rest);
  }
  const shown = (times: readonly number[]) =>
    `${middle(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms`;
  await report("why", [
    { what: "first question, right after a start", measured: shown(soon) },
    { what: "first question, 20 s after a start", aim: "50 ms", measured: shown(later) },
    { what: "questions that follow", aim: "50 ms", measured: shown(following) },
  ]);
} finally {
  await build.remove();
}

async function measured(wait: number, more: number): Promise<{ first: number; rest: number[] }> {
  const hub = await build.start({ project: plant });
  try {
    await hub.until("the project", async () => (await hub.client.request("status", {})).state === "running");
    await sleep(wait);
    const ask = async (nr: number): Promise<number> => {
      const began = performance.now();
      const { cause } = await hub.client.request("why", { chan: name(nr % PODS, 2 * nr) });
      if (!cause) throw new Error("it found no cause");
      return performance.now() - began;
    };
    const first = await ask(0);
    const rest: number[] = [];
    for (let nr = 1; nr <= more; nr += 1) rest.push(await ask(nr));
    return { first, rest };
  } finally {
    await hub.stop();
  }
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
