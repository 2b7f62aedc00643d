/** A CPU that refuses whole requests: over one of the variables in it, or as long as it is in some state. */
import { type S7Behaviour, type S7StandIn, startS7StandIn } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

const BAD = 100;
const TOO_LARGE = 0x8500;
const NOT_IN_THIS_STATE = 0x8402;

async function connected(
  dir: TestChannel["dir"],
  behaviour: S7Behaviour,
  interval = 50,
): Promise<{ cpu: S7StandIn; run: PodRun }> {
  const cpu = await startS7StandIn(behaviour);
  open.push(cpu);
  const channels = [0, BAD, 200].map(
    (at): TestChannel => ({
      chan: `w${at}`,
      ...(dir === undefined ? {} : { dir }),
      type: "int",
      config: { address: `DB1.DBW${at}`, interval },
    }),
  );
  const load = podLoad(kind.schema, [{ host: "127.0.0.1", port: cpu.port }], channels);
  const run = await startPod(kind, load);
  open.push(run);
  await run.until(() => run.iface()?.state === true);
  return { cpu, run };
}

const overBad: S7Behaviour = {
  error: (items) => (items.some(({ start }) => start === BAD) ? TOO_LARGE : 0),
};

it("loses only the variable over which it refuses a request", async () => {
  const { run } = await connected("in", overBad);
  await run.until(() => run.values("w0").length > 3 && run.last("w200")?.quality === 0);
  expect(run.last(`w${BAD}`)).toMatchObject({ value: null, quality: 2 });
  expect(run.failures.find(({ chan }) => chan === `w${BAD}`)?.reason).toContain("für zu groß");
  expect(run.iface()).toMatchObject({ state: true, error: expect.stringContaining("1 Channel") });
});

it("takes the values that were to be written along with one that it refuses", async () => {
  const { cpu, run } = await connected("out", overBad);
  await run.write({ w0: 1, [`w${BAD}`]: 2, w200: 3 });
  expect(run.written.map(({ chan }) => chan)).toEqual(["w0", "w200"]);
  expect(run.refused.map(({ chan }) => chan)).toEqual([`w${BAD}`]);
  expect([cpu.memory("DB1").readInt16BE(0), cpu.memory("DB1").readInt16BE(200)]).toEqual([1, 3]);
});

it("gets the newest value once it is in a state to take it", async () => {
  const { cpu, run } = await connected("out", { error: NOT_IN_THIS_STATE });
  await run.write({ w0: 1 });
  await run.write({ w0: 2 });
  await run.until(() => run.iface()?.error?.includes("Betriebszustand") === true);
  expect([run.written, run.refused]).toEqual([[], []]);
  cpu.behave({ error: 0 });
  await run.until(() => run.written.length === 1);
  expect(cpu.memory("DB1").readInt16BE(0)).toBe(2);
});

it("is kept to one connection, also where it does not give back what was written", async () => {
  const { cpu, run } = await connected(
    "inout",
    { error: (items) => (items.some(({ write }) => write) ? 0 : NOT_IN_THIS_STATE) },
    60_000,
  );
  for (let value = 1; value < 4; value += 1) await run.write({ w0: value });
  await run.until(() => run.written.length === 3);
  await run.check();
  expect([cpu.connections, cpu.tsaps.length]).toEqual([1, 1]);
});
