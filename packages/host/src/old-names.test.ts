import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KeptSettings } from "./embedded/kept-settings.ts";
import { withNamesOfNow } from "./old-names.ts";
import { StateFile } from "./systemd/state.ts";

const OLD = { use: true, server: "zeit.example", fallback: "" };
const old = (value: unknown) => Object.fromEntries([["timeSync", value]]);
let file: string;
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), "old-names-")), "state.json");
});
afterEach(() => rm(path.dirname(file), { recursive: true, force: true }));

describe("settings of an earlier version", () => {
  it("are read by the device service", async () => {
    await writeFile(file, JSON.stringify({ ...old(OLD), zone: "Europe/Berlin" }));
    const { current } = await StateFile.open(file, (message) => expect.fail(message));
    expect(current).toEqual({ ntp: OLD, zone: "Europe/Berlin" });
  });

  it("are read where the machine is not changed", async () => {
    await writeFile(file, JSON.stringify({ configured: old(OLD), active: old(OLD) }));
    const { configured, active } = await KeptSettings.open(file);
    expect([configured.ntp, active.ntp]).toEqual([OLD, OLD]);
  });

  it("are found by that version again, also after a save, and so are those of a later one", async () => {
    const later = { colour: { of: "a later version" } };
    await writeFile(file, JSON.stringify({ ntp: OLD, ...later }));
    const device = await StateFile.open(file, (message) => expect.fail(message));
    await device.update({ zone: "Europe/Berlin" });
    const stored = async () => JSON.parse(await readFile(file, "utf8")) as unknown;
    expect(await stored()).toEqual({ ntp: OLD, ...old(OLD), zone: "Europe/Berlin", ...later });

    const unread = { ssh: "of a later version" };
    await writeFile(file, JSON.stringify({ configured: { ntp: OLD, ...later, ...unread }, active: {} }));
    await (await KeptSettings.open(file)).save({ zone: "Europe/Rome" });
    expect(await stored()).toEqual({
      configured: { ntp: OLD, ...old(OLD), zone: "Europe/Rome", ...later, ...unread },
      active: {},
    });
  });

  it("never replace newer ones, and what is no object stays as it is", () => {
    expect(withNamesOfNow({ ...old(1), ntp: 2 })).toEqual({ ntp: 2 });
    for (const other of [undefined, null, "timeSync", ["timeSync"], 3])
      expect(withNamesOfNow(other)).toBe(other);
  });
});
