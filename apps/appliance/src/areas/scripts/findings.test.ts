import { ManualClock } from "@hubwart/core";
import type { IfaceState } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { ScriptsWatch } from "./findings.ts";

const SOUND = { scripts: false, hosts: false };

const iface = (name: string, state: boolean, error?: string): IfaceState => ({
  iface: name,
  state,
  active: 1,
  count: 1,
  last: 1,
  ...(error === undefined ? {} : { error }),
});

it("names scripts that fail or do not run, each with its page", () => {
  const watch = new ScriptsWatch(new ManualClock());
  watch.observe({
    running: true,
    ifaces: [
      iface("good.lua", true),
      iface("halle 1.lua", true, "Zeile 3: boom"),
      iface("b.lua", false, "Zeile 1: Unerwartetes Zeichen"),
    ],
  });
  expect(watch.findings(SOUND, []).map(({ route, text }) => [text, route])).toEqual([
    ["Das Skript „halle 1.lua“ macht Fehler: Zeile 3: boom", "/resources/scripts/halle%201.lua"],
    ["Das Skript „b.lua“ läuft nicht: Zeile 1: Unerwartetes Zeichen", "/resources/scripts/b.lua"],
  ]);
  expect(watch.findings({ scripts: true, hosts: false }, []).map(({ code }) => code)).toContain(
    "scripts-damaged",
  );
});

it("says that the whole process is gone, after a while, with its reason", () => {
  const clock = new ManualClock();
  const watch = new ScriptsWatch(clock);
  const gone = { running: false, error: "Ende mit Code 1", ifaces: [] };
  watch.observe(gone);
  expect(watch.findings(SOUND, [])).toEqual([]);
  clock.advance(20_000);
  watch.observe(gone);
  expect(watch.findings(SOUND, [])[0]).toMatchObject({ code: "scripts-gone", level: 2 });
  expect(watch.findings(SOUND, [])[0]?.text).toContain("Ende mit Code 1");
  watch.observe({ running: true, ifaces: [] });
  expect(watch.findings(SOUND, [])).toEqual([]);
  watch.observe(undefined);
  expect(watch.findings(SOUND, [])).toEqual([]);
});

it("takes scripts for starting while their process comes up, after an activation too, and for no longer", () => {
  const clock = new ManualClock();
  const watch = new ScriptsWatch(clock);
  const running = { running: true, ifaces: [] };
  const after = (ms: number, pod: Parameters<ScriptsWatch["observe"]>[0]) => {
    clock.advance(ms);
    watch.observe(pod);
    return watch.starts;
  };
  expect(after(5_000, undefined)).toBe(true);
  expect(after(1_000, running)).toBe(false);
  // The old process is there for a moment.
  watch.activated();
  expect(after(1_000, running)).toBe(true);
  expect(after(18_000, undefined)).toBe(true);
  expect(after(2_000, undefined)).toBe(false);
  expect(after(1_000, running)).toBe(false);
  expect(after(1_000, undefined)).toBe(true);
});

it("names scripts beyond those that the hub runs", () => {
  const watch = new ScriptsWatch(new ManualClock());
  const names = Array.from({ length: 18 }, (_, index) => `s${index}.lua`);
  expect(watch.findings(SOUND, names.slice(0, 16))).toEqual([]);
  expect(watch.findings(SOUND, names.slice(0, 17))[0]?.text).toContain("„s16.lua“ läuft nicht");
  expect(watch.findings(SOUND, names)[0]).toMatchObject({
    code: "scripts-too-many",
    level: 2,
    text: "Es sind 18 Skripte aktiv, und nur 16 werden ausgeführt: „s16.lua“ und 1 weitere laufen nicht.",
  });
});

it("says that the list of servers cannot be read", () => {
  const watch = new ScriptsWatch(new ManualClock());
  expect(watch.findings({ scripts: false, hosts: true }, [])).toMatchObject([
    { code: "scripts-hosts-damaged", level: 2, route: "/resources/scripts" },
  ]);
});
