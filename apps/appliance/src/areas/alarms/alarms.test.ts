import { text as textOf } from "node:stream/consumers";
import { type CallName, calls } from "@hubwart/contract";
import { ConflictError, InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import type { AlarmLook } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import type { Session } from "../../http/ports.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { signedIn } from "../../testing/signed-in.ts";
import { ownLook } from "./own.ts";
import { alarmHandlers } from "./routes.ts";
import { AlarmService } from "./service.ts";
import { alarm, event, lookOf } from "./testing.ts";

const NOW = 1_000_000;

function setup(look: AlarmLook = lookOf([])) {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  hub.answers.alarms = () => look;
  hub.answers.alarmAct = ({ nrs }) => ({ done: nrs === "all" ? [] : nrs });
  hub.answers.alarmShelve = ({ nrs }) => ({ done: nrs });
  const handlers = alarmHandlers(new AlarmService(hub, { now: () => NOW }));
  const audits: unknown[] = [];
  const ask = async (name: CallName, given: { query?: object; body?: object; session?: Session }) => {
    const request = {
      ...given,
      address: "10.0.0.7",
      audit: (detail: unknown) => audits.push(detail),
    };
    const answer = await (handlers[name] as (request: unknown) => Promise<object>)(request);
    const spec = calls[name];
    if ("answer" in spec) expect(spec.answer.safeParse({ code: 0, ...answer }).error).toBeUndefined();
    return answer;
  };
  const sent = () => hub.asked.filter(({ name }) => name !== "alarms");
  return { hub, ask, audits, sent };
}

const MIXED = [
  alarm(1, { priority: 1, label: "Kessel", text: "Störung" }),
  alarm(2, { state: "acked" }),
  alarm(3, { suppressed: { by: "parent", parent: "bus" } }),
  alarm(4, { maintenance: 9 }),
  alarm(5, { shelved: { by: "x", why: "y", until: 5 } }),
  alarm(6, { state: "latchedAcked" }),
  alarm(7, { state: "returned" }),
];

describe("the look", () => {
  const numbers = async (query: object) => {
    const { ask } = setup(lookOf(MIXED));
    const { standing } = (await ask("alarmLook", { query })) as { standing: { nr: number }[] };
    return standing.map(({ nr }) => nr);
  };

  it("shows what counts, in the hub's order, unless something else is wanted", async () => {
    expect(await numbers({})).toEqual([1, 2, 6, 7]);
    expect(await numbers({ view: "suppressed" })).toEqual([3]);
    expect(await numbers({ view: "maintenance" })).toEqual([4]);
    expect(await numbers({ view: "shelved" })).toEqual([5]);
    expect(await numbers({ view: "all" })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("looks for a text in whatever case, and for priorities", async () => {
    expect(await numbers({ text: " kessel" })).toEqual([1]);
    expect(await numbers({ text: "raum 7" })).toEqual([7]);
    expect(await numbers({ priority: "1,2" })).toEqual([1]);
  });

  it("comes in pages and says how many there are, and how many wait for somebody", async () => {
    const { ask } = setup(lookOf(MIXED));
    const answer = await ask("alarmLook", { query: { offset: 1, limit: 2 } });
    expect(answer).toMatchObject({
      state: "watching",
      total: 4,
      unacked: 2,
      standing: [{ nr: 2 }, { nr: 6 }],
    });
  });

  it("says when no project runs, when it has no alarms, and when something is wrong", async () => {
    const none = setup(lookOf([], { alarms: 0 }));
    expect(await none.ask("alarmLook", { query: {} })).toMatchObject({ state: "none" });
    const away = setup(lookOf([alarm(1)], { trouble: "Der Prozess ist weg." }));
    expect(await away.ask("alarmLook", { query: {} })).toMatchObject({
      state: "unsure",
      trouble: "Der Prozess ist weg.",
      total: 1,
    });
    away.hub.say({ state: "no_project" });
    expect(await away.ask("alarmLook", { query: {} })).toMatchObject({ state: "no_project", alarms: 0 });
    away.hub.goAway();
    await expect(away.ask("alarmLook", { query: {} })).rejects.toThrow(UnavailableError);
  });
});

describe("acting", () => {
  it("acknowledges those named, as who did it, and the change log knows which", async () => {
    const { ask, audits, sent } = setup(lookOf(MIXED));
    expect(await ask("alarmAck", { body: { nrs: [1, 99] } })).toEqual({ done: 1 });
    expect(sent()).toEqual([
      { name: "alarmAct", parameters: { what: "ack", nrs: [1], by: "Administrator (10.0.0.7)" } },
    ]);
    expect(audits).toEqual([{ after: { done: 1, alarms: ["Störung (mqtt.a.t1)"] } }]);
  });

  it("takes of a filter those that it is right for, and asks for nothing where there are none", async () => {
    const { ask, sent } = setup(lookOf(MIXED));
    await ask("alarmAck", { body: { all: {} } });
    await ask("alarmReset", { body: { all: { view: "all" } } });
    expect(await ask("alarmReset", { body: { all: { text: "kessel" } } })).toEqual({ done: 0 });
    expect(sent().map(({ parameters }) => parameters)).toMatchObject([
      { what: "ack", nrs: [1, 7] },
      { what: "reset", nrs: [6] },
    ]);
  });

  it("needs numbers or a filter, and not both", async () => {
    const { ask } = setup();
    await expect(ask("alarmAck", { body: {} })).rejects.toThrow(InvalidInputError);
    await expect(ask("alarmAck", { body: { nrs: [1], all: {} } })).rejects.toThrow(InvalidInputError);
  });

  it("shelves until the device's clock says so, and takes up again", async () => {
    const { ask, audits, sent } = setup(lookOf(MIXED));
    await ask("alarmShelve", { body: { nrs: [1], why: "Teil bestellt", minutes: 60 } });
    await ask("alarmUnshelve", { body: { nrs: [5] } });
    expect(sent().map(({ parameters }) => parameters)).toMatchObject([
      { nrs: [1], why: "Teil bestellt", until: NOW + 3_600_000 },
      { what: "unshelve", nrs: [5] },
    ]);
    expect(audits[0]).toEqual({
      after: { done: 1, alarms: ["Störung (mqtt.a.t1)"], why: "Teil bestellt", minutes: 60 },
    });
  });

  it("lists what is shelved and does not stand, and takes it up again by its name", async () => {
    const shelved = { by: "Anna", why: "Umbau", until: NOW + 1 };
    const resting = ["a", "b"].map((id) => ({
      id,
      source: `mqtt.${id}.t`,
      priority: 2 as const,
      text: "zu warm",
      shelved,
    }));
    const { ask, audits, sent } = setup(lookOf([], { resting }));
    expect(await ask("alarmLook", { query: { view: "shelved" } })).toMatchObject({ total: 0, resting });
    expect(await ask("alarmLook", { query: {} })).not.toHaveProperty("resting");
    expect(await ask("alarmUnshelve", { body: { ids: ["b", "gibt es nicht"] } })).toEqual({ done: 1 });
    expect(sent().map(({ parameters }) => parameters)).toMatchObject([
      { what: "unshelve", nrs: [], ids: ["b"] },
    ]);
    expect(audits).toEqual([{ after: { done: 1, alarms: ["zu warm (mqtt.b.t)"] } }]);
    expect(await ask("alarmUnshelve", { body: {} })).toEqual({ done: 0 });
    expect(
      ownLook(keptTo({ bounds: { channels: ["mqtt.a.*"] } }), lookOf([], { resting })).resting?.map(
        ({ id }) => id,
      ),
    ).toEqual(["a"]);
  });

  it("of a filter takes all of more than a page ever shows", async () => {
    const many = Array.from({ length: 12_000 }, (_, nr) => alarm(nr + 1));
    const { ask, hub, sent } = setup(lookOf(many));
    const { alarms } = hub.answers;
    hub.answers.alarms = (given) => {
      const look = alarms?.(given) ?? lookOf([]);
      return { ...look, standing: look.standing.slice(0, given.limit) };
    };
    expect(await ask("alarmAck", { body: { all: {} } })).toEqual({ done: 12_000 });
    expect(sent()).toHaveLength(1);
  });

  it("comments what stands", async () => {
    const { ask, audits, hub } = setup(lookOf([alarm(1, { comment: { at: 1, by: "x", text: "alt" } })]));
    hub.answers.alarmComment = () => ({});
    await ask("alarmComment", { body: { nr: 1, text: "neu" } });
    const of = "Raum 1 ist zu warm (mqtt.a.t1)";
    expect(audits).toEqual([{ before: { alarm: of, comment: "alt" }, after: { alarm: of, comment: "neu" } }]);
    await expect(ask("alarmComment", { body: { nr: 2, text: "neu" } })).rejects.toThrow(NotFoundError);
  });

  it("begins and ends maintenance", async () => {
    const kept = { nr: 4, scope: "#keller", by: "x", why: "Umbau", since: 1, until: 2 };
    const { ask, audits, hub, sent } = setup(lookOf([], { maintenance: [kept] }));
    hub.answers.alarmMaintain = (given) => ({ maintenance: { ...given, nr: 5, since: NOW } });
    hub.answers.alarmMaintainEnd = () => ({});
    await ask("alarmMaintain", { body: { scope: "#dach", why: "Umbau", minutes: 1 } });
    expect(sent()[0]?.parameters).toMatchObject({ scope: "#dach", until: NOW + 60_000 });
    await ask("alarmMaintainEnd", { body: { nr: 4 } });
    expect(audits).toEqual([{ after: { scope: "#keller", why: "Umbau" } }]);
    await expect(ask("alarmMaintainEnd", { body: { nr: 3 } })).rejects.toThrow(NotFoundError);
  });

  it("tests a class of the project", async () => {
    const { ask, hub } = setup();
    const results = [{ way: "email.mail", ok: false, text: "Der Server ist nicht erreichbar." }];
    hub.answers.alarmTest = () => ({ results });
    expect(await ask("alarmTest", { body: { class: "technik" } })).toEqual({ results });
    await expect(ask("alarmTest", { body: { class: "x" } })).rejects.toThrow(NotFoundError);
  });

  it("says why nothing can be done", async () => {
    const none = setup(lookOf([], { alarms: 0 }));
    await expect(none.ask("alarmAck", { body: { nrs: [1] } })).rejects.toThrow(ConflictError);
    none.hub.say({ state: "no_project" });
    await expect(none.ask("alarmAck", { body: { nrs: [1] } })).rejects.toThrow(UnavailableError);
  });
});

describe("the history", () => {
  it("hands on what is looked for", async () => {
    const { ask, hub, sent } = setup();
    hub.answers.alarmHistory = () => ({ events: [event(2), event(1)], total: 2 });
    await ask("alarmHistory", {
      query: { from: 0, to: 9, text: " a ", what: "raised,told", priority: "1,2" },
    });
    expect(sent()[0]?.parameters).toEqual({
      from: 0,
      to: 9,
      text: "a",
      what: ["raised", "told"],
      priority: [1, 2],
      offset: 0,
      limit: 100,
    });
    await expect(ask("alarmHistory", { query: { from: 0, to: 9, what: "x" } })).rejects.toThrow(
      InvalidInputError,
    );
    await expect(ask("alarmHistory", { query: { from: 9, to: 9 } })).rejects.toThrow(InvalidInputError);
  });

  it("comes whole as a table that no spreadsheet runs", async () => {
    const { ask, hub, sent } = setup();
    hub.answers.alarmHistory = ({ limit, offset }) => ({
      events: Array.from({ length: Math.min(limit, 501 - offset) }, (_, at) =>
        event(501 - offset - at, { by: "=1+1", value: -1.5, why: 'a;"b' }),
      ),
      total: 501,
    });
    const { file } = (await ask("alarmHistoryDownload", { query: { from: 0, to: NOW * 2 } })) as {
      file: NodeJS.ReadableStream;
    };
    const lines = (await textOf(file)).split("\r\n");
    expect(lines).toHaveLength(503);
    expect(lines[0]).toBe("\uFEFFZeitpunkt;Ereignis;Priorität;Text;Quelle;Wert;Wer;Bemerkung;Nummer;Meldung");
    expect(lines[501]).toBe(
      `1970-01-01T00:00:00.000Z;gekommen;1 Dringend;Raum ist zu warm;mqtt.a.t;-1,5;'=1+1;"a;""b";1;temp`,
    );
    expect(sent().map(({ parameters }) => parameters)).toMatchObject([
      { to: NOW, offset: 0 },
      { to: NOW, offset: 500 },
    ]);
  });

  it("is refused as an answer, not as a broken file", async () => {
    const { ask, hub } = setup();
    hub.goAway();
    await expect(ask("alarmHistoryDownload", { query: { from: 0, to: 9 } })).rejects.toThrow(
      UnavailableError,
    );
  });
});

it("tells the figures of at most a year", async () => {
  const { ask, hub } = setup();
  hub.answers.alarmFigures = ({ from, to }) => ({
    from,
    to,
    raised: 0,
    rate: 0,
    peak: { at: 0, count: 0 },
    floods: 0,
    worst: [],
    chattering: [],
    stale: 0,
    priorities: [0, 0, 0, 0],
    ackTime: { median: 1, p90: 2 },
  });
  expect(await ask("alarmFigures", { query: { from: 0, to: 9 } })).toMatchObject({
    ack_time: { median: 1, p90: 2 },
  });
  expect(hub.asked.at(-1)?.parameters).toEqual({ from: 0, to: 9 });
  const session = signedIn("see", "s1", { channels: ["a.*"] });
  await ask("alarmFigures", { query: { from: 0, to: 9 }, session });
  expect(hub.asked.at(-1)?.parameters).toEqual({ from: 0, to: 9, within: ["a.*"] });
  await expect(ask("alarmFigures", { query: { from: 0, to: 367 * 86_400_000 } })).rejects.toThrow(/366 Tage/);
});
