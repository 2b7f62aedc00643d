import { NotFoundError, UnavailableError } from "@hubwart/core";
import { FLEET_LIMITS, readRouted, routedCall, subjectsOf } from "@hubwart/fleet";
import { errors } from "@nats-io/transport-node";
import { beforeEach, describe, expect, it } from "vitest";
import type { Site } from "../register/sites.ts";
import { texts } from "../texts.ts";
import { RoutedCalls, type RoutedParts } from "./routed.ts";

const HUB = "a1b2c3d4e5f6";
const ANNA = { id: "anna", name: "Anna", level: "operate" } as const;
let sent: { subject: string; data: Uint8Array }[];
let site: Site;
let reply: (data: Uint8Array) => Promise<string>;
let calls: RoutedCalls;
beforeEach(() => {
  sent = [];
  site = {
    hub: HUB,
    customer: "main",
    name: "Hotel",
    tags: [],
    key: "U",
    joined: 1,
    revoked: 0,
    seen: 1,
    state: undefined,
  };
  reply = async () => JSON.stringify({ v: 1, status: 200, body: '{"code":0}' });
  const account = () => ({
    request: async (subject: string, data: Uint8Array) => {
      sent.push({ subject, data });
      return { data: new TextEncoder().encode(await reply(data)) };
    },
  });
  const bus = { account } as unknown as RoutedParts["bus"];
  calls = new RoutedCalls({ bus, sites: { get: (hub) => (hub === HUB ? site : undefined) } });
});

const act = (more: object = {}) => calls.act({ hub: HUB, call: "podRestart", ...more }, ANNA);

describe("a call routed to a hub", () => {
  it("says who asks, and with which level", async () => {
    const told = await act({ query: { pod: "a" }, body: { x: 1 } });
    expect(told).toEqual({ status: 200, answer: { code: 0 } });
    expect(sent[0]?.subject).toBe(subjectsOf(HUB).call);
    expect(readRouted(routedCall, sent[0]?.data ?? new Uint8Array())).toEqual({
      v: 1,
      call: "podRestart",
      person: { id: "anna", name: "Anna" },
      level: "operate",
      query: { pod: "a" },
      body: '{"x":1}',
    });
  });
  it("goes to no hub that is unknown or locked out", async () => {
    await expect(act({ hub: "ffffffffffff" })).rejects.toBeInstanceOf(NotFoundError);
    site.revoked = 1;
    await expect(act()).rejects.toThrow("gesperrt");
    expect(sent).toEqual([]);
  });
  it("of those that change something goes by the call for these alone", async () => {
    for (const call of ["podRestart", "hostnameSave"])
      await expect(calls.ask({ hub: HUB, call }, ANNA)).rejects.toMatchObject({
        fields: [{ field: "call", message: texts.changesSomething }],
      });
    for (const call of ["podState", "constructor"])
      await expect(calls.ask({ hub: HUB, call }, ANNA)).rejects.toMatchObject({
        fields: [{ field: "call", message: "Diesen Aufruf gibt es nicht." }],
      });
    expect(sent).toEqual([]);
    await calls.ask({ hub: HUB, call: "pods" }, ANNA);
    expect(sent).toHaveLength(1);
  });
  it("is one of so many at a time", async () => {
    const waiting: (() => void)[] = [];
    reply = () =>
      new Promise((resolve) => {
        waiting.push(() => resolve(JSON.stringify({ v: 1, status: 200, body: "{}" })));
      });
    const all = Array.from({ length: FLEET_LIMITS.callsAsked }, () => act());
    await expect(act()).rejects.toThrow("zu viele");
    for (const answer of waiting) answer();
    await Promise.all(all);
    const next = act();
    waiting.at(-1)?.();
    await next;
  });
  it("says why there is no answer", async () => {
    for (const [error, said] of [
      [new errors.NoRespondersError("x"), "nicht verbunden"],
      [new errors.RequestError("x", { cause: new errors.NoRespondersError("x") }), "nicht verbunden"],
      [new errors.TimeoutError(), "nicht rechtzeitig"],
      [new Error("closed"), "NATS"],
    ] as const) {
      reply = () => Promise.reject(error);
      await expect(act()).rejects.toThrow(said);
      await expect(act()).rejects.toBeInstanceOf(UnavailableError);
    }
  });
  it("takes nothing of an answer that is none, or nested beyond use", async () => {
    const nested = JSON.stringify({ v: 1, status: 200, body: "[".repeat(200) + "]".repeat(200) });
    const broken = JSON.stringify({ v: 1, status: 200, body: "{" });
    for (const text of ["", "{", "{}", nested, broken, JSON.stringify({ v: 1, status: 99, body: "{}" })]) {
      reply = async () => text;
      await expect(act(), text).rejects.toThrow("nicht lesbar");
    }
  });
});
