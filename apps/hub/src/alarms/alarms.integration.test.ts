import { readFile } from "node:fs/promises";
import type { AlarmLook } from "@hubwart/ipc";
import type { CompiledAlarm } from "@hubwart/project";
import { descendants } from "@hubwart/testing";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { buildHub, type HubBuild, type HubProcess } from "../testing/hub-process.ts";
import { channel, pod, project } from "../testing/projects.ts";

let build: HubBuild;
let hub: HubProcess;
beforeAll(async () => {
  build = await buildHub();
});
afterAll(() => build.remove());
afterEach(() => hub.stop());

const LEVEL = "fake.b.level";
const PODS = [
  pod("fake.b", [
    channel(LEVEL, { dir: "out", type: "float", label: "Pegel", unit: "m" }),
    channel("fake.b.online", { dir: "out", type: "bool" }),
  ]),
];
const HIGH: CompiledAlarm = {
  id: "high",
  source: LEVEL,
  kind: "above",
  limits: [{ chan: "const.main.most" }],
  priority: 2,
  text: "{label} über {limit} {unit}",
  ack: "on",
};
const plant = (alarms: CompiledAlarm[] = [HIGH]) =>
  project(PODS, [], { constants: [{ chan: "const.main.most", type: "float", value: 4 }], alarms });

const look = (): Promise<AlarmLook> => hub.client.request("alarms", { limit: 100 });
const write = (value: unknown, chan = LEVEL) => hub.client.request("write", { chan, value });
const states = async () => (await look()).standing.map(({ id, state }) => `${id} ${state}`);
const online = () => hub.until("the pod", async () => (await hub.pod("fake.b")).ifaces[0]?.state === true);

async function alarmsProcess(): Promise<number> {
  for (const pid of await descendants(hub.child.pid ?? 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("alarms.mjs")) return pid;
  }
  throw new Error("there is no process of the alarms");
}

it("raises, is acknowledged, goes, and tells its history; pulses within a batch are each noticed", async () => {
  hub = await build.start({ project: plant() });
  await online();
  await write(3);
  expect(await states()).toEqual([]);
  await write(5);
  await hub.until("the alarm", async () => (await states())[0] === "high unacked");
  const [standing] = (await look()).standing;
  expect(standing).toMatchObject({
    text: "Pegel über 4 m",
    value: 5,
    label: "Pegel",
    unit: "m",
    priority: 2,
  });
  const nr = standing?.nr ?? 0;
  expect(await hub.client.request("alarmAct", { what: "ack", nrs: [nr], by: "Anna" })).toEqual({
    done: [nr],
  });
  expect(await hub.client.request("alarmAct", { what: "ack", nrs: [nr], by: "Bert" })).toEqual({ done: [] });
  await write(1);
  await hub.until("the end", async () => (await states()).length === 0);

  for (let pulse = 0; pulse < 50; pulse += 1) await Promise.all([write(9), write(0)]);
  const question = {
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    what: ["raised" as const],
    offset: 0,
    limit: 1_000,
  };
  await hub.until("51 alarms", async () => (await hub.client.request("alarmHistory", question)).total === 51);
  const { events } = await hub.client.request("alarmHistory", { ...question, what: ["acked"] });
  expect(events).toMatchObject([{ nr, by: "Anna", id: "high", source: LEVEL }]);
});

it("keeps what stands and what was acknowledged over kills of its process and of the hub", async () => {
  hub = await build.start({ project: plant([HIGH, { ...HIGH, id: "higher", limits: [6] }]) });
  await online();
  await write(5);
  await hub.until("the alarm", async () => (await states())[0] === "high unacked");
  const nr = (await look()).standing[0]?.nr ?? 0;
  await hub.client.request("alarmAct", { what: "ack", nrs: [nr], by: "Anna" });
  for (let kill = 0; kill < 10; kill += 1) {
    const high = kill % 2 === 0;
    await write(high ? 7 : 5);
    await hub.until("the second alarm", async () => {
      const known = await states().catch(() => []);
      return known.some((text) => text === (high ? "higher unacked" : "higher returned"));
    });
    process.kill(await alarmsProcess(), "SIGKILL");
    await hub.until("the same again", async () => {
      const all = await look().catch(() => undefined);
      return all?.standing.length === 2;
    });
    const { standing } = await look();
    expect(standing.find(({ id }) => id === "high")).toMatchObject({
      nr,
      state: "acked",
      acked: { by: "Anna" },
    });
    expect(standing.find(({ id }) => id === "higher")?.state).toBe(high ? "unacked" : "returned");
  }
  const { total } = await hub.client.request("alarmHistory", {
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    what: ["raised"],
    offset: 0,
    limit: 10,
  });
  expect(total).toBe(6);
});

it("closes what the next project does not have, raises what is so at its start, and runs only where there are alarms", async () => {
  hub = await build.start({ project: plant() });
  await online();
  await write(5);
  await hub.until("the alarm", async () => (await states()).length === 1);
  await hub.saveProject(plant([{ ...HIGH, id: "other" }]), "v2");
  expect(await hub.client.request("applyProject", {})).toEqual({ restarted: false });
  await hub.until("the other", async () => (await states().catch(() => []))[0] === "other unacked");
  const { events } = await hub.client.request("alarmHistory", {
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    what: ["closed"],
    offset: 0,
    limit: 10,
  });
  expect(events).toMatchObject([{ id: "high", why: "Das Projekt hat diese Meldung nicht mehr." }]);
  await hub.saveProject(project(PODS), "v3");
  await hub.client.request("applyProject", {});
  expect(await look()).toMatchObject({ alarms: 0, standing: [] });
  await expect(alarmsProcess()).rejects.toThrow("no process");
  await expect(hub.client.request("alarmAct", { what: "ack", nrs: "all", by: "A" })).rejects.toThrow(
    "Das Projekt hat keine Meldungen.",
  );
});
