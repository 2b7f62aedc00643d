import { stat } from "node:fs/promises";
import path from "node:path";
import { tailLog } from "@hubwart/core";
import { descendants, processes } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import { type HubProcess, VALID } from "./testing/hub-process.ts";
import { channel, pod, project } from "./testing/projects.ts";

const build = useHubBuild();
let hub: HubProcess;
afterEach(() => hub.stop());

const COUNTER = pod("fake.a", [channel("fake.a.count", { config: { does: "count", every: 10 } })]);
const ECHO = pod("fake.b", [
  channel("fake.b.set", { dir: "out" }),
  channel("fake.b.echo", { config: { of: "fake.b.set" } }),
  channel("fake.b.received"),
]);
const SINK = pod("fake.s", [channel("fake.s.take", { dir: "out", type: "string" })]);
const LINK = { source: "fake.a.count", target: "fake.b.set" };

async function alive(pids: number[]): Promise<number[]> {
  const all = new Set((await processes()).map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}

describe("hub", () => {
  it("carries values from pod to pod and shows them", async () => {
    hub = await build.start({ project: project([COUNTER, ECHO], [{ ...LINK, scale: 2 }]) });
    // The first one may be of any count: whoever echoes starts when it can.
    await hub.until("echoes", async () => (await hub.value("fake.b.echo")).count > 1);
    const echo = await hub.value("fake.b.echo");
    expect(Number(echo.value) % 2).toBe(0);
    expect(echo.quality).toBe(0);
    expect(Number(echo.value)).toBeGreaterThan(0);
    expect(await hub.client.request("status", {})).toMatchObject({
      state: "running",
      projectVersion: "v1",
      projectId: "test",
      pods: 2,
      podsOnline: 2,
      pid: hub.child.pid,
    });
    await hub.until("figures", async () => (await hub.pod("fake.b")).memory > 1_000_000);
    const { records } = await hub.client.request("traceMeta", { filter: ["*.pod.*"] });
    expect(records.map(({ chan, conn_state }) => [chan, conn_state])).toEqual([
      ["fake.pod.a", true],
      ["fake.pod.b", true],
    ]);
    const main = (await hub.client.request("traceMeta", { filter: ["fake.iface.a.main"] })).records[0];
    expect(main).toMatchObject({ conn_state: true, conn_active: 1, conn_count: 1 });
  });

  it("has private sockets", async () => {
    hub = await build.start();
    expect((await hub.client.request("status", {})).state).toBe("no_project");
    for (const file of [hub.layout.hubSocket, hub.layout.podSocket]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    }
  });

  it("takes over other links without interrupting a pod", async () => {
    hub = await build.start({ project: project([COUNTER, ECHO], [LINK]) });
    await hub.until("an echo", async () => (await hub.value("fake.b.echo")).count > 3);
    const before = await hub.pods();
    await hub.saveProject(project([COUNTER, ECHO], [{ ...LINK, scale: -1 }]), "v2");
    expect(await hub.client.request("applyProject", {})).toEqual({ restarted: false });
    await hub.until("negative values", async () => Number((await hub.value("fake.b.echo")).value) < 0);
    expect((await hub.pods()).map(({ pid, starts }) => [pid, starts])).toEqual(
      before.map(({ pid, starts }) => [pid, starts]),
    );
    expect((await hub.value("fake.a.count")).count).toBeGreaterThan(3);
    expect((await hub.client.request("status", {})).projectVersion).toBe("v2");
  });

  it("carries the last value over a new link at once, and over no other again", async () => {
    const source = pod("fake.s", [
      channel("fake.s.set", { dir: "out" }),
      channel("fake.s.echo", { config: { of: "fake.s.set" } }),
    ]);
    const constants = [{ chan: "const.x", type: "int" as const, value: 7 }];
    const rest = { constants };
    const old = { source: "const.x", target: "fake.s.set" };
    hub = await build.start({ project: project([source, ECHO], [old], rest) });
    await hub.until("the source", async () => (await hub.value("fake.s.echo")).value === 7);
    const { count } = await hub.value("fake.s.set");
    const links = [old, { source: "fake.s.echo", target: "fake.b.set" }];
    await hub.saveProject(project([source, ECHO], links, rest), "v2");
    expect(await hub.client.request("applyProject", {})).toEqual({ restarted: false });
    await hub.until("the echo behind the new link", async () => (await hub.value("fake.b.echo")).value === 7);
    expect((await hub.value("fake.s.set")).count).toBe(count);
  });

  it("marks values as uncertain when their pod is gone, until the next ones", async () => {
    const quiet = pod("fake.q", [
      channel("fake.q.set", { type: "string", dir: "out" }),
      channel("fake.q.echo", { type: "string", config: { of: "fake.q.set" } }),
    ]);
    const target = pod("fake.t", [channel("fake.t.set", { type: "string", dir: "out" })]);
    hub = await build.start({
      project: project([quiet, target], [{ source: "fake.q.echo", target: "fake.t.set" }]),
    });
    await hub.until("both pods", async () => (await hub.pods()).every(({ running }) => running));
    await hub.client.request("write", { chan: "fake.q.set", value: "on" });
    await hub.until("the value", async () => (await hub.value("fake.t.set")).value === "on");
    const before = await hub.value("fake.t.set");
    process.kill((await hub.pod("fake.q")).pid, "SIGKILL");
    await hub.until("the doubt", async () => {
      const { quality, value } = await hub.value("fake.q.echo");
      return quality === 1 && value === "on";
    });
    expect(await hub.value("fake.t.set")).toEqual(before);
    expect((await hub.client.request("uncertain", {})).pods).toEqual({
      "fake.q": { count: 1, first: [expect.stringContaining("fake.q.")] },
    });
    expect((await hub.value("fake.q.set")).quality).toBe(0);
    // The new process gets its output again and echoes it.
    await hub.until("certainty", async () => (await hub.value("fake.q.echo")).quality === 0);
    expect((await hub.pod("fake.q")).crashes).toBe(1);
  });

  it("restarts only what another project changes", async () => {
    hub = await build.start({ project: project([COUNTER, ECHO], [LINK]) });
    await hub.until("both pods", async () => (await hub.pods()).every(({ running }) => running));
    const before = await hub.pod("fake.a");
    const other = pod("fake.c", [
      channel("fake.c.set", { dir: "out" }),
      channel("fake.c.echo", { config: { of: "fake.c.set" } }),
    ]);
    await hub.saveProject(
      project([other, COUNTER], [{ source: "fake.a.count", target: "fake.c.set" }]),
      "v2",
    );
    expect(await hub.client.request("applyProject", {})).toEqual({ restarted: true });
    await hub.until("an echo", async () => (await hub.value("fake.c.echo")).count > 0);
    expect((await hub.pods()).map(({ id }) => id)).toEqual(["fake.c", "fake.a"]);
    expect((await hub.pod("fake.a")).pid).toBe(before.pid);
    await hub.until(
      "the old pod to be gone",
      async () => (await descendants(hub.child.pid ?? 0)).length === 2,
    );
  });

  it("does not run without a licence, and stops when it expires", async () => {
    const missing = { ...VALID, valid: false, code: 1, reason: "Es ist keine Lizenz vorhanden." } as const;
    hub = await build.start({ project: project([COUNTER]), license: missing });
    expect(await hub.client.request("status", {})).toMatchObject({
      state: "no_license",
      reason: 1,
      error: "Es ist keine Lizenz vorhanden.",
      pods: 0,
    });
    await hub.saveLicense({ ...VALID, expiry: new Date(Date.now() + 1_500).toISOString() });
    expect((await hub.client.request("licenseChanged", {})).state).toBe("running");
    await hub.until("the end of the licence", async () => {
      const { state, reason } = await hub.client.request("status", {});
      return state === "no_license" && reason === 3;
    });
    expect(await descendants(hub.child.pid ?? 0)).toEqual([]);
    await hub.saveLicense(VALID);
    expect((await hub.client.request("licenseChanged", {})).state).toBe("running");
    await hub.until("values", async () => (await hub.value("fake.a.count")).count > 0);
  });

  it("says what is wrong with a project on a damaged disk", async () => {
    hub = await build.start({ project: project([COUNTER]) });
    await hub.saveProject({ ...project([]), format: 9 } as never, "v2");
    await hub.client.request("applyProject", {});
    expect(await hub.client.request("status", {})).toMatchObject({
      state: "stopped",
      error:
        "Das aktuelle Projekt stammt aus einer anderen Version des Systems. Laden Sie das Projekt erneut hoch.",
      projectVersion: null,
    });
    await hub.saveProject(project([COUNTER]), "v3");
    await hub.client.request("applyProject", {});
    expect((await hub.client.request("status", {})).state).toBe("running");
  });

  it("shows a pod that refuses its parameters, and starts it with better ones", async () => {
    hub = await build.start({ project: project([pod("moody.m", [], { config: { mood: "bad" } })]) });
    await hub.until("the refusal", async () => (await hub.pod("moody.m")).error !== undefined);
    expect((await hub.pod("moody.m")).error).toBe("main.mood: Erlaubt ist nur „good“.");
    const { records } = await hub.client.request("traceMeta", { filter: [], level: "err" });
    expect(records).toMatchObject([{ chan: "moody.pod.m", conn_state: false, level: "err" }]);
    const { mkdir, writeFile } = await import("node:fs/promises");
    await mkdir(path.dirname(hub.layout.podSettings), { recursive: true });
    const settings = { "moody.m": { internal: true, params: { mood: "good" } } };
    await writeFile(hub.layout.podSettings, JSON.stringify(settings));
    await hub.client.request("podRestart", { pod: "moody.m" });
    await hub.until("the pod to run", async () => (await hub.pod("moody.m")).running);
    expect((await hub.pod("moody.m")).error).toBeUndefined();
  });

  it("tells what the other side refused beside the channel, until it takes a value", async () => {
    hub = await build.start({ project: project([SINK]) });
    await hub.until("the pod", async () => (await hub.pod("fake.s")).running);
    const refusal = async () => (await hub.value("fake.s.take")).refusal;
    await hub.client.request("write", { chan: "fake.s.take", value: "crash" });
    await hub.client.request("write", { chan: "fake.s.take", value: "crash" });
    await hub.until("the refusal", async () => (await refusal())?.count === 2);
    expect(await refusal()).toMatchObject({ text: "Schreiben fehlgeschlagen: asked to fail" });
    await hub.client.request("write", { chan: "fake.s.take", value: "fine" });
    await hub.until("success", async () => (await refusal()) === undefined);
    for (let count = 1; count <= 2; count += 1) {
      await hub.client.request("write", { chan: "fake.s.take", value: "crash" });
      await hub.until("the refusal", async () => (await refusal())?.count === count);
    }
    // A pod that starts anew gets the value once more, and counts anew.
    await hub.client.request("podRestart", { pod: "fake.s" });
    await hub.until("a new beginning", async () => (await refusal())?.count === 1);
  });

  it("writes what a person asks for, and refuses what does not fit", async () => {
    hub = await build.start({ project: project([ECHO]) });
    await hub.until("the pod", async () => (await hub.pod("fake.b")).running);
    await hub.client.request("write", { chan: "fake.b.set", value: "17" });
    await hub.until("the echo", async () => (await hub.value("fake.b.echo")).value === 17);
    const write = (chan: string, value: unknown) => hub.client.request("write", { chan, value });
    await expect(write("fake.b.nothing", 1)).rejects.toMatchObject({ kind: "not-found" });
    await expect(write("fake.b.set", "warm")).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ field: "value" }],
    });
    await expect(write("fake.b.echo", 1)).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ field: "chan" }],
    });
  });

  it("passes constants on, and changed ones without interrupting a pod", async () => {
    const withConstant = (value: number) =>
      project([ECHO], [{ source: "const.limit", target: "fake.b.set" }], {
        constants: [{ chan: "const.limit", type: "int", value }],
      });
    hub = await build.start({ project: withConstant(21) });
    await hub.until("the echo", async () => (await hub.value("fake.b.echo")).value === 21);
    await hub.saveProject(withConstant(22), "v2");
    expect(await hub.client.request("applyProject", {})).toEqual({ restarted: false });
    await hub.until("the new value", async () => (await hub.value("fake.b.echo")).value === 22);
  });

  it("tells the pods before it tells that a project runs", async () => {
    hub = await build.start();
    let known: string[] = [];
    const whenRunning: string[][] = [];
    hub.client.onEvent((event) => {
      if (event.e === "pods") known = event.pods.map(({ id }) => id);
      if (event.e === "status" && event.status.state === "running") whenRunning.push(known);
    });
    await hub.saveProject(project([COUNTER, ECHO]), "v1");
    await hub.client.request("applyProject", {});
    await hub.until("the state", () => whenRunning.length > 0);
    expect(whenRunning[0]).toEqual(["fake.a", "fake.b"]);
  });

  it("sends watched values at most four times a second", async () => {
    const pods = [pod("fake.a", [channel("fake.a.count", { config: { does: "count", every: 2 } })])];
    hub = await build.start({ project: project(pods) });
    const batches: { at: number; value: unknown }[] = [];
    hub.client.onEvent((event) => {
      if (event.e === "values") batches.push({ at: performance.now(), value: event.records[0]?.value });
    });
    await hub.client.request("watch", { filter: ["fake.a.*"] });
    await hub.until("five bundles", () => batches.length >= 5);
    await hub.client.request("watch", { filter: [] });
    const [first, last] = [batches[0], batches[4]];
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900);
    expect(Number(last?.value) - Number(first?.value)).toBeGreaterThan(50);
  });

  it("writes one log for itself and its pods, at the level asked for", async () => {
    hub = await build.start({ project: project([COUNTER]) });
    await hub.until("the pod's entry", async () => {
      const entries = await tailLog(hub.layout.logs, { src: ["pod"] }, 10);
      return entries.some(({ src, module }) => src === "pod:fake.a" && module === "fake");
    });
    const own = await tailLog(hub.layout.logs, { src: ["hub"] }, 100);
    expect(own.map(({ msg }) => msg).join("\n")).toContain("Projekt test läuft");
    await hub.client.request("podLogLevel", { pod: "fake.a", level: "error" });
    await hub.client.request("podRestart", { pod: "fake.a" });
    await hub.until("the pod to run again", async () => (await hub.pod("fake.a")).starts === 2);
    expect((await tailLog(hub.layout.logs, { src: ["pod"], modules: ["fake"] }, 10)).length).toBe(1);

    const restarts = async () =>
      (await tailLog(hub.layout.logs, { text: "auf Wunsch neu gestartet" }, 10)).length;
    await hub.until("the restart's line", async () => (await restarts()) === 1);
    await hub.client.request("logLevel", { level: "error" });
    await hub.client.request("podRestart", { pod: "fake.a" });
    await hub.client.request("logLevel", { level: "info" });
    await hub.client.request("podRestart", { pod: "fake.a" });
    await hub.until("the last restart's line", async () => (await restarts()) === 2);
  });

  it("stops its pods first when told to stop", async () => {
    hub = await build.start({ project: project([COUNTER, ECHO]) });
    await hub.until("both pods", async () => (await hub.pods()).every(({ running }) => running));
    const pids = await descendants(hub.child.pid ?? 0);
    const ended = new Promise<number | null>((resolve) => hub.child.once("exit", resolve));
    hub.child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await alive(pids)).toEqual([]);
    const log = await tailLog(hub.layout.logs, {}, 100);
    expect(log.filter(({ msg }) => msg.includes("unerwartet"))).toEqual([]);
  });
});
