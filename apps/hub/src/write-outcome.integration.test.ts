import { freePort, startPymodbusServer } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { useHubBuild } from "./testing/hub-build.ts";
import type { HubProcess } from "./testing/hub-process.ts";
import { channel, pod, project } from "./testing/projects.ts";

const build = useHubBuild();
let hub: HubProcess;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const modbus = (address: number) => ({
    area: "holding",
    address,
    order: "ABCD",
    scale: 1,
    offset: 0,
    function: "auto",
    readback: false,
  });
  hub = await build.start({
    project: project([
      pod(
        "modb_client.m",
        [
          channel("modb_client.m.set", { dir: "out", config: modbus(0) }),
          channel("modb_client.m.none", { dir: "out", config: modbus(60_000) }),
        ],
        {
          config: {
            host: "127.0.0.1",
            port,
            mode: "tcp",
            unit_id: 1,
            timeout: 500,
            interval: 1_000,
            pause: 0,
            max_block: 100,
            max_gap: 0,
          },
        },
      ),
      pod("fake.a", [channel("fake.a.set", { type: "string", dir: "out" })]),
      pod(
        "http_in.away",
        [channel("http_in.away.x", { dir: "out", config: { path: "/x", method: "any" } })],
        {
          internal: false,
          config: { port: 1, bind: "127.0.0.1", auth: "none" },
        },
      ),
    ]),
  });
  for (const id of ["modb_client.m", "fake.a"]) {
    await hub.until(id, async () => (await hub.pod(id)).running);
  }
});
afterAll(() => hub.stop());

const write = async (chan: string, value: unknown) => {
  const { state, reason } = await hub.client.request("write", { chan, value });
  return { state, reason };
};

it("is written once the pod says so, and refused with the pod's reason", async () => {
  expect(await write("fake.a.set", "on")).toEqual({ state: "written", reason: undefined });
  expect(await write("fake.a.set", "crash")).toEqual({
    state: "refused",
    reason: "Schreiben fehlgeschlagen: asked to fail",
  });
});

it("waits while the pod is away", async () => {
  expect(await write("http_in.away.x", 1)).toEqual({
    state: "waiting",
    reason: "Der Pod läuft zurzeit nicht und erhält den Wert, sobald er wieder läuft.",
  });
});

it("waits while the peer is away, is counted only once it has got there, and refused if the peer refuses", async () => {
  const waiting = await write("modb_client.m.set", 7);
  expect(waiting).toMatchObject({ state: "waiting", reason: expect.stringContaining("abgelehnt") as string });
  const server = await startPymodbusServer({ port, units: { 1: { holding: { 0: [0] } } } });
  try {
    await hub.until("the connection", async () => (await hub.pod("modb_client.m")).ifaces[0]?.state === true);
    await hub.until("the counter", async () => (await hub.pod("modb_client.m")).counters.out === 1);
    expect(await write("modb_client.m.set", 8)).toEqual({ state: "written", reason: undefined });
    expect(await write("modb_client.m.none", 8)).toMatchObject({
      state: "refused",
      reason: expect.stringContaining("Ausnahme 2") as string,
    });
  } finally {
    await server.stop();
  }
});
