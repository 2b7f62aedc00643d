import { LIMITS } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { ageText } from "../../../lib/age-text.ts";
import { type LogLine, parseLines } from "../../../lib/log-lines.ts";
import { createValueStore } from "../../../lib/value-store.ts";
import { filterLines, mergeLines } from "./log-lines.ts";
import { EMPTY_VIEW, isAtEnd, type LogView, logView } from "./log-view.ts";
import { isPodAddress, podParams, startCommand, tokenCommand } from "./pod-id.ts";

describe("addresses of pods", () => {
  it.each([
    ["mqtt", "mqtt.a", true],
    ["mqtt", "ping.a", false],
    ["mqtt", "mqtt", false],
    ["mqtt", "mqtt.", false],
    ["foo", "foo.a", false],
    ["toString", "toString.a", false],
  ])("/pods/%s/%s", (type, id, known) => {
    expect(isPodAddress(type, id)).toBe(known);
  });
  it("are made of the part before the first dot", () => {
    expect(podParams("modb_client.a-b")).toEqual({ type: "modb_client", id: "modb_client.a-b" });
  });
  it("name a command that a shell takes as it is", () => {
    expect(startCommand("ping.a", "/data/pods/tokens/ping.a", "/run/pod.sock")).toBe(
      "npx hubwart pod run ping.a --token-file /data/pods/tokens/ping.a --socket /run/pod.sock",
    );
    expect(tokenCommand("/my data/t")).toBe("sudo cat '/my data/t'");
    expect(startCommand("ping.a", "/my data/it's", "/s")).toContain(`--token-file '/my data/it'\\''s' `);
  });
});

describe("values", () => {
  const record = (chan: string, value: unknown, last: number) => ({
    chan,
    value,
    quality: 0,
    last,
    count: 1,
  });
  it("keep the newest, whichever way it came, and start anew with the hub", () => {
    const store = createValueStore("a.b.");
    store.load([record("a.b.x", 1, 10), record("a.b.y", 1, 10), record("c.d.z", 1, 10)]);
    expect(store.names).toEqual([{ chan: "a.b.x" }, { chan: "a.b.y" }]);
    const names = store.names;
    store.change([record("a.b.x", 2, 20), record("c.d.z", 2, 20)]);
    store.load([record("a.b.x", 1, 10), record("a.b.y", 3, 30)]);
    expect(store.names).toBe(names);
    expect([store.record("a.b.x")?.value, store.record("a.b.y")?.value]).toEqual([2, 3]);
    expect(store.record("c.d.z")).toBeUndefined();
    store.load([record("a.b.x", null, 0)]);
    expect(store.record("a.b.x")?.value).toBeNull();
    expect(store.record("a.b.y")).toBeUndefined();
  });
  it("keep what the project says of a channel when its value changes", () => {
    const store = createValueStore("a.b.");
    const details = { type: "float" as const, writable: false, tags: [], label: "Halle", unit: "°C" };
    store.load([{ ...record("a.b.x", 1, 10), details }]);
    store.change([record("a.b.x", 2, 20)]);
    expect(store.record("a.b.x")).toMatchObject({ value: 2, details });
    const names = store.names;
    expect(names).toEqual([{ chan: "a.b.x", details }]);
    store.load([{ ...record("a.b.x", 2, 20), details: { ...details, label: "Keller" } }]);
    expect(store.names).not.toBe(names);
  });
  it("tell their readers", () => {
    const store = createValueStore("a.b.");
    let told = 0;
    const end = store.subscribe(() => {
      told += 1;
    });
    store.load([record("a.b.x", 1, 10)]);
    store.change([record("a.b.x", 2, 20)]);
    end();
    store.change([record("a.b.x", 3, 30)]);
    expect(told).toBe(2);
  });
  it("age in their largest unit", () => {
    expect([-5, 119_999, 120_000, 7_200_000, 172_800_000].map(ageText)).toEqual([
      "0\u00a0s",
      "119\u00a0s",
      "2 Min.",
      "2 Std.",
      "2 Tage",
    ]);
  });
});

