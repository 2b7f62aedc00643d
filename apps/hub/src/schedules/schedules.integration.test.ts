import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DataRecord } from "@hubwart/ipc";
import type { CompiledAlarm, CompiledSchedule } from "@hubwart/project/compiled";
import { afterEach, expect, it } from "vitest";
import { useHubBuild } from "../testing/hub-build.ts";
import type { HubProcess } from "../testing/hub-process.ts";
import { channel, pod, project } from "../testing/projects.ts";

const build = useHubBuild();
let hub: HubProcess;
afterEach(() => hub.stop());

const ECHO = pod("fake.b", [
  channel("fake.b.set", { dir: "out" }),
  channel("fake.b.echo", { config: { of: "fake.b.set" } }),
]);
const LINKS = [{ source: "sched.main.level", target: "fake.b.set" }];
/** Every minute of every day has the value. */
const level = (value: number): CompiledSchedule => ({
  chan: "sched.main.level",
  type: "int",
  default: 0,
  label: "Stufe",
  times: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], at: 0, value }],
});
const plantOf = (value: number) =>
  project([ECHO], LINKS, {
    constants: [{ chan: "const.main.c", type: "int", value: 1, label: "Konstante" }],
    schedules: [level(value)],
  });

it("is a source like a constant: it has its value at the start and with each project, and links take it", async () => {
  hub = await build.start({ project: plantOf(7) });
  await hub.until("the value of the plan", async () => (await hub.value("fake.b.echo")).value === 7);
  const details = await hub.client.request("traceData", {
    filter: ["sched.*", "const.*"],
    tags: [],
    details: true,
  });
  expect(
    details.records.map(({ chan, details: one, value }) => [chan, value, one?.label, one?.writable]),
  ).toEqual([
    ["const.main.c", 1, "Konstante", false],
    ["sched.main.level", 7, "Stufe", false],
  ]);
  const [before] = await hub.pods();
  await hub.saveProject(plantOf(9), "v2");
  expect(await hub.client.request("applyProject", {})).toEqual({ restarted: false });
  await hub.until("the value of the next plan", async () => (await hub.value("fake.b.echo")).value === 9);
  expect((await hub.pods())[0]?.pid).toBe(before?.pid);
});

it("is not written by people", async () => {
  hub = await build.start({ project: plantOf(7) });
  await expect(hub.client.request("write", { chan: "sched.main.level", value: 1 })).rejects.toThrow();
  expect((await hub.value("sched.main.level")).value).toBe(7);
});

/** As the appliance writes it. */
async function change(edited: object): Promise<void> {
  const file = hub.layout.scheduleEdits;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ format: 1, schedules: edited }));
  await hub.client.request("schedulesChanged", {});
}

it("takes what people changed at once, without a restart of a pod, and has it again after it was killed", async () => {
  hub = await build.start({ project: plantOf(7) });
  await hub.until("the value of the plan", async () => (await hub.value("fake.b.echo")).value === 7);
  const [before] = await hub.pods();
  const seen: DataRecord[] = [];
  hub.client.onEvent((event) => {
    if (event.e === "values") seen.push(...event.records);
  });
  await hub.client.request("watch", { filter: ["sched.*"] });
  await change({ "sched.main.level": { plan: { default: 21 }, ts: 1 } });
  expect((await hub.value("sched.main.level")).value).toBe(21);
  await hub.until("the value behind the link", async () => (await hub.value("fake.b.echo")).value === 21);
  await hub.until("the value at who watches", () =>
    seen.some(({ chan, value }) => chan === "sched.main.level" && value === 21),
  );
  expect((await hub.pods())[0]?.pid).toBe(before?.pid);
  hub.child.kill("SIGKILL");
  const dataDir = hub.layout.root;
  const again = await build.start({ dataDir });
  await again.until(
    "the value after the kill",
    async () => (await again.value("sched.main.level")).value === 21,
  );
  await again.stop();
});

it("is a limit of alarms, and switches them on and off", async () => {
  const alarm: CompiledAlarm = {
    id: "high",
    source: "fake.b.set",
    kind: "above",
    limits: [{ chan: "sched.main.level" }],
    enable: "sched.main.on",
    priority: 2,
    text: "zu hoch",
    ack: "none",
  };
  const on: CompiledSchedule = { chan: "sched.main.on", type: "bool", default: true };
  const plant = project([ECHO], [], { schedules: [level(50), on], alarms: [alarm] });
  hub = await build.start({ project: plant });
  const standing = async () =>
    (await hub.client.request("alarms", { limit: 10 })).standing.map(
      ({ suppressed }) => suppressed?.by ?? "none",
    );
  await hub.until("the pod", async () => (await hub.pod("fake.b")).ifaces[0]?.state === true);
  await hub.client.request("write", { chan: "fake.b.set", value: 40 });
  expect(await standing()).toEqual([]);
  await change({ "sched.main.level": { plan: { default: 30 }, ts: 1 } });
  await hub.until("the alarm", async () => (await standing()).join() === "none");
  const off = { plan: { default: false }, ts: 1 };
  await change({ "sched.main.level": { plan: { default: 30 }, ts: 1 }, "sched.main.on": off });
  await hub.until("its suppression", async () => (await standing()).join() === "enable");
});
