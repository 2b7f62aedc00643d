import { beforeAll, expect, it } from "vitest";
import type { CompiledAlarm, CompiledProject } from "./compiled.ts";
import { problemInCompiled } from "./compiled-shape.ts";
import { alarmTables, compileTables, scheduleTables, testSchemas } from "./testing/project.ts";

let good: CompiledProject;
beforeAll(async () => {
  const { compiled } = await compileTables({ ...alarmTables(), ...scheduleTables() });
  if (!compiled) throw new Error("the example does not compile");
  good = compiled;
});

const changed = (change: (project: CompiledProject) => unknown): unknown => {
  const copy = structuredClone(good);
  return change(copy) ?? copy;
};
const firstPod = ({ pods: [pod] }: CompiledProject) => {
  if (!pod) throw new Error("no pod");
  return pod;
};

const firstAlarm = ({ alarms: [alarm] = [] }: CompiledProject): CompiledAlarm => {
  if (!alarm) throw new Error("no alarm");
  return alarm;
};

it("takes what the compiler makes", () => {
  expect(problemInCompiled(JSON.parse(JSON.stringify(good)), testSchemas)).toBeUndefined();
});

it.each<[string, (project: CompiledProject) => unknown, string]>([
  [
    "a pod of a type that only objects have",
    (p) =>
      void Object.assign(firstPod(p), { id: "constructor.a", type: "constructor", name: "a", channels: [] }),
    "„constructor“",
  ],
  [
    "a pod of the type __proto__",
    (p) => void Object.assign(firstPod(p), { type: "__proto__" }),
    "„__proto__“",
  ],
  [
    "a pod that leads out of its folder",
    (p) => void Object.assign(firstPod(p), { id: "bus.../x" }),
    "pods.0.id",
  ],
  [
    "a pod of another name than its id",
    (p) => void Object.assign(firstPod(p), { name: "z" }),
    "heißt anders",
  ],
  ["a pod twice", (p) => void p.pods.push(firstPod(p)), "doppelt"],
  [
    "a channel of another pod",
    (p) => void Object.assign(firstPod(p).channels[0] ?? {}, { chan: "bus.z.x" }),
    "gehört nicht",
  ],
  [
    "a channel of no interface",
    (p) => void Object.assign(firstPod(p).channels[0] ?? {}, { iface: "toString" }),
    "gehört nicht",
  ],
  [
    "a channel of no type",
    (p) => void Object.assign(firstPod(p).channels[0] ?? {}, { type: "toString" }),
    "type",
  ],
  [
    "a cell that is an object",
    (p) => void Object.assign(firstPod(p).ifaces[0]?.config ?? {}, { host: {} }),
    "host",
  ],
  ["a script that leads out", (p) => void Object.assign(p, { scripts: { "../x.lua": "" } }), "scripts"],
  ["an alarm twice", (p) => void p.alarms?.push(firstAlarm(p)), "Meldung kommt doppelt"],
  ["an alarm of no kind", (p) => void Object.assign(firstAlarm(p), { kind: "toString" }), "alarms.0.kind"],
  [
    "an alarm of no class",
    (p) => void Object.assign(firstAlarm(p), { class: "x" }),
    "die Klasse der Meldung",
  ],
  [
    "an alarm that nothing explains",
    (p) => void Object.assign(firstAlarm(p), { parent: "x" }),
    "erklärt, gibt es nicht",
  ],
  [
    "an alarm that explains itself",
    (p) => void Object.assign(firstAlarm(p), { parent: firstAlarm(p).id }),
    "erklärt sich selbst",
  ],
  [
    "an alarm with a delay of a year",
    (p) => void Object.assign(firstAlarm(p), { onDelay: 3.2e10 }),
    "alarms.0.onDelay",
  ],
  ["a limit that is a list", (p) => void Object.assign(firstAlarm(p), { limits: [[]] }), "alarms.0.limits"],
  [
    "more alarms than the compiler makes",
    (p) => void Object.assign(p, { alarms: Array.from({ length: 50_001 }, () => firstAlarm(p)) }),
    "alarms",
  ],
  [
    "a class twice",
    ({ alarmClasses: [one, ...more] = [], ...p }) => ({ ...p, alarmClasses: [one, one, ...more] }),
    "eine Klasse kommt doppelt",
  ],
  [
    "reminders without a pause",
    (p) => void Object.assign(p.alarmClasses?.[0]?.steps[0] ?? {}, { repeat: 0 }),
    "repeat",
  ],
  [
    "a schedule of another type's name",
    (p) => void Object.assign(p.schedules?.[0] ?? {}, { chan: "const.main.x" }),
    "keinen gültigen Namen",
  ],
  ["a schedule twice", (p) => void p.schedules?.push(...p.schedules), "kommt doppelt vor"],
  [
    "a value of another type than its schedule",
    (p) => void Object.assign(p.schedules?.[0]?.times?.[0] ?? {}, { value: "x" }),
    "passt nicht zu seinem Typ",
  ],
  [
    "a time after midnight",
    (p) => void Object.assign(p.schedules?.[0]?.times?.[0] ?? {}, { at: 1_440 }),
    "at",
  ],
  ["a calendar twice", (p) => void p.calendars?.push(...p.calendars), "ein Kalender kommt doppelt"],
  ["holidays of nowhere", (p) => void Object.assign(p.calendars?.[0] ?? {}, { states: ["XX"] }), "states"],
  [
    "a place beyond the pole",
    (p) => void Object.assign(p, { place: { latitude: 91, longitude: 0 } }),
    "latitude",
  ],
  ["another format", (p) => ({ ...p, format: 2 }), "format"],
  ["no links", ({ links: _links, ...p }) => p, "links"],
  ["nothing", () => "x", "kein Projekt"],
])("refuses %s", (_what, change, said) => {
  expect(problemInCompiled(changed(change), testSchemas)).toContain(said);
});
