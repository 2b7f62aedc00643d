import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ManualClock, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Journal } from "./journal.ts";

const folder = useFolder();
let clock: ManualClock;
let scope: Scope;
let lines: string[];
beforeEach(() => {
  clock = new ManualClock(1_700_000_000_000);
  scope = new Scope();
  lines = [];
});
afterEach(() => scope.end());
const file = () => path.join(folder(), "changes.log");
const journal = (record = file()) => new Journal({ clock, scope, log: (line) => lines.push(line), record });
const SSH = { verb: "save-ssh", settings: { enabled: true } };
const OK = '{"audit":"save-ssh","fields":{"settings":{"enabled":true}},"outcome":"ok"}';

it("has each accepted change, in a record of its own too, however much was refused before", async () => {
  const kept = journal();
  for (let i = 0; i < 65_000; i += 1) kept.refused({ verb: "?" }, "Die Anfrage ist kein JSON.");
  await kept.accepted(SSH);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe(OK);
  expect(await readFile(file(), "utf8")).toBe(`2023-11-14T22:13:20.000Z ${OK}\n`);
});

it("says once a minute how many more were refused, and names those of the next minute again", async () => {
  const kept = journal();
  for (let i = 0; i < 100; i += 1) kept.refused({ verb: "?" }, "no");
  clock.advance(60_000);
  expect(lines.at(-1)).toBe('{"audit":"refused","fields":{"more":80},"outcome":"refused"}');
  kept.refused({ verb: "?" }, "no");
  clock.advance(60_000);
  expect(lines).toHaveLength(22);
  for (let i = 0; i < 25; i += 1) kept.refused({ verb: "?" }, "no");
  await scope.end();
  expect(lines.at(-1)).toContain('"more":5');
});

it("lets a change pass whose record cannot be written, and says so", async () => {
  await writeFile(path.join(folder(), "file"), "");
  await journal(path.join(folder(), "file", "changes.log")).accepted(SSH);
  expect(lines[0]).toBe(OK);
  expect(lines[1]).toContain("changes.log");
});
