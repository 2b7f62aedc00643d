import { stat, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { tailLog } from "@hubwart/core";
import { freePort } from "@hubwart/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import type { HubProcess } from "./testing/hub-process.ts";
import { type PodCommand, usePodCommands } from "./testing/pod-commands.ts";
import { channel, pod, project } from "./testing/projects.ts";

const build = useHubBuild();
let hub: HubProcess;
let port: number;

beforeEach(async () => {
  port = await freePort();
  hub = await build.start({ project: projectWithDoor() });
});
afterEach(() => hub.stop());

/** An external HTTP pod, and an internal one that its values go to. */
function projectWithDoor() {
  const door = pod(
    "http_in.door",
    [channel("http_in.door.open", { type: "bool", dir: "inout", config: { path: "/open", method: "any" } })],
    { internal: false, config: { port, bind: "127.0.0.1", auth: "none" } },
  );
  const lamp = pod("fake.lamp", [
    channel("fake.lamp.on", { type: "bool", dir: "out" }),
    channel("fake.lamp.lit", { type: "bool", config: { of: "fake.lamp.on" } }),
  ]);
  return project([door, lamp], [{ source: "http_in.door.open", target: "fake.lamp.on" }]);
}

const runCommand = usePodCommands(build);
const runPod = (tokenFile: string, ...more: string[]): PodCommand =>
  runCommand("http_in.door", hub.layout.root, ["--token-file", tokenFile, ...more]);

const tokenFile = () => path.join(hub.layout.podTokens, "http_in.door");
const online = async () => (await hub.pod("http_in.door")).running;

describe("external pod", () => {
  it("connects with its token, is shown as external and carries values", async () => {
    expect((await stat(tokenFile())).mode & 0o777).toBe(0o600);
    const { child } = runPod(tokenFile());
    await hub.until("the pod", online);
    expect(await hub.pod("http_in.door")).toMatchObject({ internal: false, pid: child.pid });
    await hub.until("a listener", async () => (await hub.pod("http_in.door")).ifaces[0]?.state === true);
    const reply = await fetch(`http://127.0.0.1:${port}/open`, { method: "PUT", body: "true" });
    expect(reply.ok).toBe(true);
    await hub.until("the lamp", async () => (await hub.value("fake.lamp.lit")).value === true);
  });

  it("is refused with a wrong token, and that is logged without the token", async () => {
    const file = path.join(hub.layout.root, "wrong");
    await writeFile(file, "not-the-token-at-all\n");
    const run = runPod(file);
    expect(await run.exit).toBe(1);
    expect(run.errors()).toContain("Kein externer Pod dieses Namens mit diesem Token.");
    await hub.until("the log entry", async () => {
      const entries = await tailLog(hub.layout.logs, { src: ["hub"], text: "abgewiesen" }, 5);
      return entries.length === 1 && !JSON.stringify(entries).includes("not-the-token");
    });
    expect(await online()).toBe(false);
  });

  it("is there once only", async () => {
    runPod(tokenFile());
    await hub.until("the pod", online);
    const second = runPod(tokenFile());
    expect(await second.exit).toBe(1);
    expect(second.errors()).toContain("Dieser Pod ist bereits verbunden.");
    expect(await online()).toBe(true);
  });

  it("lets go of the outside when the hub is gone, and comes back with it", async () => {
    runPod(tokenFile());
    await hub.until("a listener", async () => (await hub.pod("http_in.door")).ifaces[0]?.state === true);
    const dataDir = hub.layout.root;
    const died = new Promise((resolve) => hub.child.once("exit", resolve));
    hub.child.kill("SIGKILL");
    await died;
    await hub.until("the port to be closed", () => refuses(port), 2_000);
    const again = await build.start({ dataDir });
    try {
      await again.until("the pod", async () => (await again.pod("http_in.door")).running);
    } finally {
      await again.stop();
    }
  });

  it("ends with the connection when asked to run once", async () => {
    const run = runPod(tokenFile(), "--once");
    await hub.until("the pod", online);
    hub.child.kill("SIGKILL");
    expect(await run.exit).toBe(1);
  });
});

describe("pod socket", () => {
  it.each([
    ["no JSON", "hello\n"],
    ["another message", '{"t":"values","seq":1,"values":{"n":[0],"v":[1],"t":[1]}}\n'],
    ["an endless line", "x".repeat(10_000)],
    ["a deep prototype", '{"t":"hello","__proto__":{"id":"http_in.door"}}\n'],
  ])("ends a connection that begins with %s", async (_what, text) => {
    const socket = net.connect(hub.layout.podSocket);
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    socket.write(text);
    await closed;
    expect((await hub.client.request("status", {})).state).toBe("running");
  });
});

function refuses(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(at, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", () => resolve(true));
  });
}