const line = (ts: number, msg = `line ${ts}`): LogLine => ({
  ts,
  level: "info",
  src: "pod:a.b",
  module: "m",
  msg,
});
const texts = (view: LogView) => view.lines.map(({ msg }) => msg);

describe("log lines", () => {
  it("are read from NDJSON", () => {
    expect(parseLines(`${JSON.stringify(line(1))}\n${JSON.stringify(line(2))}\n`)).toEqual([
      line(1),
      line(2),
    ]);
    expect(parseLines("")).toEqual([]);
    expect(() => parseLines("<html>")).toThrow(SyntaxError);
  });
  it("are not shown twice when both ways bring them, and stay in order", () => {
    const known = [line(1), line(3), line(3, "twin"), line(5)];
    const merged = mergeLines(
      known,
      [line(3), line(3, "twin"), line(3, "twin"), line(4), line(5), line(6)],
      (l) => l,
    );
    expect(merged.map(({ ts, msg }) => [ts, msg])).toEqual([
      [1, "line 1"],
      [3, "line 3"],
      [3, "twin"],
      [3, "twin"],
      [4, "line 4"],
      [5, "line 5"],
      [6, "line 6"],
    ]);
  });
  it("are filtered by what they show", () => {
    const lines = [line(1, "Verbunden mit broker"), { ...line(2, "x"), chan: "a.b.temp" }, line(3, "y")];
    expect(filterLines(lines, " BROKER ").map(({ ts }) => ts)).toEqual([1]);
    expect(filterLines(lines, "temp").map(({ ts }) => ts)).toEqual([2]);
    expect(filterLines(lines, "  ")).toBe(lines);
  });
});

describe("log view", () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => line(from + i));
  const received = (view: LogView, lines: LogLine[], missed = 0) =>
    logView(view, { kind: "received", lines, missed });

  it("moves with new lines at the end and keeps only the newest", () => {
    const full = logView(EMPTY_VIEW, { kind: "loaded", lines: many(1, LIMITS.logTail) });
    const next = received(full, many(LIMITS.logTail + 1, 3), 2);
    expect(next).toMatchObject({ atEnd: true, unseen: 0, missed: 2 });
    expect(next.lines).toHaveLength(LIMITS.logTail);
    expect(next.lines[0]?.ts).toBe(4);
    expect(new Set(next.lines.map(({ id }) => id)).size).toBe(LIMITS.logTail);
  });
  it("takes nothing away from a reader and counts what came", () => {
    const full = logView(EMPTY_VIEW, { kind: "loaded", lines: many(1, LIMITS.logTail) });
    const reading = logView(full, { kind: "scrolled", atEnd: false });
    const more = received(received(reading, many(3_000, 2)), [line(3_001), line(3_002)]);
    expect(more).toMatchObject({ atEnd: false, unseen: 3 });
    expect(more.lines.slice(0, LIMITS.logTail)).toEqual(full.lines);
    const back = logView(more, { kind: "scrolled", atEnd: true });
    expect(back).toMatchObject({ atEnd: true, unseen: 0 });
    expect(back.lines).toHaveLength(LIMITS.logTail);
  });
  it("stays the same when nothing is new", () => {
    const view = logView(EMPTY_VIEW, { kind: "loaded", lines: [line(1)] });
    expect(logView(view, { kind: "loaded", lines: [line(1)] })).toBe(view);
    expect(logView(view, { kind: "loaded", lines: [] })).toBe(view);
    expect(logView(view, { kind: "scrolled", atEnd: true })).toBe(view);
    expect(texts(view)).toEqual(["line 1"]);
  });
  it("leaves the end only upwards", () => {
    expect(isAtEnd(true, { top: 100, lastTop: 100, distance: 400 })).toBe(true);
    expect(isAtEnd(true, { top: 60, lastTop: 100, distance: 400 })).toBe(false);
    expect(isAtEnd(true, { top: 90, lastTop: 100, distance: 10 })).toBe(true);
    expect(isAtEnd(false, { top: 200, lastTop: 100, distance: 300 })).toBe(false);
    expect(isAtEnd(false, { top: 500, lastTop: 100, distance: 0 })).toBe(true);
  });
});
