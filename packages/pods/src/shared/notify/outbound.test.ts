import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Delivery, Outbound } from "./outbound.ts";
import { MessageQueue } from "./queue.ts";

const DAY = 86_400_000;
const PER_HOUR = 3;
const log = createLogger("t", "t", new MemoryLogSink());

const folder = useFolder();
let clock: ManualClock;
beforeEach(() => {
  clock = new ManualClock();
});

/** The service is away; messages wait for a day at most. */
async function start(answer: () => Delivery = () => ({ t: "away", reason: "nicht da" })) {
  const scope = new Scope();
  const queue = await MessageQueue.open(folder(), 10, log);
  const given: string[] = [];
  const putOff: string[] = [];
  const context = { clock, scope, log } as unknown as PodContext;
  const outbound = new Outbound({
    iface: "main",
    perHour: PER_HOUR,
    maxAge: DAY,
    queue,
    context,
    deliver: () => Promise.resolve(answer()),
    idle: () => undefined,
    settled: ({ text }) => given.push(text),
    putOff: ({ text }, reason) => putOff.push(`${text}: ${reason}`),
    report: () => undefined,
  });
  const add = async (text: string) => {
    await queue.add({ ts: clock.now(), iface: "main", to: "a", chan: "c", subject: "s", text });
    outbound.wake();
  };
  outbound.start();
  return { scope, given, add, outbound, putOff };
}

async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 600_000) {
    clock.advance(600_000);
    for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("a message that cannot be delivered", () => {
  it.each([-4_000 * DAY, -2 * DAY, 2 * DAY, 4_000 * DAY])(
    "waits for its day and no longer, though the clock is set by %d ms",
    async (jump) => {
      const { add, given, scope } = await start();
      await add("1");
      await pass(600_000);
      clock.jump(jump);
      await pass(DAY / 2);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(given).toEqual([]);
      await pass(DAY / 2 + 1_200_000);
      // The file is removed on the way.
      await vi.waitFor(() => expect(given).toEqual(["1"]));
      const ended = scope.end();
      await pass(600_000);
      await ended;
    },
  );

  it("is as old after a restart as before it", async () => {
    const first = await start();
    await first.add("1");
    await first.scope.end();
    clock.advance(2 * DAY);
    const second = await start();
    await vi.waitFor(() => expect(second.given).toEqual(["1"]));
    await second.scope.end();
  });
});

it("waits no longer once the service is known to be back", async () => {
  let tries = 0;
  let there = false;
  const { add, given, outbound, scope } = await start(() => {
    tries += 1;
    return there ? { t: "sent" } : { t: "away", reason: "nicht da" };
  });
  await add("1");
  await vi.waitFor(() => expect(tries).toBe(1));
  there = true;
  await add("2");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(given).toEqual([]);
  outbound.resume();
  await vi.waitFor(() => expect(given).toEqual(["1", "2"]));
  await scope.end();
});

it("says that more would only wait: while the service is away, and beyond the allowance", async () => {
  let there = false;
  const answer = (): Delivery => (there ? { t: "sent" } : { t: "away", reason: "nicht da" });
  const { add, given, outbound, scope } = await start(answer);
  expect(outbound.heldUp("a")).toBeUndefined();
  await add("1");
  await vi.waitFor(() => expect(outbound.heldUp("a")).toBe("nicht da"));
  expect(outbound.heldUp("b")).toBeUndefined();
  there = true;
  outbound.resume();
  await vi.waitFor(() => expect(given).toEqual(["1"]));
  expect(outbound.heldUp("a")).toBeUndefined();
  for (let n = 2; n <= PER_HOUR + 1; n += 1) {
    await add(String(n));
    if (n <= PER_HOUR) await vi.waitFor(() => expect(given).toHaveLength(n));
  }
  expect(outbound.heldUp("a")).toContain("Grenze von 3 Nachrichten");
  await scope.end();
});

it.each([
  ["the network", { t: "away", reason: "nicht da" }, []],
  ["the service itself", { t: "away", reason: "Absender: 550", answer: "550" }, ["1: Absender: 550"]],
  ["the service for this letter", { t: "away", reason: "451", reached: true }, ["1: 451"]],
  ["the service for now", { t: "later", reason: "später" }, ["1: später"]],
] as [string, Delivery, string[]][])("what %s puts off is told so", async (_, answer, told) => {
  let tries = 0;
  const { add, putOff, scope } = await start(() => {
    tries += 1;
    return answer;
  });
  await add("1");
  await vi.waitFor(() => expect(tries).toBe(1));
  await new Promise((resolve) => setImmediate(resolve));
  expect(putOff).toEqual(told);
  await scope.end();
});
