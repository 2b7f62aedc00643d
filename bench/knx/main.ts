/**
 * KNX: telegrams of ten group addresses passed on to ten others by the product, on a knxd; telegrams come and go by another way into
 * it. First with 25 ms between two telegrams: 10 a second by the clock, then 200 at once. Then with the 20 ms of a line of 50
 * telegrams a second, and without a delay, one after the other, also over TCP to a strict stand-in, which knxd does not offer.
 */
import { groupWrite, startKnxServer } from "@hubwart/knx/testing";
import { pss } from "@hubwart/testing";
import { cpuSeconds, mb, spread } from "../support/process.ts";
import { type Figure, report } from "../support/results.ts";
import { hubwart, onKnxd } from "./candidates.ts";
import { type Bus, Rounds } from "./rounds.ts";

const quick = process.argv.includes("--quick");
const DELAY_MS = 25;
const PER_SECOND = 10;
const SECONDS = quick ? 3 : 30;
const AT_ONCE = quick ? 40 : 200;
const COUNT = quick ? 200 : 2_000;
const LINE_MS = 20;
const SOURCE = 0x1109;

const both = ({ times }: { times: number[] }) => spread(times);
const figures: Figure[] = [];

async function sum(pids: readonly number[], of: (pid: number) => Promise<number>): Promise<number> {
  let all = 0;
  for (const pid of pids) all += await of(pid);
  return all;
}

await onKnxd(hubwart("tunnel"), DELAY_MS, async ({ pids }, rounds) => {
  const before = await sum(pids, cpuSeconds);
  const steady = await rounds.steadily(PER_SECOND, SECONDS);
  const busy = ((await sum(pids, cpuSeconds)) - before) / steady.seconds;
  const flood = await rounds.atOnce(AT_ONCE);
  const add = (what: string, measured: string) => figures.push({ what, measured });
  add(
    `${PER_SECOND} telegrams per second: telegram to write, median / 99 %; lost`,
    `${both(steady)}; ${steady.lost} of ${PER_SECOND * SECONDS}`,
  );
  add("the same: processor time", `${(busy * 100).toFixed(1)} % of a core`);
  add(
    `${AT_ONCE} telegrams at once: passed on per second; lost`,
    `${(flood.times.length / flood.seconds).toFixed(1)}; ${flood.lost}`,
  );
  const memory = mb(await sum(pids, pss));
  const alone = mb(await sum(pids.slice(0, 1), pss));
  add("PSS afterwards", `pod ${alone}, with the hub ${memory}`);
});

await onKnxd(hubwart("tunnel"), LINE_MS, async (_, rounds) => {
  const { times, seconds, lost } = await rounds.atOnce(AT_ONCE);
  figures.push({
    what: `with a delay of ${LINE_MS} ms, ${AT_ONCE} telegrams at once: sent per second; lost`,
    aim: "at most 50",
    measured: `${(times.length / seconds).toFixed(1)}; ${lost}`,
  });
});

async function oneByOne(way: string, rounds: Rounds): Promise<void> {
  const outcome = await rounds.oneByOne(COUNT);
  figures.push({
    what: `without a delay, one after the other, ${way}: passed on per second; median / 99 %; lost`,
    measured: `${(outcome.times.length / outcome.seconds).toFixed(0)}; ${both(outcome)}; ${outcome.lost}`,
  });
}

await onKnxd(hubwart("tunnel"), 0, (_, rounds) => oneByOne("UDP, knxd", rounds));

const server = await startKnxServer();
const bus: Bus = {
  onWrite: () => undefined,
  write: (target, data) => server.telegram(groupWrite({ source: SOURCE, target, data })),
};
server.onTaken = ({ target, tpdu }) => bus.onWrite(target, tpdu.subarray(2).toString("hex"));
const product = await hubwart("tunnel_tcp")(server.port, 0);
try {
  await oneByOne("TCP, stand-in", new Rounds(bus));
  if (server.violations.length > 0) throw new Error(server.violations.join());
} finally {
  await product.stop();
  await server.stop();
}

await report("knx", figures);
