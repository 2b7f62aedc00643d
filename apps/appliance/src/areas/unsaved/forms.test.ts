import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import { createLogger, InvalidInputError, ManualClock, MemoryLogSink, NotFoundError } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { UnsavedForms } from "./forms.ts";

const DAY = LIMITS.unsavedKept;
const HOUR = 3_600_000;
let folder: string;
let clock: ManualClock;
const sink = new MemoryLogSink();
const open = () => UnsavedForms.open(folder, clock, createLogger("system", "test", sink));
const typed = (name: string) => ({ change: { name }, before: { name: "alt" } });
const files = () => readdirSync(folder).map((name) => path.join(folder, name));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "unsaved-"));
  clock = new ManualClock();
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keeps what was typed over a restart, in a file of its own that nobody else reads", async () => {
  await (await open()).keep("anna", "network.hostname", { ...typed("neu"), etag: '"1"' });
  expect(statSync(files()[0] ?? "").mode & 0o777).toBe(0o600);
  const forms = await open();
  expect(await forms.list("anna")).toEqual([{ form: "network.hostname", at: clock.now() }]);
  expect(await forms.read("anna", "network.hostname")).toEqual({
    ...typed("neu"),
    etag: '"1"',
    at: clock.now(),
  });
});

it("gives nobody what somebody else typed, also where his file lies in the other's place", async () => {
  const forms = await open();
  await forms.keep("anna", "form", typed("neu"));
  expect(await forms.list("bernd")).toEqual([]);
  await expect(forms.read("bernd", "form")).rejects.toThrow(NotFoundError);
  const [hers] = files();
  await forms.keep("bernd", "form", typed("seins"));
  const his = files().find((file) => file !== hers) ?? "";
  writeFileSync(his, readFileSync(hers ?? ""));
  expect(await forms.list("bernd")).toEqual([]);
});

it("stores no secret, whatever is sent", async () => {
  const forms = await open();
  await forms.keep("anna", "form", {
    change: { pwd: "geheim", list: [{ token: "geheim", id: 1 }] },
    before: { api_key: "geheim" },
  });
  expect(readFileSync(files()[0] ?? "", "utf8")).not.toContain("geheim");
  expect((await forms.read("anna", "form")).change).toEqual({ list: [{ id: 1 }] });
});

it("forgets after a day, and where the clock was set back by more than one", async () => {
  const forms = await open();
  await forms.keep("anna", "form", typed("neu"));
  clock.advance(DAY - 1);
  expect(await forms.list("anna")).toHaveLength(1);
  clock.advance(1);
  expect(await forms.list("anna")).toEqual([]);
  utimesSync(files()[0] ?? "", 0, 0);
  await forms.sweep();
  expect(files()).toEqual([]);
});

it("loses nothing while the clock is ahead for a while, whatever is kept and swept meanwhile", async () => {
  const forms = await open();
  clock.advance(2 * HOUR);
  await forms.keep("anna", "form", typed("neu"));
  const past = clock.now() / 1_000;
  for (const file of files()) utimesSync(file, past, past);
  await forms.sweep();
  clock.jump(365 * DAY);
  expect(await forms.list("anna")).toEqual([]);
  await forms.keep("anna", "anderes", typed("x"));
  for (const file of files()) utimesSync(file, past, past);
  clock.advance(30_000);
  await forms.sweep();
  clock.jump(-365 * DAY);
  await forms.sweep();
  expect(await forms.list("anna")).toMatchObject([{ form: "form" }]);
});

it("takes the newest forms only, and removes the file with the last of them", async () => {
  const forms = await open();
  for (let at = 0; at < LIMITS.unsavedForms + 2; at += 1) await forms.keep("anna", `form${at}`, typed("x"));
  const kept = await forms.list("anna");
  expect(kept).toHaveLength(LIMITS.unsavedForms);
  expect(kept[0]?.form).toBe(`form${LIMITS.unsavedForms + 1}`);
  for (let at = 0; at < 6; at += 1) await forms.keep("anna", `gross${at}`, typed("x".repeat(120_000)));
  expect(statSync(files()[0] ?? "").size).toBeLessThan(LIMITS.unsavedBytes + 1_000);
  for (const { form } of await forms.list("anna")) await forms.drop("anna", form);
  expect(files()).toEqual([]);
});

it("refuses what is nested without end, and begins anew where its file is damaged", async () => {
  const forms = await open();
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 50; level += 1) deep = { deep };
  expect(() => forms.keep("anna", "form", { change: deep, before: {} })).toThrow(InvalidInputError);
  await forms.keep("anna", "form", typed("neu"));
  writeFileSync(files()[0] ?? "", '{"owner": "an');
  expect(await forms.list("anna")).toEqual([]);
  await forms.keep("anna", "form", typed("wieder"));
  expect(await forms.list("anna")).toHaveLength(1);
});
