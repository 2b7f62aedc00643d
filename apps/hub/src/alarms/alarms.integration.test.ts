import { setTimeout as sleep } from "node:timers/promises";
import type { AlarmLook } from "@hubwart/ipc";
import type { CompiledAlarm } from "@hubwart/project";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, expect, it } from "vitest";
import { alarmsProcess } from "../testing/alarm-kills.ts";
import { useHubBuild } from "../testing/hub-build.ts";
import type { HubProcess } from "../testing/hub-process.ts";
import { channel, pod, project } from "../testing/projects.ts";

const dataDir = useFolder();

const build = useHubBuild();
let hub: HubProcess;
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
  const news = await hub.client.request("alarmNews", { after: 1, limit: 2 });
  expect(news).toMatchObject({
    events: [
      { what: "acked", nr },
      { what: "cleared", nr },
    ],
    alarms: [{ id: "high", state: "returned" }],
    gone: [],
  });
  expect(news.last).toBeGreaterThan(100);
  expect(await hub.client.request("alarmTally", {})).toMatchObject({
    alarms: 1,
    raised: [0, 51, 0, 0],
    acked: [0, 1, 0, 0],
    standing: [{ state: "returned", priority: 2, count: 1 }],
  });
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
    process.kill(await alarmsProcess(hub), "SIGKILL");
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
  await expect(alarmsProcess(hub)).rejects.toThrow("no process");
  await expect(hub.client.request("alarmAct", { what: "ack", nrs: "all", by: "A" })).rejects.toThrow(
    "Das Projekt hat keine Meldungen.",
  );
});

it("scripts raise and clear rows of their kind, from their first line on; that stands over kills of all who are about it", async () => {
  const rows: CompiledAlarm[] = [HIGH, { ...HIGH, id: "filter", kind: "script", limits: [], text: "Filter" }];
  const source = `
    alarm.raise("filter", "Filter seit 400 h")
    log(pcall(alarm.raise, "high"))
    log(pcall(alarm.raise, "nothing"))
    on_change("${LEVEL}", function(value)
      if value == 1 then alarm.clear("filter") end
      local on, state = alarm.active("high")
      write("fake.b.online", on == true)
    end)`;
  const withScript = { ...plant(rows), scripts: { "luft.lua": source } };
  hub = await build.start({ project: withScript });
  await online();
  await hub.until("the script's alarm", async () => (await states())[0] === "filter unacked");
  expect((await look()).standing).toMatchObject([{ text: "Filter seit 400 h", kind: "script" }]);
  process.kill(await alarmsProcess(hub), "SIGKILL");
  await hub.until("it again", async () => (await states().catch(() => []))[0] === "filter unacked");
  await write(9);
  const told = async () => (await hub.value("fake.b.online")).value;
  await hub.until("the script to see the other", async () => {
    await write(9);
    return (await told()) === true;
  });
  await hub.client.request("alarmAct", { what: "ack", nrs: "all", by: "Anna" });
  await write(1);
  await hub.until("the end of both", async () => (await states()).length === 0);
  const { events } = await hub.client.request("alarmHistory", {
    from: 0,
    to: Number.MAX_SAFE_INTEGER,
    text: "filter",
    offset: 0,
    limit: 10,
  });
  expect(events.map(({ by, what }) => `${what} ${by}`)).toEqual([
    "cleared luft.lua",
    "acked Anna",
    "raised luft.lua",
  ]);
});

it("says at once that it does not know while its process stands still, and knows again when that goes on", async () => {
  hub = await build.start({ project: plant() });
  await online();
  await write(5);
  await hub.until("the alarm", async () => (await states())[0] === "high unacked");
  const heard: string[] = [];
  hub.client.onEvent(({ e }) => e === "alarms" && heard.push(e));
  await sleep(500);
  heard.length = 0;
  const pid = await alarmsProcess(hub);
  process.kill(pid, "SIGSTOP");
  try {
    await hub.until("word that something is other", () => heard.length > 0);
    const began = Date.now();
    await expect(look()).rejects.toThrow("antwortet nicht");
    expect(Date.now() - began).toBeLessThan(2_000);
    await write(1);
    heard.length = 0;
  } finally {
    process.kill(pid, "SIGCONT");
  }
  await hub.until("word that it is back", () => heard.length > 0);
  await hub.until("the end of the alarm", async () => (await states())[0] === "high returned");
});

it("goes on where it was when the hub itself is killed", async () => {
  try {
    hub = await build.start({ project: plant(), dataDir: dataDir() });
    await online();
    await write(5);
    await hub.until("the alarm", async () => (await states())[0] === "high unacked");
    const nr = (await look()).standing[0]?.nr ?? 0;
    await hub.client.request("alarmAct", { what: "ack", nrs: [nr], by: "Anna" });
    const left = await alarmsProcess(hub);
    hub.child.kill("SIGKILL");
    await hub.until("its children to end", () => !isThere(left));
    await hub.stop();
    hub = await build.start({ dataDir: dataDir() });
    await online();
    expect((await look()).standing).toMatchObject([{ nr, state: "acked", acked: { by: "Anna" } }]);
    await write(6);
    expect(await states()).toEqual(["high acked"]);
    await write(1);
    await hub.until("the end", async () => (await states()).length === 0);
    await write(5);
    await hub.until("the next", async () => (await look()).standing[0]?.nr === nr + 1);
  } finally {
    await hub.stop();
  }
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
