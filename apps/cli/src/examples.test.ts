import { readFile } from "node:fs/promises";
import path from "node:path";
import { podSchemas } from "@hubwart/pods/schemas";
import { compileProject } from "@hubwart/project";
import { CATALOGUE } from "@hubwart/project/catalogue";
import { describe, expect, it } from "vitest";
import { exampleFiles, pageFiles } from "../../../scripts/examples/files.ts";
import { command as fmt } from "./commands/project-fmt.ts";

const folder = path.resolve(import.meta.dirname, "../../../examples");
const compile = (name: string, bytes: Uint8Array) =>
  compileProject({ files: [{ name, bytes }] }, { schemas: podSchemas });

/** Kinds that `fehlerbeispiel.zip` cannot show together with the others, and why. */
const ELSEWHERE: Record<string, string> = {
  fileTooLarge: "needs 64 MiB",
  archiveTooManyFiles: "ends the reading of the archive",
  unpackedTooLarge: "ends the reading of the upload",
  unsafePath: "ends the reading of the archive",
  nothingToRead: "needs an archive without tables",
  tooManyRows: "ends the reading of the upload",
  tooManyCells: "ends the reading of the upload",
  tooHeavy: "comes from the process around the compiler",
  tooManyErrors: "needs 10,000 entries",
  missingTable: "is not said while files are unreadable",
  missingProjectId: "the project has a wrong one instead",
  noPods: "the project has pods",
  editDropped: "tells of values edited on the device",
  editMisfit: "tells of values edited on the device",
  editedChanged: "tells of schedules edited on the device",
  editedGone: "tells of schedules edited on the device",
  editedMisfit: "tells of schedules edited on the device",
  tooManyScripts: "none of them is looked at then",
  tooManyAlarms: "needs 50,000 alarms",
  patternsTooWide: "needs thousands of patterns over thousands of channels",
  tooManyClasses: "needs 200 classes",
  tooManySchedules: "needs 20,000 schedules",
  tooManyMeters: "needs 2,000 meters",
  tooManyTimes: "needs 200 times",
  tooManyBlocks: "needs 5,000 blocks",
  unknownArea: "is not said while rows are broken that may name it",
  unknownAreaOrClass: "is not said while rows are broken that may name it",
  tooManyDates: "needs 2,000 rows of calendars",
};

describe("examples", () => {
  for (const { name, make } of exampleFiles) {
    it(`${name} is what scripts/make-examples.ts makes`, async () => {
      const stored = await compile(name, await readFile(path.join(folder, name)));
      expect(stored).toEqual(await compile(name, await make()));
    });
  }

  it.each(pageFiles)("$name is what scripts/make-examples.ts makes", async ({ name, make }) => {
    expect(await readFile(path.join(folder, name))).toEqual(Buffer.from(await make()));
  });

  for (const name of [
    "alle-typen.xlsx",
    "erste-schritte.xlsx",
    "knx.xlsx",
    "meldungen.xlsx",
    "mqtt.xlsx",
    "energie.xlsx",
    "zeitprogramme.xlsx",
  ]) {
    it(`${name} has neither errors nor warnings`, async () => {
      const { compiled, errors } = await compile(name, await readFile(path.join(folder, name)));
      expect(errors).toEqual([]);
      expect(compiled?.pods.length).toBeGreaterThan(1);
      expect(compiled?.links.length).toBeGreaterThan(1);
    });
  }

  it.each(exampleFiles.filter(({ name }) => name.endsWith(".xlsx")))(
    "$name is in the one form",
    async ({ name }) => {
      const said: string[] = [];
      const output = { out: (line: string) => said.push(line), err: (line: string) => said.push(line) };
      expect([await fmt.run([path.join(folder, name), "--check"], output), said]).toEqual([0, []]);
    },
  );

  it("alle-typen.xlsx has every type of pod, and every pod has a channel that is linked", async () => {
    const name = "alle-typen.xlsx";
    const { compiled } = await compile(name, await readFile(path.join(folder, name)));
    const pods = compiled?.pods ?? [];
    expect([...new Set(pods.map(({ type }) => type))].sort()).toEqual(
      podSchemas.map(({ type }) => type).sort(),
    );
    const linked = new Set(compiled?.links.flatMap(({ source, target }) => [source, target]));
    for (const { channels, id } of pods) {
      expect([id, channels.some(({ chan }) => linked.has(chan))]).toEqual([id, true]);
    }
  });

  it.each(["ansichten.zip", "feldgeraete.xlsx", "regelung.zip"])(
    "%s, of one pod alone, has neither errors nor warnings",
    async (name) => {
      const { compiled, errors } = await compile(name, await readFile(path.join(folder, name)));
      expect(errors).toEqual([]);
      expect(compiled?.pods).toHaveLength(1);
    },
  );

  it("regelung.zip has a script, a retained and a recorded channel", async () => {
    const name = "regelung.zip";
    const { compiled } = await compile(name, await readFile(path.join(folder, name)));
    const channels = compiled?.pods.flatMap((pod) => pod.channels) ?? [];
    expect(Object.keys(compiled?.scripts ?? {})).toEqual(["regler.lua"]);
    expect(channels.filter(({ retain }) => retain).map(({ chan }) => chan)).toEqual(["http_in.raum.soll"]);
    expect(channels.filter(({ record }) => record).map(({ chan }) => chan)).toEqual([
      "http_in.raum.temperatur",
      "http_in.raum.ventil",
    ]);
  });

  it("fehlerbeispiel.zip shows every kind of error that one upload can show", async () => {
    const name = "fehlerbeispiel.zip";
    const { hash, errors } = await compile(name, await readFile(path.join(folder, name)));
    const shown = new Set(errors.map((error) => error.ErrCode));
    const missing = Object.entries(CATALOGUE).filter(([, kind]) => !shown.has(kind.code));
    expect(missing.map(([kind]) => kind).sort()).toEqual(Object.keys(ELSEWHERE).sort());
    expect(hash).toBe("");
  });
});
