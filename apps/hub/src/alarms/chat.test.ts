import { InvalidInputError, NotFoundError } from "@hubwart/core";
import type { AlarmRequests, LinkedAlarm, StandingAlarm } from "@hubwart/ipc";
import { expect, it } from "vitest";
import type { Alarms } from "./alarms.ts";
import { answerChat, isAlarmAsk } from "./chat.ts";

const CHAT = { id: "chat.haus", type: "chat" };

const standing = (nr: number, more: Partial<StandingAlarm> = {}) =>
  ({ nr, text: `T${nr}`, priority: 2, state: "unacked", ...more }) as StandingAlarm;

function bench(list: StandingAlarm[] = []) {
  const asked: unknown[] = [];
  const answers: Partial<{ [M in keyof AlarmRequests]: unknown }> = {
    alarms: { standing: list, counts: { priorities: [0, list.length, 0, 0] } },
    alarmChatAck: { done: [{ nr: 17, text: "T17", source: "bus.x" } as LinkedAlarm], by: "chat.haus: anna" },
  };
  const alarms = {
    ask: (method: keyof AlarmRequests, params: unknown) => {
      asked.push([method, params]);
      return Promise.resolve(answers[method]);
    },
  } as Pick<Alarms, "ask">;
  return { alarms, asked };
}

it("acknowledges for somebody whom the pod obeys, in the pod's name", async () => {
  const { alarms, asked } = bench();
  const params = { nrs: [17], from: "anna" };
  expect(await answerChat(alarms, CHAT, "alarmAck", params)).toEqual({ done: [{ nr: 17, text: "T17" }] });
  expect(asked).toEqual([["alarmChatAck", { ...params, pod: "chat.haus" }]]);
  for (const wrong of [
    {},
    { nrs: [], from: "a" },
    { nrs: [0], from: "a" },
    { nrs: "x", from: "a" },
    { nrs: [1], from: "" },
  ])
    await expect(answerChat(alarms, CHAT, "alarmAck", wrong)).rejects.toThrow(InvalidInputError);
});

it("lists ten, without those that nobody is told of", async () => {
  const hushed = [
    standing(90, { suppressed: { by: "parent", parent: "x" } }),
    standing(91, { shelved: { by: "a", why: "b", until: 1 } }),
    standing(92, { maintenance: 1 }),
  ];
  const many = Array.from({ length: 12 }, (_, n) => standing(n + 1, n === 1 ? { state: "acked" } : {}));
  const { alarms } = bench([...hushed, ...many]);
  const { alarms: listed, total } = (await answerChat(alarms, CHAT, "alarmList", {})) as {
    alarms: { nr: number; acked: boolean }[];
    total: number;
  };
  expect(listed.map(({ acked, nr }) => [nr, acked])).toEqual(
    many.slice(0, 10).map(({ nr }) => [nr, nr === 2]),
  );
  expect(total).toBe(15);
});

it("is for chat pods only", async () => {
  const { alarms, asked } = bench();
  for (const type of ["email", "mqtt"])
    for (const method of ["alarmAck", "alarmList"] as const)
      await expect(
        answerChat(alarms, { id: `${type}.x`, type }, method, { nrs: "all", from: "a" }),
      ).rejects.toThrow(NotFoundError);
  expect(asked).toEqual([]);
  expect(["alarmAck", "alarmList", "alarmAct", "alarms", "newest"].filter(isAlarmAsk)).toEqual([
    "alarmAck",
    "alarmList",
  ]);
});
