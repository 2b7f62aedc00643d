import { expect, it } from "vitest";
import type { AuditRecord } from "../../../http/ports.ts";
import { PlantAlarms } from "../../../testing/plant-alarms.ts";
import { ScriptedHub } from "../../../testing/scripted-hub.ts";
import { accessOf } from "./access.ts";
import { LiveAlarms } from "./alarms.ts";

function bench() {
  const hub = new ScriptedHub();
  hub.say({ state: "running" });
  const plant = new PlantAlarms();
  Object.assign(hub.answers, plant.answers);
  const entries: AuditRecord[] = [];
  const alarms = new LiveAlarms(hub, { record: (entry) => entries.push(entry) });
  plant.come("knx.line.temp");
  plant.come("mqtt.hall.door");
  plant.come("knx.line.light");
  const as = (role: string, nrs: number[]) =>
    alarms.acknowledge(accessOf({ username: "visu", role }), "192.0.2.1", nrs);
  return { plant, entries, as };
}

it("acknowledges what the role opens for writing, in one entry of the change log with its user", async () => {
  const { plant, entries, as } = bench();
  const { done, refused } = await as("read:knx.* write:knx.line.light", [1, 2, 3, 3, 99]);
  expect(done).toEqual([3]);
  expect(refused.map(({ nr }) => nr)).toEqual([1, 2, 99]);
  expect(refused[0]?.reason).toContain("zu „knx.line.temp“ zu quittieren");
  // What the role does not open and what is not there are the same to its user.
  expect(refused[1]?.reason).toBe(refused[2]?.reason);
  expect(plant.acts).toEqual([{ what: "ack", nrs: [3], by: "visu (Live-Schnittstelle)" }]);
  expect(entries).toEqual([
    {
      call: "alarmAck",
      address: "192.0.2.1",
      code: 0,
      before: undefined,
      after: { done: 1, alarms: ["zu hoch (knx.line.light)"], user: "visu" },
    },
  ]);
});

it("leaves no entry where nothing came of it", async () => {
  const { plant, entries, as } = bench();
  expect((await as("read", [1, 2])).done).toEqual([]);
  expect(plant.acts).toEqual([]);
  await as("write", [1]);
  expect(await as("write", [1])).toEqual({ done: [], refused: [] });
  expect(entries).toHaveLength(1);
});
