import { ManualClock, Scope } from "@hubwart/core";
import type { AlarmEvent } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { ChatLog } from "./chat-log.ts";
import { event } from "./testing.ts";

const acked = (seq: number, by: string, at = seq) => event(seq, { what: "acked", by, at, text: `T${seq}` });

function bench(journal: AlarmEvent[], kept = { seq: -1 }) {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  hub.answers.alarmHistory = ({ after = -1, limit, offset, what }) => {
    const found = journal
      .filter(({ seq, what: kind }) => seq > after && (!what || what.includes(kind)))
      .reverse();
    return { events: found.slice(offset, offset + limit), total: found.length };
  };
  const entries: [string, unknown][] = [];
  let writes = 0;
  const clock = new ManualClock();
  const chat = new ChatLog({
    hub,
    clock,
    scope: new Scope(),
    log: { debug: () => undefined },
    audit: { record: ({ address, after, call }) => void entries.push([`${call} ${address}`, after]) },
    store: {
      settings: {
        read: () => kept,
        write: (_setting: unknown, value: { seq: number }) => {
          kept = value;
          writes += 1;
        },
      },
    } as never,
  });
  return { chat, clock, entries, hub, journal, kept: () => kept.seq, writes: () => writes };
}

it("takes what was before for no news", async () => {
  const { chat, entries, kept } = bench([acked(1, "chat.haus: Anna")]);
  await chat.read();
  expect(entries).toEqual([]);
  expect(kept()).toBe(1);
});

it("makes one entry of what one person acknowledges at once, and none of what others do", async () => {
  const { chat, entries, journal, kept } = bench([], { seq: 0 });
  journal.push(
    acked(1, "Administrator (10.0.0.1)"),
    acked(2, "chat.haus: Anna", 50),
    acked(3, "chat.haus: Anna", 50),
    event(4),
    acked(5, "chat.haus: Bert", 50),
    acked(6, "chat.haus: Bert", 60),
  );
  await chat.read();
  await chat.read();
  expect(entries).toEqual([
    ["alarmChatAck chat.haus: Anna", { done: 2, alarms: ["T2 (mqtt.a.t)", "T3 (mqtt.a.t)"] }],
    ["alarmChatAck chat.haus: Bert", { done: 1, alarms: ["T5 (mqtt.a.t)"] }],
    ["alarmChatAck chat.haus: Bert", { done: 1, alarms: ["T6 (mqtt.a.t)"] }],
  ]);
  expect(kept()).toBe(6);
});

it("reads as many as there are, and all of a journal that began anew", async () => {
  const many = Array.from({ length: 1_200 }, (_, n) => acked(n + 1, "chat.haus: Anna"));
  const { chat, entries } = bench(many, { seq: 5_000 });
  await chat.read();
  expect(entries).toHaveLength(1_200);
});

it("writes down how far it is only where that is worth it, and reads soon, and once, after many changes", async () => {
  const { chat, clock, hub, journal, writes } = bench([event(1)], { seq: 1 });
  for (let n = 2; n < 12; n += 1) {
    journal.push(event(n));
    chat.noted();
  }
  clock.advance(999);
  expect(hub.asked).toHaveLength(0);
  clock.advance(1);
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(hub.asked).toHaveLength(2);
  expect(writes()).toBe(0);
  journal.push(...Array.from({ length: 1_100 }, (_, n) => event(n + 12)));
  await chat.read();
  expect(writes()).toBe(1);
  hub.goAway();
  await chat.read();
  expect(hub.asked).toHaveLength(4);
});
