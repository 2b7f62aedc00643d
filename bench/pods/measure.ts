/** One candidate at one job. */
import { pss, waitFor } from "@hubwart/testing";
import { cpuSeconds, mb, spread } from "../support/process.ts";
import { pause } from "../support/product.ts";
import type { Candidate } from "./candidates.ts";
import type { Setup } from "./job.ts";
import type { Lanes } from "./lanes.ts";

const FIRST_MS = 60_000;
const LOOK_SECONDS = 0.1;

export interface Length {
  settle: number;
  rounds: number;
  /** s */
  flood: number;
}

/** Cells of its row: rate, way of one value, processor time of a value, memory. */
export async function measure(
  { pids, polled }: Candidate,
  setup: Setup,
  lanes: Lanes,
  length: Length,
): Promise<string[]> {
  const sum = async (of: (pid: number) => Promise<number>, which = pids) =>
    (await Promise.all(which.map(of))).reduce((a, b) => a + b, 0);
  const memory = async () => {
    const whole = mb(await sum(pss));
    return pids.length > 1 ? `${mb(await sum(pss, pids.slice(0, 1)))} (${whole})` : whole;
  };
  const cpu = () => sum((pid) => cpuSeconds(pid, true));
  const send = (lane: number, value: number) => setup.send(lane, value);
  await waitFor(
    async () =>
      setup.told === undefined
        ? await lanes.one(0, send, 1_000).then(
            () => true,
            () => false,
          )
        : setup.told.length > 0,
    { what: "a first value", timeout: FIRST_MS },
  );
  await pause(length.settle);
  const rest = await memory();
  // What the program tells itself is of the time that is measured.
  const times = setup.told ?? (await lanes.rounds(length.rounds, send));
  // The first value of each lane may open a connection.
  if (setup.polled === undefined) await lanes.flood(setup.count, 1, send);
  setup.told?.splice(0);
  const values = setup.polled === undefined || setup.told ? 0 : await changed(polled);
  const [spent, begun] = [await cpu(), performance.now()];
  const count = async () => {
    if (setup.polled === undefined) return await lanes.flood(setup.count, length.flood, send);
    await pause(2 * length.flood);
    return setup.told?.length ?? (await changed(polled)) - values;
  };
  const came = await count();
  const seconds = (performance.now() - begun) / 1_000;
  const each = (((await cpu()) - spent) / came) * 1_000;
  const rate = number(came / seconds);
  return [
    setup.polled === undefined
      ? `${rate} with ${setup.count} on their way`
      : `${rate} of ${number(setup.polled)} polled`,
    spread(times),
    `${each.toFixed(each < 1 ? 3 : 1)} ms`,
    `${rest}; ${await memory()}`,
  ];
}

/** The count at the moment at which it is told anew: it is told now and then only. */
async function changed(count: () => Promise<number>): Promise<number> {
  const before = await count();
  for (;;) {
    const now = await count();
    if (now !== before) return now;
    await pause(LOOK_SECONDS);
  }
}

const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });
