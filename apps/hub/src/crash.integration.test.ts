import { descendants, often, processes } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import type { HubProcess } from "./testing/hub-process.ts";
import { channel, pod, project } from "./testing/projects.ts";

const KILLS = often(200);

const build = useHubBuild();
let hub: HubProcess;
afterEach(() => hub.stop());

const PLANT = project(
  [
    pod("fake.a", [channel("fake.a.count", { config: { does: "count", every: 10 } })]),
    pod("fake.b", [
      channel("fake.b.set", { dir: "out" }),
      channel("fake.b.echo", { config: { of: "fake.b.set" } }),
    ]),
    pod("fake.c", [
      channel("fake.c.mode", { type: "string", dir: "out" }),
      channel("fake.c.seen", { type: "string", config: { of: "fake.c.mode" } }),
    ]),
  ],
  [{ source: "fake.a.count", target: "fake.b.set" }],
);

async function left(pids: number[]): Promise<number> {
  const all = new Set((await processes()).map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid)).length;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("killed processes", () => {
  it(`brings a pod back ${KILLS} times, whenever it dies`, async () => {
    hub = await build.start({ project: PLANT });
    await hub.until("all pods", async () => (await hub.pods()).every(({ running }) => running));
    const other = await hub.pod("fake.c");
    for (let i = 0; i < KILLS; i += 1) {
      let victims: number[] = [];
      await hub.until("a pod to kill", async () => {
        victims = (await descendants(hub.child.pid ?? 0)).filter((pid) => pid !== other.pid);
        return victims.length > 0;
      });
      try {
        process.kill(victims[i % victims.length] ?? 0, "SIGKILL");
      } catch {
        // The last round's, reaped meanwhile.
      }
      await sleep(Math.random() * 150);
    }
    await hub.until("all pods", async () => (await hub.pods()).every(({ running }) => running));
    const { count } = await hub.value("fake.b.echo");
    await hub.until("values to flow", async () => (await hub.value("fake.b.echo")).count > count + 10);
    expect((await hub.pod("fake.c")).pid).toBe(other.pid);
    expect((await hub.pod("fake.c")).starts).toBe(1);
    const report = await hub.pod("fake.a");
    expect(report.starts).toBeGreaterThan(KILLS / 10);
    expect(report.error).toBeUndefined();
  });

  it("tells a pod that comes back what its outputs should be", async () => {
    hub = await build.start({ project: PLANT });
    await hub.until("all pods", async () => (await hub.pods()).every(({ running }) => running));
    await hub.client.request("write", { chan: "fake.c.mode", value: "night" });
    await hub.until("the echo", async () => (await hub.value("fake.c.seen")).count === 1);
    process.kill((await hub.pod("fake.c")).pid, "SIGKILL");
    await hub.until("the echo again", async () => (await hub.value("fake.c.seen")).count === 2);
    expect((await hub.value("fake.c.seen")).value).toBe("night");
  });

  it("says how a pod died until it runs again", async () => {
    hub = await build.start({ project: PLANT });
    await hub.until("the pod", async () => (await hub.pod("fake.c")).running);
    const said: string[] = [];
    hub.client.onEvent((event) => {
      if (event.e === "pods") said.push(event.pods.find(({ id }) => id === "fake.c")?.error ?? "");
    });
    // Three in a row, so that the pause before the next start is long enough to be reported.
    for (let starts = 1; starts <= 4; starts += 1) {
      await hub.until("the pod", async () => (await hub.pod("fake.c")).starts === starts);
      process.kill((await hub.pod("fake.c")).pid, "SIGKILL");
    }
    await hub.until("the reason", () => said.some((text) => text.includes("SIGKILL")));
  });

  it("starts a stopped pod anew on request, and ends it with the hub's own means", async () => {
    hub = await build.start({ project: PLANT });
    await hub.until("the pod", async () => (await hub.pod("fake.c")).running);
    const { pid } = await hub.pod("fake.c");
    process.kill(pid, "SIGSTOP");
    await hub.client.request("podRestart", { pod: "fake.c" });
    await hub.until("the pod again", async () => {
      const pod = await hub.pod("fake.c");
      return pod.running && pod.pid !== pid;
    });
  });

  it("brings back a pod that it had to disconnect, each time", async () => {
    hub = await build.start({ project: PLANT });
    for (let starts = 1; starts <= 3; starts += 1) {
      await hub.until("the pod", async () => (await hub.pod("fake.c")).starts === starts);
      await hub.client.request("write", { chan: "fake.c.mode", value: "babble" });
    }
    await hub.until("the pod again", async () => (await hub.pod("fake.c")).starts === 4);
  });

  it("leaves nothing running 2 s after the hub was killed", async () => {
    hub = await build.start({ project: PLANT });
    await hub.until("all pods", async () => (await hub.pods()).every(({ running }) => running));
    const pids = await descendants(hub.child.pid ?? 0);
    expect(pids).toHaveLength(3);
    hub.child.kill("SIGKILL");
    await hub.until("all pods to end", async () => (await left(pids)) === 0, 2_000);
  });

  it("leaves nothing running 2 s after the launcher is gone", async () => {
    hub = await build.start({ project: PLANT });
    await hub.until("all pods", async () => (await hub.pods()).every(({ running }) => running));
    const pids = [hub.child.pid ?? 0, ...(await descendants(hub.child.pid ?? 0))];
    expect(pids).toHaveLength(4);
    hub.child.disconnect();
    await hub.until("everything to end", async () => (await left(pids)) === 0, 2_000);
  });

  it("starts again over the sockets that a killed hub left behind", async () => {
    hub = await build.start({ project: PLANT });
    hub.child.kill("SIGKILL");
    const again = await build.start({ dataDir: hub.layout.root });
    await again.until("values", async () => (await again.value("fake.b.echo")).count > 0);
    await again.stop();
  });
});
