/** Servers that fail in the middle of a kept connection. What counts is what arrived at them, byte by byte. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const ended = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

const ok = (body = "1") => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** What the server does about a request: an answer, silence, or something with the socket. */
type Reaction = (socket: Socket, request: string) => void;

async function server(react: (n: number, request: string) => Reaction) {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  let changed: () => void = () => undefined;
  const listener = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    let held = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      held += text;
      for (;;) {
        const head = held.indexOf("\r\n\r\n");
        const length = Number(/content-length: (\d+)/i.exec(held)?.[1] ?? 0);
        if (head < 0 || held.length < head + 4 + length) return;
        const request =
          `${held.slice(0, held.indexOf(" HTTP"))} ${held.slice(head + 4, head + 4 + length)}`.trim();
        held = held.slice(head + 4 + length);
        requests.push(request);
        react(requests.length, request)(socket, request);
        changed();
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const made = {
    requests,
    get connections() {
      return connections;
    },
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    until: async (condition: () => boolean) => {
      while (!condition()) await new Promise<void>((resolve) => (changed = resolve));
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  ended.push(made);
  return made;
}

async function pod(url: string, channels: TestChannel[], more: Record<string, number> = {}): Promise<PodRun> {
  const run = await startPod(kind, podLoad(kind.schema, [{ url, timeout: 150, ...more }], channels));
  ended.push(run);
  return run;
}

const STALLS: Record<string, Reaction> = {
  "says nothing": () => undefined,
  "stops in the headers": (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-"),
  "leads to an answer that never comes": (socket, request) =>
    void (request.includes("there")
      ? undefined
      : socket.write("HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")),
};
const BREAKS: Record<string, Reaction> = {
  resets: (socket) => void socket.resetAndDestroy(),
  closes: (socket) => void socket.end(),
  "answers garbage": (socket) => void socket.end("\u0000\u0001 no HTTP\r\n\r\n"),
};
/** The status is there, so a value has been taken; a poll has no use for it. */
const HALVES: Record<string, Reaction> = {
  "stops in the body": (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12"),
  "closes in the body": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12"),
};

describe("http_out and a kept connection", () => {
  it.each(Object.entries({ ...STALLS, ...BREAKS, ...HALVES }))(
    "goes on polling after a server that %s",
    async (_, fault) => {
      const peer = await server((n) =>
        n === 2 || n === 3 ? fault : (socket) => void socket.write(ok(String(n))),
      );
      const run = await pod(peer.url, [
        { chan: "x", dir: "in", type: "int", config: { path: "/x", interval: 100 } },
      ]);
      await run.until(() => Number(run.last("x")?.value) > 3);
      expect(run.values("x")[0]).toBe(1);
      // One failure an attempt, no request that nobody waits for.
      expect(run.failures.length).toBeLessThanOrEqual(2);
      expect(peer.requests.length).toBeLessThanOrEqual(6);
    },
  );

  it.each(Object.entries({ ...STALLS, ...BREAKS }))(
    "sends a POST once to a server that %s",
    async (_, fault) => {
      const peer = await server((_n, request) =>
        /[23]$|there$/.test(request) ? fault : (socket) => void socket.write(ok()),
      );
      const run = await pod(peer.url, [{ chan: "x", type: "int", config: {} }], { connections: 1 });
      for (const x of [1, 2, 3]) await run.write({ x });
      await run.until(() => run.failures.length >= 2);
      await run.write({ x: 4 });
      await peer.until(() => peer.requests.includes("POST / 4"));
      const posts = peer.requests.filter((request) => request.startsWith("POST"));
      expect(posts).toEqual(["POST / 1", "POST / 2", "POST / 3", "POST / 4"]);
      expect(run.failures.map(({ reason }) => reason)).toEqual(
        Array(2).fill(expect.stringContaining("ob der Wert angekommen ist, ist nicht bekannt")),
      );
    },
  );

  it.each(
    Object.entries(HALVES).flatMap(([what, fault]) =>
      ["PUT", "POST", "GET"].map((method) => [method, what, fault] as const),
    ),
  )("takes a value as written that was sent once by %s to a server that %s", async (method, _, fault) => {
    const peer = await server(() => fault);
    const run = await pod(peer.url, [{ chan: "x", type: "int", config: { path: "/{value}", method } }]);
    await run.write({ x: 1 });
    await run.write({ x: 2 });
    await run.until(() => run.written.length === 2);
    expect(peer.requests.map((request) => request.slice(0, method.length + 3))).toEqual([
      `${method} /1`,
      `${method} /2`,
    ]);
    expect(run.failures).toEqual([]);
    expect(run.iface()?.state).toBe(true);
  });

  it.each(["abc€", "abc\n"])("reads and sends nothing by a token that no header holds: %j", async (token) => {
    const peer = await server(() => (socket) => void socket.write(ok()));
    const iface = { url: peer.url, auth: "bearer", token };
    const channels: TestChannel[] = [
      { chan: "in", dir: "in", type: "int", config: { interval: 100 } },
      { chan: "out", type: "int", config: {} },
    ];
    const run = await startPod(kind, podLoad(kind.schema, [iface], channels));
    ended.push(run);
    await run.write({ out: 1 });
    await run.until(() => run.failures.filter(({ chan }) => chan === "in").length > 1);
    expect(run.failures[0]?.reason).toMatch(
      /^Die Anfrage an 127\.0\.0\.1:\d+ enthält Zeichen, die HTTP nicht/,
    );
    expect(run.iface()).toMatchObject({ state: false, error: run.failures[0]?.reason });
    expect(run.said).not.toContain("abc");
    expect(peer.connections).toBe(0);
  });

  it.each([404, 500, 401])("holds a value no longer for good while polls answer %i", async (status) => {
    const peer = await server(
      (n) => (socket) =>
        void socket.write(n === 1 || n > 3 ? ok("7") : `HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`),
    );
    const run = await pod(peer.url, [{ chan: "x", dir: "in", type: "int", config: { interval: 100 } }]);
    await run.until(() => run.emitted.length >= 3);
    expect(run.emitted.slice(0, 3).map(({ value, quality }) => [value, quality])).toEqual([
      [7, 0],
      [7, 1],
      [7, 0],
    ]);
    expect(run.emitted[1]?.ts).toBe(run.emitted[0]?.ts);
  });

  it("sends a POST over a connection of its own, also when it had to wait for a place", async () => {
    const peer = await server(() => (socket) => void setTimeout(() => socket.write(ok()), 20));
    const run = await pod(
      peer.url,
      [
        { chan: "x", type: "int", config: {} },
        { chan: "y", dir: "in", type: "int", config: { path: "/y", interval: 100 } },
      ],
      { connections: 1 },
    );
    await run.until(() => run.last("y") !== undefined);
    for (const x of [1, 2]) await run.write({ x });
    await peer.until(() => peer.requests.includes("POST / 2"));
    await run.until(() => run.values("y").length > 1);
    expect(run.failures).toEqual([]);
    expect(peer.connections).toBeGreaterThan(2);
  });

  it("sends no POST over a connection that another request has just done with", async () => {
    const peer = await server(() => (socket) => void setTimeout(() => socket.write(ok()), 100));
    const run = await pod(
      peer.url,
      [
        { chan: "x", type: "int", config: {} },
        { chan: "y", dir: "in", type: "int", config: { path: "/y", interval: 100 } },
      ],
      { connections: 1, timeout: 5_000 },
    );
    // The only place is taken, so the value waits for it.
    await peer.until(() => peer.requests.length === 1);
    await run.write({ x: 1 });
    await peer.until(() => peer.requests.includes("POST / 1"));
    expect(peer.connections).toBe(2);
    expect(run.failures).toEqual([]);
  });

  it("repeats a PUT at once when the server closed the kept connection", async () => {
    const peer = await server((n) =>
      n === 2 ? (socket) => void socket.resetAndDestroy() : (socket) => void socket.write(ok()),
    );
    const run = await pod(peer.url, [{ chan: "x", type: "int", config: { method: "PUT" } }]);
    await run.write({ x: 1 });
    await run.write({ x: 2 });
    await peer.until(() => peer.requests.length === 3);
    expect(peer.requests).toEqual(["PUT / 1", "PUT / 2", "PUT / 2"]);
    expect(run.failures).toEqual([]);
  });

  it("sends what has no UTF-8 and what is no date", async () => {
    const peer = await server(() => (socket) => void socket.write(ok()));
    const run = await pod(peer.url, [{ chan: "x", config: { path: "/p?v={value}", body: "{iso}" } }]);
    await run.pod.write([{ index: 0, value: "\ud800", ts: 1e308, seq: 1 }]);
    await peer.until(() => peer.requests.length === 1);
    expect(peer.requests).toEqual(["POST /p?v=%EF%BF%BD +275760-09-13T00:00:00.000Z"]);
  });
});
