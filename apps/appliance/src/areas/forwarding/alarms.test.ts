import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLogger, MemoryLogSink } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PlantAlarms } from "../../testing/plant-alarms.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { alarmsFor } from "./alarms.ts";
import { DocumentBuffer } from "./buffer.ts";
import { documentLines } from "./targets/document-lines.ts";
import { quietDocument } from "./testing.ts";

function bench() {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  const plant = new PlantAlarms();
  Object.assign(hub.answers, plant.answers);
  const told = async (after: number | undefined) => {
    const { alarms, told: until } = await alarmsFor(hub, after);
    return { lines: alarms.transitions.map(({ line, what }) => `${line} ${what}`), until, alarms };
  };
  return { plant, told };
}

it("tells how alarms stand, and from the second document on each transition since the one before", async () => {
  const { plant, told } = bench();
  const alarm = plant.come("knx.line.temp");
  plant.note(alarm, "told", { by: "email.mail (Anna Berger)" });
  const first = await told(undefined);
  expect(first).toMatchObject({
    lines: [],
    until: 2,
    alarms: { state: "watching", worst: [{ nr: 1, source: "knx.line.temp", state: "unacked" }] },
  });
  plant.answers.alarmAct({ what: "ack", nrs: [1], by: "Administrator (192.0.2.4)" });
  plant.go("knx.line.temp");
  const second = await told(first.until);
  expect(second).toMatchObject({ lines: ["3 acked", "4 cleared"], until: 4 });
  expect(JSON.stringify(second)).not.toMatch(/Administrator|Anna/);
  expect(await told(second.until)).toMatchObject({ lines: [], until: 4 });
});

it("tells many over several documents, how many lines are lost, and all of another journal", async () => {
  const { plant, told } = bench();
  const alarm = plant.come("knx.line.temp");
  for (let more = 0; more < 1_500; more += 1) plant.note(alarm, "commented");
  const first = await told(0);
  expect([first.lines.length, first.until]).toEqual([1_000, 1_000]);
  plant.events.splice(0, 1_100);
  const second = await told(first.until);
  expect([second.lines.length, second.alarms.missed, second.until]).toEqual([401, 100, 1_501]);
  plant.events = [];
  plant.come("mqtt.hall.door");
  expect((await told(1_501)).lines).toEqual(["1 raised"]);
  plant.alarms = 0;
  expect(await told(1_501)).toMatchObject({ until: 1_501, alarms: { state: "none", transitions: [] } });
});

it("become points: their counts at the time of the document, transitions at their own", async () => {
  const { plant, told } = bench();
  plant.come("knx.line.temp", { text: 'Raum "3" ist zu warm' });
  const { alarms } = await told(0);
  const document = quietDocument(alarms);
  const lines = documentLines(JSON.stringify(document)).trim().split("\n");
  expect(lines.filter((line) => line.startsWith("alarm"))).toEqual([
    'alarms,host=hub state="watching",missed=0i,p1=0i,p2=0i,p3=0i,p4=0i,unacked=0i,shelved=0i,suppressed=0i,maintenance=0i 1793954977000',
    'alarm,alarm=high/knx.line.temp,host=hub,what=raised line=1i,nr=1i,priority=2i,source="knx.line.temp",text="Raum \\"3\\" ist zu warm" 1',
  ]);
  const { alarms: _without, ...old } = document;
  // One that an older release has left behind.
  expect(documentLines(JSON.stringify(old))).not.toContain("alarms");
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "hubwart-forwarded-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("keeps with the documents how far they told, also over a sudden end", async () => {
  const log = createLogger("system", "forwarding", new MemoryLogSink());
  const open = () => DocumentBuffer.open(folder, { documents: 10, bytes: 1e6 }, log);
  const first = await open();
  await first.setActive("mqtt", true);
  expect(first.told).toBeUndefined();
  await first.add(() => "{}", 5, 7);
  // What told nothing of alarms leaves it where it was.
  await first.add(() => "{}", 6);
  expect([first.told, (await open()).told]).toEqual([7, 7]);
});
