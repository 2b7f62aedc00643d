import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { tailLog } from "@hubwart/core";
import { PodHandover } from "@hubwart/ipc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import type { HubProcess } from "./testing/hub-process.ts";
import { channel, pod, project } from "./testing/projects.ts";

const build = useHubBuild();
let hub: HubProcess;

beforeEach(async () => {
  hub = await build.start({
    project: project([
      pod("fake.a", [
        channel("fake.a.set", { dir: "out" }),
        channel("fake.a.back", { config: { of: "fake.a.set" } }),
      ]),
    ]),
  });
  await hub.until("the pod", async () => (await hub.pod("fake.a")).running);
});
afterEach(() => hub.stop());

const ask = (method: string, params: Record<string, unknown> = {}) =>
  hub.client.request("podAsk", { pod: "fake.a", method, params });

describe("questions to a pod of its own process", () => {
  it("brings files and secrets over, and says the secret nowhere", async () => {
    const store = new PodHandover(hub.layout.podHandover, "fake.a");
    await store.writeFile("a.bin", Buffer.from([1, 255]));
    await store.writeSecret("pin", "sehr-geheim");
    await hub.client.request("podRestart", { pod: "fake.a" });
    await hub.until("the pod", async () => (await hub.pod("fake.a")).running);
    expect((await ask("echo", { index: 3 })).result).toEqual({
      params: { index: 3 },
      file: "01ff",
      secret: 11,
    });
    await expect(ask("secret")).rejects.toThrow("wrong •••");
    await hub.until("the log", async () => {
      const entries = await tailLog(hub.layout.logs, { src: ["pod:fake.a"], text: "asked by" }, 5);
      return entries.length === 1 && entries[0]?.msg === "asked by •••";
    });
    const { pid } = await hub.pod("fake.a");
    for (const what of ["cmdline", "environ"]) {
      expect(await readFile(`/proc/${pid}/${what}`, "utf8")).not.toContain("geheim");
    }
    expect((await stat(path.join(hub.layout.podHandover, "fake.a", "secrets.json"))).mode & 0o777).toBe(
      0o600,
    );
  });

  it("lets the pod ask the hub in turn", async () => {
    await hub.client.request("write", { chan: "fake.a.set", value: 42 });
    await hub.until("the value", async () => (await hub.value("fake.a.back")).value === 42);
    expect((await ask("newest", { index: 1 })).result).toMatchObject([{ value: 42, quality: 0, count: 1 }]);
    await expect(ask("newest", { index: 9 })).rejects.toMatchObject({ kind: "invalid" });
  });

  it("refuses what the pod cannot answer, and stays what it was", async () => {
    await expect(ask("nothing")).rejects.toMatchObject({ kind: "not-found" });
    await expect(ask("missing")).rejects.toThrow("Im Pod ist ein Fehler aufgetreten.");
    await expect(
      hub.client.request("podAsk", { pod: "fake.b", method: "echo", params: {} }),
    ).rejects.toMatchObject({
      kind: "not-found",
    });
    process.kill((await hub.pod("fake.a")).pid, "SIGKILL");
    await expect(ask("echo")).rejects.toMatchObject({ kind: "unavailable" });
    await hub.until("the pod again", async () => (await hub.pod("fake.a")).running);
    expect((await ask("echo")).result).toMatchObject({ file: "" });
  });

  it("starts a pod without them where they are damaged, and mends their rights", async () => {
    const store = new PodHandover(hub.layout.podHandover, "fake.a");
    await store.writeSecret("pin", "1234");
    await chmod(path.join(hub.layout.podHandover, "fake.a", "secrets.json"), 0o644);
    await hub.client.request("podRestart", { pod: "fake.a" });
    await hub.until("the pod", async () => (await hub.pod("fake.a")).running);
    const file = path.join(hub.layout.podHandover, "fake.a", "secrets.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, "{");
    await hub.client.request("podRestart", { pod: "fake.a" });
    await hub.until("the pod", async () => (await hub.pod("fake.a")).running);
    expect((await ask("echo")).result).toMatchObject({ secret: 0 });
  });
});
