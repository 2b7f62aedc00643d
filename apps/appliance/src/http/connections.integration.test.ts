/** What one caller can hold of a server: connections by number, requests by time. */
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { boundConnections, expectSoon, isLoopback } from "./connections.ts";
import { watchLoad } from "./overload.ts";

const ends = useEnds();

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** What the server sent until it ended the connection. */
function spoken(port: number, text: string, from = "127.0.0.1"): { socket: Socket; ended: Promise<string> } {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from }, () => socket.write(text));
  ends.push(() => socket.destroy());
  const ended = new Promise<string>((resolve) => {
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
  });
  return { socket, ended };
}
const bounds = () => ({
  budget: watchLoad(systemClock, createLogger("system", "http", new MemoryLogSink())).budget,
  callerOf: (address: string) => address,
});
const ASK = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

describe("connections", () => {
  const CLOSE = `${ASK.trimEnd()}\r\nConnection: close\r\n\r\n`;
  async function hold(port: number, from: readonly string[], text: string): Promise<void> {
    const held = from.map((address) => spoken(port, text, address));
    await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
  }
  const times = <T>(count: number, make: (i: number) => T) =>
    Array.from({ length: count }, (_, i) => make(i));

  it("held by one caller keep nobody out, himself neither", async () => {
    const server = createServer((_request, response) => response.end("hier"));
    boundConnections(server, { total: 20, strangers: 15, perCaller: 3 }, bounds());
    const port = await listening(server);
    await hold(
      port,
      times(3, () => "127.0.0.1"),
      "GET",
    );
    expect(await spoken(port, CLOSE).ended).toContain("hier");
    expect(await spoken(port, CLOSE, "127.0.0.2").ended).toContain("hier");
  });

  it.each([
    ["from this device", () => "127.0.0.1"],
    ["from many addresses", (i: number) => `127.1.${i >> 8}.${i & 255}`],
  ])("as many as there are, held %s, do not close the console", async (_from, addressOf) => {
    const app = await startTestApp();
    ends.push(() => app.end());
    const token = await app.setUp();
    const port = Number(new URL(app.origin).port);
    const head = `GET /admin/api/info HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`;
    const admin = spoken(port, `${head}\r\n`, "127.0.0.9");
    await expect.poll(() => admin.socket.bytesRead).toBeGreaterThan(0);
    await hold(port, times(700, addressOf), "GET /admin/api/info HTTP/1.1\r\n");
    expect(await spoken(port, `${head}Connection: close\r\n\r\n`, "127.0.0.9").ended).toContain(
      '"session":true',
    );
    const before = admin.socket.bytesRead;
    admin.socket.write(`${head}\r\n`);
    await expect.poll(() => admin.socket.bytesRead).toBeGreaterThan(before);
    expect((await app.get("/info", token)).body["session"]).toBe(true);
  });

  it("of this device are told by their address", () => {
    expect(["127.0.0.1", "::1", "::ffff:127.3.0.1"].map(isLoopback)).toEqual([true, true, true]);
    expect(["10.0.0.1", "::2", "::ffff:10.0.0.1"].map(isLoopback)).toEqual([false, false, false]);
  });
});

describe("a request", () => {
  it("whose body does not come is ended", async () => {
    const server = createServer((request) => expectSoon(request, 50));
    const port = await listening(server);
    const late = spoken(port, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    expect(await late.ended).toBe("");
  });

  it("whose body came in time is answered, however long that takes", async () => {
    const server = createServer((request, response) => {
      expectSoon(request, 50);
      request.resume();
      setTimeout(() => response.end("spät"), 150);
    });
    const port = await listening(server);
    const slow = spoken(port, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n{");
    await expect.poll(() => slow.socket.bytesRead).toBeGreaterThan(0);
  });

  it("with two hosts or an absolute target is refused", async () => {
    const app = await startTestApp();
    ends.push(() => app.end());
    const port = Number(new URL(app.origin).port);
    const close = "Connection: close\r\n\r\n";
    const two = `GET /admin/api/info HTTP/1.1\r\nHost: localhost\r\nHost: boese.example\r\n${close}`;
    const absolute = `GET http://boese.example/admin/api/info HTTP/1.1\r\nHost: localhost\r\n${close}`;
    for (const text of [two, absolute]) {
      expect(await spoken(port, text).ended).toMatch(/^HTTP\/1\.1 421 /);
    }
    const good = `GET /admin/api/info HTTP/1.1\r\nHost: localhost\r\n${close}`;
    expect(await spoken(port, good).ended).toMatch(/^HTTP\/1\.1 200 /);
  });
});
