import { expect, it } from "vitest";
import { DeviceFindings } from "./device-findings.ts";
import { alarm, stage } from "./testing/stage.ts";

const ROWS = [
  alarm({ id: "geraet", kind: "device", source: "device.*", limits: [], text: "{value}", priority: 1 }),
  alarm({ id: "platte", kind: "device", source: "device.disk-full", limits: [], text: "Keller: {value}" }),
  alarm({ id: "warm" }),
];
const FULL = { code: "disk-full", text: "Der Speicher ist voll." };
const LICENSE = { code: "license", text: "Die Lizenz läuft ab." };

function plant(rows = ROWS) {
  const at = stage({ alarms: rows });
  return { ...at, findings: new DeviceFindings(at.engine, at.project) };
}

it("come with their finding, by each row that means it, and go with it", () => {
  const { engine, findings, happened, states } = plant();
  expect(states()).toEqual({});
  findings.set([FULL, LICENSE]);
  expect(states()).toEqual({
    "geraet/device.disk-full": "unacked",
    "geraet/device.license": "unacked",
    platte: "unacked",
  });
  expect(engine.record("platte")?.text).toBe("Keller: Der Speicher ist voll.");
  expect(engine.alarm("geraet/device.license")).toMatchObject({ source: "device.license", priority: 1 });
  findings.set([FULL, LICENSE]);
  expect(happened()).toHaveLength(3);
  findings.set([LICENSE]);
  expect(states()).toEqual({
    "geraet/device.disk-full": "returned",
    "geraet/device.license": "unacked",
    platte: "returned",
  });
});

it("stand over a restart until the device says that they are over, and are closed with their row", async () => {
  const first = plant();
  first.findings.set([FULL]);
  const at = await first.again();
  expect(at.states()).toEqual({ "geraet/device.disk-full": "unacked", platte: "unacked" });
  const findings = new DeviceFindings(at.engine, at.project);
  findings.set([]);
  expect(at.states()).toEqual({ "geraet/device.disk-full": "returned", platte: "returned" });
  findings.set([FULL]);
  const other = await at.again({ alarms: [ROWS[2] as (typeof ROWS)[0]] });
  expect(other.states()).toEqual({});
  expect(other.disk.events.filter(({ what }) => what === "closed")).toHaveLength(2);
});

it("wait for their delay, and are told by their class", async () => {
  const row = { ...(ROWS[0] as (typeof ROWS)[0]), onDelay: 60_000, class: "technik" };
  const at = stage({
    alarms: [row],
    classes: [{ id: "technik", steps: [{ after: 0, ways: ["email.mail"], until: "ack" }] }],
  });
  const findings = new DeviceFindings(at.engine, at.project);
  findings.set([FULL]);
  await at.pass(30_000);
  findings.set([]);
  await at.pass(60_000);
  expect(at.sent).toEqual([]);
  findings.set([FULL]);
  await at.pass(63_000);
  expect(at.sent.map(({ message }) => message.subject)).toEqual(["[Haus] Dringend: Der Speicher ist voll."]);
});
