import type { Socket } from "node:net";
import { freePort } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import { mbapFrame } from "../shared/modbus/mbap.ts";
import { rtuFrame } from "../shared/modbus/rtu.ts";
import { Line } from "./testing/line.ts";

const line = new Line();
afterEach(() => line.stop());

describe("sharing the line", () => {
  it("writes first, but leaves reads their turn while writing goes on", async () => {
    // So many blocks that one is always due.
    const addresses = Array.from({ length: 400 }, (_, i) => i * 2);
    const server = await line.device({
      units: { 1: { holding: Object.fromEntries(addresses.map((at) => [at, [at]])) } },
    });
    // An answer that a busy machine gives late must not count as a lost one: it would be asked for again.
    const run = await line.client({ port: server.port, interval: 20, max_gap: 0, timeout: 30_000 }, [
      ...addresses.map((address) => ({ chan: `r${address}`, config: { address } })),
      { chan: "set", dir: "out" as const, config: { address: 0 } },
    ]);
    await run.until(() => run.last("r798") !== undefined);
    const ts = Date.now();
    const index = run.context.load.channels.length - 1;
    await run.pod.write(Array.from({ length: 200 }, (_, value) => ({ index, value, ts, seq: 1 })));
    await expect.poll(() => server.requests().filter(({ fc }) => fc === 6)).toHaveLength(200);
    const codes = server.requests().map(({ fc }) => fc);
    const during = codes.slice(codes.indexOf(6), codes.lastIndexOf(6) + 1);
    expect(during.filter((fc) => fc === 3).length).toBeGreaterThan(10);
    expect(run.failures).toEqual([]);
  });

  it("never takes a late answer for the answer to a later request (tcp)", async () => {
    const asked: Buffer[] = [];
    const port = await line.scripted((request, socket) => {
      asked.push(request);
      const [first] = asked;
      if (asked.length === 1 || !first) return;
      const late = asked.length === 2 ? [tcpAnswer(first, 1)] : [];
      socket.write(Buffer.concat([...late, tcpAnswer(request, 2)]));
    });
    const run = await line.client({ port, timeout: 100 }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.values("get").length === 3);
    expect(run.values("get")).toEqual([2, 2, 2]);
    expect(run.failures).toHaveLength(1);
  });

  it("goes on asking the other units after the gateway restarted, behind three that are silent", async () => {
    const gateway = await gatewayWith((unit) => unit > 3);
    const units = [1, 2, 3, 4, 5, 6, 7, 8];
    const run = await line.client(
      { port: gateway.port, timeout: 60 },
      units.map((unit) => ({ chan: `u${unit}`, config: { address: 0, unit_id: unit } })),
    );
    await run.until(() => run.iface()?.error?.includes("Unit-ID 1, 2, 3") === true);
    gateway.restart();
    const before = run.values("u8").length;
    await run.until(() => run.values("u8").length > before + 3);
    expect(units.map((unit) => run.last(`u${unit}`)?.quality)).toEqual([2, 2, 2, 0, 0, 0, 0, 0]);
    expect(run.iface()).toMatchObject({ state: true });
  });

  it("asks everybody where nearly all are silent, and reads those who answer at their interval", async () => {
    const alive = [17, 30, 40];
    const gateway = await gatewayWith((unit) => alive.includes(unit));
    const run = await line.client(
      { port: gateway.port, timeout: 40, interval: 100 },
      Array.from({ length: 40 }, (_, at) => ({
        chan: `u${at + 1}`,
        config: { address: 0, unit_id: at + 1 },
      })),
    );
    await run.until(() => alive.every((unit) => run.values(`u${unit}`).length > 0));
    const since = gateway.asked.length;
    await run.until(() => alive.every((unit) => run.values(`u${unit}`).length > 20));
    // Between two readings of one that answers there is room for two or three that do not, of the 37.
    const turns = gateway.asked.slice(since).filter((unit) => !alive.includes(unit)).length;
    expect(turns).toBeLessThan(20 * 6);
    expect(new Set(gateway.asked).size).toBe(40);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ["closes", (socket) => socket.end()],
    ["resets", (socket) => socket.resetAndDestroy()],
    ["answers garbage", (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ])("serves all other units while the gateway %s for one", async (_, fault) => {
    let connections = 0;
    const port = await line.scripted(
      (request, socket) => {
        const unit = request[6];
        if (unit === 1) fault(socket);
        else socket.write(mbapFrame(request.readUInt16BE(0), unit ?? 0, Buffer.from([3, 2, 0, unit ?? 0])));
      },
      () => (connections += 1),
    );
    const run = await line.client(
      { port, interval: 50 },
      [1, 2, 3].map((unit_id) => ({ chan: `u${unit_id}`, config: { address: 0, unit_id } })),
    );
    await run.until(() => run.values("u2").length >= 20 && run.values("u3").length >= 20);
    const seconds = (run.last("u3")?.ts ?? 0) - (run.emitted.find(({ chan }) => chan === "u2")?.ts ?? 0);
    await run.until(() => run.iface()?.error !== undefined);
    expect(run.iface()).toMatchObject({ state: true, error: expect.stringContaining("Unit-ID 1") });
    expect(connections).toBeLessThanOrEqual(3 + seconds / 250);
    // The first connection served nobody; from then on nobody else notices anything.
    for (const chan of ["u2", "u3"]) {
      const qualities = run.emitted.filter((e) => e.chan === chan && e.value !== null).map((e) => e.quality);
      expect(new Set(qualities)).toEqual(new Set([0]));
    }
    expect(run.connections.filter(({ state }) => !state)).toHaveLength(1);
    expect(run.log.length).toBeLessThanOrEqual(4);
  });

  it("asks every unit once, and soon, before any again over which the gateway resets", async () => {
    const asked: number[] = [];
    const port = await line.scripted((request, socket) => {
      const unit = request[6] ?? 0;
      asked.push(unit);
      if (unit <= 9) socket.resetAndDestroy();
      else socket.write(mbapFrame(request.readUInt16BE(0), unit, Buffer.from([3, 2, 0, unit])));
    });
    const units = Array.from({ length: 12 }, (_, at) => at + 1);
    const channels = units.map((unit_id) => ({ chan: `u${unit_id}`, config: { address: 0, unit_id } }));
    const began = performance.now();
    const run = await line.client({ port, timeout: 40 }, channels);
    await run.until(() => run.last("u12")?.value === 12);
    // Nine new connections, each after a pause of a quarter of a second; it grew to two seconds.
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(asked.slice(0, 12)).toEqual(units);
  });

  it("lets nobody notice who answers that the gateway resets over most others", async () => {
    const port = await line.scripted((request, socket) => {
      const unit = request[6] ?? 0;
      if (unit <= 5) socket.resetAndDestroy();
      else socket.write(mbapFrame(request.readUInt16BE(0), unit, Buffer.from([3, 2, 0, unit])));
    });
    const units = [1, 2, 3, 4, 5, 6, 7, 8];
    const run = await line.client(
      { port, interval: 1_000 },
      units.map((unit_id) => ({ chan: `u${unit_id}`, config: { address: 0, unit_id } })),
    );
    await run.until(() => run.last("u8")?.value === 8);
    const [values, states] = [run.emitted.length, run.connections.length];
    await run.until(() => run.values("u8").length >= 8);
    const alive = run.emitted.slice(values).filter(({ chan }) => ["u6", "u7", "u8"].includes(chan));
    expect(alive.filter(({ quality }) => quality !== 0)).toEqual([]);
    expect(run.connections.slice(states).filter(({ state }) => !state)).toEqual([]);
  });

  it("reads the other blocks of a unit that ends the connection over one", async () => {
    const port = await line.scripted((request, socket) => {
      const [address, fc] = [request.readUInt16BE(8), request[7]];
      if (address === 0) socket.destroy();
      else socket.write(mbapFrame(request.readUInt16BE(0), 1, Buffer.from([fc ?? 3, 2, 0, address])));
    });
    const run = await line.client({ port, interval: 50, max_gap: 0 }, [
      { chan: "bad", config: { address: 0 } },
      { chan: "a", config: { address: 5 } },
      { chan: "b", config: { address: 9 } },
    ]);
    await run.until(() => run.values("a").length >= 3 && run.values("b").length >= 3);
  });

  it("tells what became of writes while the device is away, refuses, and is back", async () => {
    const port = await freePort();
    const run = await line.client({ port, interval: 50 }, [
      { chan: "set", dir: "out" as const, config: { address: 0 } },
      { chan: "missing", dir: "out" as const, config: { address: 9 } },
    ]);
    await run.until(() => run.iface()?.state === false);
    await run.write({ set: 1 });
    await run.write({ set: 2, missing: 3 });
    expect([run.written, run.refused]).toEqual([[], []]);
    const server = await line.device({ port, units: { 1: { holding: { 0: [0] } } } });
    await run.until(() => run.written.length === 1 && run.refused.length === 1);
    expect(run.written).toEqual([{ chan: "set", value: 2 }]);
    expect(run.refused[0]).toMatchObject({
      chan: "missing",
      reason: expect.stringContaining("nicht geschrieben"),
    });
    await expect.poll(() => server.requests().filter(({ fc }) => fc === 6).length).toBeGreaterThan(0);
  });

  it("lets the line settle after a timeout (rtu)", async () => {
    let asked = 0;
    const port = await line.scripted((_request, socket) => {
      asked += 1;
      const answer = rtuFrame(1, Buffer.from([3, 2, 0, asked]));
      if (asked === 1) setTimeout(() => socket.write(answer), 220);
      else socket.write(answer);
    });
    const run = await line.client({ mode: "rtu", port, timeout: 200 }, [
      { chan: "get", config: { address: 0 } },
    ]);
    await run.until(() => run.values("get").length === 3);
    // The second answer could have been the late one.
    expect(run.values("get")).toEqual([3, 4, 5]);
  });
});

function tcpAnswer(request: Buffer, value: number): Buffer {
  return mbapFrame(request.readUInt16BE(0), 1, Buffer.from([3, 2, 0, value]));
}

/** A gateway behind which some units answer, with what each asked for. */
async function gatewayWith(answers: (unit: number) => boolean) {
  const asked: number[] = [];
  const sockets = new Set<Socket>();
  const port = await line.scripted((request, socket) => {
    sockets.add(socket);
    const unit = request[6] ?? 0;
    asked.push(unit);
    if (answers(unit)) socket.write(mbapFrame(request.readUInt16BE(0), unit, Buffer.from([3, 2, 0, unit])));
  });
  return {
    port,
    asked,
    restart: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}
