import net from "node:net";
import os from "node:os";
import path from "node:path";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { Budget } from "../budget.ts";
import { type SocketCarrierOptions, socketCarrier } from "./socket.ts";

const open = useEnds();
let sockets = 0;

/** A carrier and the bare socket at its other end. */
async function pair(options: SocketCarrierOptions = {}) {
  sockets += 1;
  const file = path.join(os.tmpdir(), `hubwart-carrier-${process.pid}-${sockets}`);
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(file, resolve));
  const accepted = new Promise<net.Socket>((resolve) => server.once("connection", resolve));
  const peer = net.connect(file);
  peer.on("error", () => undefined);
  const socket = await accepted;
  const carrier = socketCarrier<object, { a: number }>(socket, 1_000_000, options);
  open.push(
    () => server.close(),
    () => peer.destroy(),
    () => carrier.close(),
  );
  const closed = new Promise<string | undefined>((resolve) => carrier.onClose(resolve));
  return { carrier, peer, socket, closed };
}

describe("socketCarrier", () => {
  it.each([
    ["no JSON", "x\n"],
    ["too many levels", `{"a":${"[".repeat(80)}${"]".repeat(80)}}\n`],
    ["a hundred thousand levels", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`],
  ])("names what is wrong with %s, and ends nothing else", async (_what, text) => {
    const { closed, peer } = await pair();
    peer.write(text);
    expect(await closed).toBe("Er hat eine unverständliche Nachricht gesendet.");
  });

  it("ends the connection when a handler fails, and hands the reason over", async () => {
    const defects: unknown[] = [];
    const { carrier, closed, peer } = await pair({ defect: (error) => defects.push(error) });
    carrier.onMessage(() => {
      throw new RangeError("too deep");
    });
    peer.write('{"a":1}\n');
    await closed;
    expect(String(defects[0])).toContain("too deep");
  });

  it("disconnects one who does not read, before it costs much", async () => {
    const { carrier, closed, peer } = await pair();
    peer.pause();
    const large = { text: "x".repeat(4 * 1024 * 1024) };
    for (let i = 0; i < 64; i += 1) carrier.send(large);
    expect(carrier.busy).toBe(true);
    expect(await closed).toBe("Er liest nicht, was ihm gesendet wird.");
  });

  it("closes at once for one who goes on sending, and takes nothing more from him", async () => {
    const { carrier, closed, peer } = await pair();
    let taken = 0;
    carrier.onMessage(() => {
      taken += 1;
      if (taken === 1) carrier.close();
    });
    peer.pause();
    const flood = setInterval(() => peer.write('{"a":1}\n'.repeat(100)), 5);
    open.push(() => clearInterval(flood));
    await closed;
    expect(taken).toBe(1);
  });

  it("disconnects one who does not end his line, however much he sends of it", async () => {
    const budget = new Budget({ perSecond: 500, burst: 3_000, now: () => performance.now() });
    const { closed, peer } = await pair({ budget, lineWithin: 50 });
    peer.write('{"a":1}\n{"a":');
    const sending = setInterval(() => peer.write(" "), 5);
    open.push(() => clearInterval(sending));
    expect(await closed).toBe("Er hat eine Nachricht nicht zu Ende gesendet.");
  });

  it("keeps nothing of the pauses of one who always sends too much", async () => {
    const budget = new Budget({ perSecond: 10, burst: 0.001, now: () => performance.now() });
    const { carrier, peer, socket } = await pair({ budget });
    let pauses = 0;
    socket.on("pause", () => (pauses += 1));
    const before = socket.listenerCount("close");
    carrier.onMessage(() => undefined);
    const flood = setInterval(() => peer.write('{"a":1}\n'.repeat(3)), 1);
    open.push(() => clearInterval(flood));
    while (pauses < 20) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(socket.listenerCount("close")).toBe(before);
  });

  it("gives each line its own time: one who always has the next one begun is not late", async () => {
    const budget = new Budget({ perSecond: 500, burst: 3_000, now: () => performance.now() });
    const { carrier, closed, peer } = await pair({ budget, lineWithin: 150 });
    let got = 0;
    const enough = new Promise<string>((resolve) =>
      carrier.onMessage(() => {
        got += 1;
        if (got === 40) resolve("all came");
      }),
    );
    peer.write('{"a":');
    const sending = setInterval(() => peer.write('1}\n{"a":'), 10);
    open.push(() => clearInterval(sending));
    expect(await Promise.race([enough, closed])).toBe("all came");
  });

  it("charges for a line that has no end as it comes", async () => {
    const costs: number[] = [];
    const budget = new Budget({ perSecond: 500, burst: 3_000, now: () => 0 });
    budget.spend = (cost) => costs.push(cost) > 0;
    const { peer } = await pair({ budget });
    for (let piece = 1; piece <= 3; piece += 1) {
      peer.write("x".repeat(1_000));
      while (costs.length < piece) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(costs).toEqual([0.11, 0.11, 0.11]);
  });

  it("reads one who sends too much more slowly, and loses nothing", async () => {
    const budget = new Budget({ perSecond: 0.02, burst: 0.001, now: () => performance.now() });
    const { carrier, peer } = await pair({ budget });
    const got: number[] = [];
    const all = new Promise<void>((resolve) => {
      carrier.onMessage(({ a }) => {
        got.push(a);
        if (a === 3) resolve();
      });
    });
    const before = performance.now();
    for (let a = 0; a <= 3; a += 1) {
      peer.write(`{"a":${a}}\n`);
      // One in each read of the socket.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await all;
    expect(got).toEqual([0, 1, 2, 3]);
    expect(performance.now() - before).toBeGreaterThan(300);
  });
});
