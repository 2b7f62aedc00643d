import type { Socket } from "node:net";
import { freePort } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import { mbapFrame } from "../shared/modbus/mbap.ts";
import { Line } from "./testing/line.ts";

const line = new Line();
afterEach(() => line.stop());

describe("outages", () => {
  it("keeps the newest value while the device is away and writes it when it is back", async () => {
    const server = await line.device({ units: { 1: { holding: { 0: [1, 2] } } } });
    const run = await line.client({ port: server.port }, [
      { chan: "set", dir: "inout", config: { address: 0 } },
      { chan: "get", config: { address: 1 } },
    ]);
    await run.until(() => run.last("get")?.value === 2);
    await server.kill();
    await run.until(() => run.iface()?.state === false && run.last("get")?.quality === 2);
    expect(run.last("get")?.value).toBe(2);
    await run.write({ set: 100 });
    await run.write({ set: 200 });
    expect(run.coalesced).toEqual(["set"]);
    await server.restart();
    await run.until(() => run.last("get")?.quality === 0 && run.last("set")?.value === 200);
    const written = () => server.requests().filter(({ fc }) => fc === 6);
    await expect.poll(written).toEqual([{ unit: 1, fc: 6, address: 0, count: 1 }]);
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
  });

  it("connects to a device that comes up later", async () => {
    const port = await freePort();
    const run = await line.client({ port }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(
      `Verbindung zu 127.0.0.1:${port} abgelehnt: dort nimmt kein Dienst Verbindungen an`,
    );
    await line.device({ port, units: { 1: { holding: { 0: [42] } } } });
    await run.until(() => run.last("get")?.value === 42);
  });

  it.each(["tcp", "rtu"] as const)("reads other units on while one is silent (%s)", async (mode) => {
    const server = await line.device({ mode, silent: true, units: { 1: { holding: { 0: [5] } } } });
    const run = await line.client({ mode, port: server.port, timeout: 100 }, [
      { chan: "alive", config: { address: 0, unit_id: 1 } },
      { chan: "dead", config: { address: 0, unit_id: 9 } },
    ]);
    await run.until(() => run.last("dead")?.quality === 2);
    const before = run.values("alive").length;
    await run.until(() => run.values("alive").length > before + 5);
    expect(run.iface()).toMatchObject({ state: true, error: expect.stringContaining("Unit-ID 9") });
    expect(run.last("alive")?.quality).toBe(0);
  });

  it("connects anew when a connection has gone dead", async () => {
    const peer = await line.deafServer();
    const run = await line.client({ port: peer.port, timeout: 60 }, [
      { chan: "get", config: { address: 0 } },
    ]);
    await run.until(() => run.connections.some(({ error }) => error?.includes("antwortet nicht") === true));
    await peer.connected(2);
    expect(peer.count()).toBeGreaterThanOrEqual(2);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ["leaves unanswered", () => undefined],
    ["hangs up over", (socket) => socket.end()],
    ["resets over", (socket) => socket.resetAndDestroy()],
  ])("reads and writes on with a value that the device %s", async (_, fault) => {
    const BAD = 7;
    const written: number[] = [];
    let heals = false;
    const port = await line.scripted((request, socket) => {
      const transaction = request.readUInt16BE(0);
      const reads = request[7] === 3;
      const address = request.readUInt16BE(8);
      if (!reads) written.push(address);
      if (!reads && address === BAD && !heals) fault(socket);
      else socket.write(mbapFrame(transaction, 1, reads ? Buffer.from([3, 2, 0, 5]) : request.subarray(7)));
    });
    const run = await line.client({ port, timeout: 100 }, [
      { chan: "get", config: { address: 0 } },
      { chan: "bad", dir: "out", config: { address: BAD } },
      { chan: "good", dir: "out", config: { address: 9 } },
    ]);
    await run.until(() => run.values("get").length > 1);
    await run.write({ bad: 1 });
    await run.write({ good: 2 });
    await run.until(() => run.written.length === 1);
    for (let round = 0; round < 3; round += 1) {
      const before = run.values("get").length;
      const tried = written.length;
      await run.until(() => run.values("get").length > before + 3);
      // Also with new values of the same channel all the time.
      await run.write({ bad: 10 + round });
      expect(written.length - tried).toBeLessThan(3);
    }
    expect(run.last("get")?.quality).toBe(0);
    expect(run.failures).toContainEqual({
      chan: "bad",
      reason: expect.stringMatching(/^Halteregister 7, Unit-ID 1: nicht geschrieben: .+; wird wiederholt$/),
    });
    heals = true;
    await run.until(() => run.written.length === 2);
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
  });

  it("ends at once, with a request under way", async () => {
    const peer = await line.deafServer();
    const run = await line.client({ port: peer.port, timeout: 60_000 }, [
      { chan: "get", config: { address: 0 } },
    ]);
    await run.until(() => run.iface()?.state === true);
    await run.stop();
    await peer.disconnected();
    expect(run.emitted).toEqual([]);
  });
});
