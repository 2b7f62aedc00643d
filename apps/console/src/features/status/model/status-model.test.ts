import { describe, expect, it } from "vitest";
import { clockOffset } from "../../../api/device-clock.ts";
import { clockDifference, deviceTime } from "./clock-difference.ts";
import { containerSummary } from "./container-summary.ts";
import { columnsOf, figuresOf, markAt, marksOf, spanOf } from "./history-figures.ts";
import { projectState } from "./project-state.ts";
import { restartCount, restartReason } from "./restart-reason.ts";
import { serverState } from "./server-state.ts";

describe("state of the project", () => {
  it.each([
    ["p", "running", 7, "ok", "Das Projekt läuft"],
    ["", "running", 7, "error", "Das Projekt läuft nicht"],
    ["p", "running", 0, "error", "Das Projekt läuft nicht"],
    ["p", "init", 7, "warn", "Das Projekt läuft nicht"],
    ["p", "stopped", 0, "error", "Das Projekt ist angehalten"],
    ["p", "no_license", 7, "error", "Keine gültige Lizenz vorhanden"],
    ["", "no_project", 7, "off", "Kein Projekt hochgeladen"],
  ] as const)("%j, %s, pid %i", (id, state, pid, tone, text) => {
    expect(projectState({ id }, { state, pid })).toEqual({ tone, text });
  });
});

describe("reason of the last restart", () => {
  it.each([
    [1, "error", "Lizenz fehlt"],
    [2, "error", "Fingerabdruck konnte nicht erstellt werden"],
    [3, "error", "Lizenz ist abgelaufen"],
    [4, "plain", "Projektänderung"],
    [5, "plain", "Benutzeraktion"],
    [1001, "event", "Projekt hochgeladen"],
    [1005, "event", "Datenspeicher wiederhergestellt"],
    [1099, "event", "Code: 1099"],
    [0, "unknown", "Unbekannt"],
    [77, "unknown", "Unbekannt (Code: 77)"],
    [17, "unknown", "Unbekannt (Code: 17)"],
    [1000, "unknown", "Unbekannt (Code: 1000)"],
  ])("%i is %s", (lastrc, style, text) => {
    expect(restartReason({ lastrc })).toEqual({ style, text });
  });
  it("says how a crash ended", () => {
    const crash = (code: number | null, signal: string | null) =>
      restartReason({ lastrc: 0, exit: { code, signal } }).text;
    expect(crash(null, "SIGKILL")).toBe("unerwartet beendet (Signal SIGKILL)");
    expect(crash(134, null)).toBe("unerwartet beendet (Rückgabewert 134)");
    expect(restartReason({ lastrc: 5, exit: { code: 0, signal: null } }).text).toBe("Benutzeraktion");
  });
  it("does not count the first start", () => {
    expect([0, 1, 2].map(restartCount)).toEqual([0, 0, 1]);
  });
});

describe("servers of the manufacturer", () => {
  it.each([
    [200, 1, "ok", "Anmeldung erfolgreich"],
    [401, 1, "warn", "Server erreicht, Anmeldung abgelehnt"],
    [0, 1, "warn", "Kein Zugriff"],
    [503, 1, "warn", "Kein Zugriff"],
    [0, 0, "off", "Noch nicht geprüft"],
  ])("%i checked at %i", (status, checked, tone, text) => {
    expect(serverState(status, checked)).toEqual({ tone, text });
  });
});

describe("clock of the device", () => {
  it("is compared with the moment its answer arrived", () => {
    expect(clockOffset(1_000.5, 990_500)).toBe(10_000);
    expect(clockOffset(1_000, 0)).toBe(0);
  });
  it.each([
    [0, "keine", false],
    [-999, "keine", false],
    [1_000, "+1 s", false],
    [-59_999, "−59 s", false],
    [60_000, "+1 Min. 0 s", true],
    [-7_200_000, "−2 Std. 0 Min.", true],
  ])("%i ms", (offset, text, serious) => {
    expect(clockDifference(offset)).toEqual({ text, serious });
  });
  it("is shown in the device's time zone, and without one known to the browser all the same", () => {
    const ms = Date.UTC(2026, 6, 1, 10, 0, 0);
    expect(deviceTime(ms, "Europe/Berlin")).toBe("01.07.2026, 12:00:00");
    expect(deviceTime(ms, "No/Where")).not.toBe("");
    const own = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "medium" });
    expect(deviceTime(ms, own.resolvedOptions().timeZone)).toBe(own.format(ms));
  });
});

describe("containers", () => {
  const one = { name: "s4q_main", system: true, running: true, started: null, memory: 40, cpu: 2 };
  it("need two that run", () => {
    const two = { ...one, name: "s4q_caddyproxy", memory: 10.5, cpu: 1 };
    const stopped = { ...two, running: false };
    expect(containerSummary({ containers: [one, two] })).toEqual({
      tone: "ok",
      text: "2 Container laufen",
      memory: 50.5,
      cpu: 3,
    });
    expect(containerSummary({ containers: [one, stopped] })).toMatchObject({
      tone: "warn",
      memory: 40,
    });
  });
});

describe("history", () => {
  const at = (seconds: number, cpu: number) => ({ ts: seconds * 1_000, cpu, ram: 1, disk: 2 });
  it("sums up what is drawn", () => {
    expect(figuresOf([at(0, 10), at(15, 30), at(30, 20)], "cpu")).toEqual({ now: 20, mean: 20, most: 30 });
    expect(figuresOf([], "cpu")).toBeUndefined();
  });
  it("says what happened, and finds it again near the pointer", () => {
    const marks = marksOf([
      { ts: 10_000, kind: "system", text: "" },
      { ts: 20_000, kind: "pod", text: "mqtt.a" },
      { ts: 30_000, kind: "project", text: "3" },
    ]);
    expect(marks).toEqual([
      { at: 10, text: "System gestartet" },
      { at: 30, text: "Projekt gewechselt (Version 3)" },
    ]);
    expect(markAt(marks, 21, 12)?.at).toBe(30);
    expect(markAt(marks, 20, 5)).toBeUndefined();
  });
  it("leaves a gap where the device was off", () => {
    expect(columnsOf([at(0, 10), at(15, 20), at(600, 30)], "cpu", 15)).toEqual([
      [0, 15, 30, 600],
      [10, 20, null, 30],
    ]);
  });
});

describe("what a graph spans", () => {
  it.each([
    ["a sixth of the hour at first", 3_540, 3_600, 3_000],
    ["the samples after that", 2_400, 3_600, 2_400],
    ["the whole hour", 0, 3_600, 0],
  ])("%s", (_what, first, last, from) => {
    expect(spanOf(first, last, 3_600)).toEqual([from, last]);
  });
});
