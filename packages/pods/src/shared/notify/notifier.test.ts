import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { expect, it } from "vitest";
import { Notifier } from "./notifier.ts";
import type { Message } from "./queue.ts";

async function start() {
  const clock = new ManualClock();
  const told: unknown[][] = [];
  const channel = {
    chan: "email.m.hot",
    iface: "main",
    type: "float" as const,
    dir: "out" as const,
    config: { when: "above", limit: 10, hysteresis: 0, after: 0, text: "heiß" },
  };
  const sink = new MemoryLogSink();
  const context = {
    clock,
    scope: new Scope(),
    log: createLogger("pod:m", "email", sink),
    load: { id: "email.m", channels: [channel], ifaces: [{ id: "main", config: {} }] },
    written: (_: unknown, sent?: boolean) => told.push(["written", sent]),
    refused: (_: unknown, reason: string) => told.push(["refused", reason]),
    failed: (index: number, reason: string, what: string) => told.push(["failed", index, reason, what]),
    delivered: (index: number) => told.push(["delivered", index]),
  } as unknown as PodContext;
  const notifier = new Notifier(context);
  const target = { iface: "main", recipients: ["a"], subject: "s" };
  const queue = await notifier.open(() => target);
  const write = (value: number) => notifier.write([{ index: 0, value, ts: 0, seq: 1 }]);
  return { notifier, queue, told, write, sink };
}

it("a value that sends nothing proves nothing: a refusal goes on standing", async () => {
  const { notifier, queue, told, write } = await start();
  await write(11);
  const [message] = queue.waiting();
  if (!message) throw new Error("a message was expected");
  notifier.settled(message, "550 no");
  await write(5);
  expect(told).toEqual([
    ["refused", "Nicht zugestellt: 550 no"],
    ["written", false],
  ]);
});

it("what waits from before a restart tells beside its channel, too", async () => {
  const { notifier, sink, told } = await start();
  const message: Message = {
    id: 7,
    ts: 0,
    iface: "main",
    to: "a",
    chan: "email.m.hot",
    subject: "",
    text: "",
  };
  notifier.putOff(message, "451 later");
  notifier.settled(message, "550 no");
  notifier.settled(message, undefined);
  expect(told).toEqual([
    ["failed", 0, "Aufgeschoben: 451 later", "write"],
    ["failed", 0, "Nicht zugestellt: 550 no", "write"],
    ["delivered", 0],
  ]);
  notifier.settled({ ...message, chan: "email.m.gone" }, "550 no");
  expect(sink.entries.at(-1)?.msg).toBe("Nicht zugestellt: 550 no");
  expect(told).toHaveLength(3);
});

it("takes what others hand it once, for the channel's recipients or those given, and refuses what nobody would get", async () => {
  const { notifier, queue } = await start();
  const order = { key: "1-3", subject: "Dringend", text: "Wasser im Keller" };
  const main = { iface: "second", recipients: ["b", "c"], subject: "" };
  await notifier.take(order, main);
  await notifier.take(order, main);
  await notifier.take({ ...order, key: "4-4", index: 0 }, main);
  expect(queue.waiting().map(({ iface, subject, text, to }) => [iface, to, subject, text])).toEqual([
    ["second", "b", "Dringend", "Wasser im Keller"],
    ["second", "c", "Dringend", "Wasser im Keller"],
    ["main", "a", "Dringend", "Wasser im Keller"],
  ]);
  await notifier.take({ ...order, key: "6-6", to: "d" }, undefined);
  await notifier.take({ ...order, key: "7-7", to: "e", index: 0 }, main);
  expect(
    queue
      .waiting()
      .slice(3)
      .map(({ iface, to }) => [iface, to]),
  ).toEqual([
    ["main", "d"],
    ["main", "e"],
  ]);
  for (const nobody of [undefined, { ...main, recipients: [] }])
    await expect(notifier.take({ ...order, key: "5-5" }, nobody)).rejects.toThrow("Es ist kein Empfänger");
});

it("refuses what would only wait for everybody, so that those who ask can say it in one later", async () => {
  const { notifier, queue } = await start();
  const held = new Set<string>();
  notifier.sendBy("main", { heldUp: (to) => (held.has(to) ? "nicht da" : undefined), wake: () => undefined });
  const both = { iface: "main", recipients: ["b", "c"], subject: "" };
  const order = { subject: "s", text: "t" };
  held.add("b");
  await notifier.take({ ...order, key: "1-1" }, both);
  expect(queue.waiting()).toHaveLength(2);
  held.add("c");
  await expect(notifier.take({ ...order, key: "2-2" }, both)).rejects.toThrow("nicht da");
  await notifier.take({ ...order, key: "1-1" }, both);
  await notifier.take({ ...order, key: "3-3", to: "d" }, both);
  expect(queue.waiting()).toHaveLength(3);
});
