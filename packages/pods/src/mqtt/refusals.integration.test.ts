import { type AddressInfo, createServer, type Socket } from "node:net";
import { ManualClock } from "@hubwart/core";
import { PacketCutter } from "@hubwart/mqtt/wire/decode";
import { freePort, type Mosquitto, startMosquitto } from "@hubwart/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";
import { connected, Peers, subscribed } from "./testing/peers.ts";

const peers = new Peers();

/** Tells how long was waited for what. */
class NotedClock extends ManualClock {
  readonly waits: number[] = [];

  override after(ms: number, then: () => void): () => void {
    this.waits.push(ms);
    return super.after(ms, then);
  }
}
afterEach(() => peers.stop());

describe("mqtt pod and messages that it cannot take", () => {
  let broker: Mosquitto;
  beforeAll(async () => {
    broker = await startMosquitto();
  });
  afterAll(() => broker.stop());

  it("reports values that do not fit, and goes on", async () => {
    const run = await connected(
      await peers.pod({ port: broker.port }, [
        { chan: "n", type: "int", config: { topic: "h/n", qos: 1 } },
        { chan: "p", type: "int", config: { topic: "h/n", qos: 1, pointer: "/a" } },
        { chan: "s", type: "string", config: { topic: "h/s", qos: 1 } },
      ]),
    );
    const other = await peers.peer(broker.port);
    await subscribed(run, other, "h/n", "n", "0");
    run.failures.length = 0;
    await other.client.publishAsync("h/n", "warm", { qos: 1 });
    await other.client.publishAsync("h/n", '{"b":1}', { qos: 1 });
    await other.client.publishAsync("h/s", Buffer.from([0xff, 0xfe]), { qos: 1 });
    await other.client.publishAsync("h/n", "3", { qos: 1 });
    await run.until(() => run.last("n")?.value === 3);
    expect(run.failures.map((f) => f.chan)).toEqual(["n", "p", "n", "p", "s", "p"]);
    expect(run.failures[0]?.reason).toBe("„warm“ passt nicht; erlaubt ist eine ganze Zahl");
    expect(run.failures[3]?.reason).toBe("In der Nachricht gibt es kein „/a“");
  });

  it("throws away what is too large without losing the connection", async () => {
    const run = await connected(
      await peers.pod({ port: broker.port }, [
        { chan: "s", type: "string", config: { topic: "i/s", qos: 1 } },
      ]),
    );
    const other = await peers.peer(broker.port);
    await subscribed(run, other, "i/s", "s");
    await other.client.publishAsync("i/s", Buffer.alloc(6 * 1024 * 1024, 65), { qos: 1 });
    await other.client.publishAsync("i/s", "klein", { qos: 1 });
    await run.until(() => run.last("s")?.value === "klein");
    expect(run.failures.map((f) => f.reason)).toEqual([expect.stringContaining("zu groß")]);
    expect(run.connections.filter((c) => c.state)).toHaveLength(1);
  });
});

describe("mqtt pod and a broker that refuses", () => {
  it("says in German what is wrong and keeps the password to itself", async () => {
    const broker = await startMosquitto({ auth: { user: "haus", password: "geheim-4711" } });
    peers.add(broker);
    const channels: TestChannel[] = [{ chan: "x", type: "int", config: { topic: "x" } }];
    for (const protocol of ["3.1.1", "5"]) {
      const wrong = await peers.pod(
        { port: broker.port, protocol, user: "haus", password: "falsch-0815" },
        channels,
      );
      await wrong.until(() => wrong.iface()?.error !== undefined);
      expect(wrong.iface()?.error).toMatch(/lehnt die Anmeldung ab: .*Benutzername oder Passwort/);
      expect(wrong.said).not.toContain("falsch-0815");
      const right = await peers.pod(
        { port: broker.port, protocol, user: "haus", password: "geheim-4711" },
        channels,
      );
      await connected(right);
      expect(right.said).not.toContain("geheim-4711");
    }
  });

  it("signs in ever more seldom while it is refused", async () => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts += 1;
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end(Buffer.from([0x20, 2, 0, 5])));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    peers.add({ stop: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const clock = new NotedClock();
    const { port } = server.address() as AddressInfo;
    const run = await startPod(kind, podLoad(kind.schema, [{ host: "127.0.0.1", port }], []), clock);
    peers.add(run);
    const refused = () => run.connections.filter(({ state }) => !state).length;
    await expect.poll(() => attempts).toBe(1);
    for (const longest of [10_000, 20_000, 40_000, 80_000]) {
      const before = attempts;
      await run.until(() => refused() === before);
      const pause = clock.waits.at(-1) ?? 0;
      expect([pause >= longest / 2, pause <= longest]).toEqual([true, true]);
      clock.advance(pause);
      await expect.poll(() => attempts).toBe(before + 1);
    }
    expect(run.iface()?.error).toMatch(/ \(weitere Versuche in wachsenden Abständen\)$/);
  });

  it("shows a refused subscription on the connection and on the channel", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        if (bytes[0] === 0x10) socket.write(Buffer.from([0x20, 2, 0, 0]));
        // Three filters: the first is granted.
        else if (bytes[0] === 0x82)
          socket.write(Buffer.from([0x90, 5, bytes[2] ?? 0, bytes[3] ?? 0, 0, 0x80, 0x80]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    peers.add({ stop: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    const run = await peers.pod(
      { port },
      ["a", "b", "c"].map((chan) => ({ chan, type: "int", config: { topic: `s/${chan}` } })),
    );
    await run.until(() => run.iface()?.error !== undefined);
    expect(run.iface()).toEqual({
      iface: "main",
      state: true,
      active: 1,
      error: "Der Broker lehnt das Abonnement von „s/b“ ab: nicht näher bezeichneter Fehler (und 1 weitere)",
    });
    expect(run.failures.map(({ chan }) => chan)).toEqual(["b", "c"]);
    expect(run.emitted.map(({ chan, value, quality }) => [chan, value, quality])).toEqual([
      ["b", null, 2],
      ["c", null, 2],
    ]);
    await run.stop();
  });

  it("asks again for a refused subscription in a kept session, and for all in a clean one", async () => {
    for (const clean of [false, true]) {
      const broker = await stubBroker((filter) => filter === "s/b" && broker.connections < 3);
      const run = await peers.pod(
        { port: broker.port, clean, client_id: "kept" },
        ["a", "b"].map((chan) => ({ chan, type: "int", config: { topic: `s/${chan}` } })),
      );
      await run.until(() => run.iface()?.error?.includes("s/b") === true);
      for (const connection of [2, 3]) {
        broker.hangUp();
        await expect.poll(() => broker.asked.length, { timeout: 10_000 }).toBe(connection);
      }
      await run.until(() => run.iface()?.state === true && run.iface()?.error === undefined);
      const again = clean ? ["s/a", "s/b"] : ["s/b"];
      expect(broker.asked).toEqual([["s/a", "s/b"], again, again]);
      // Between the connections there is the reason of the end, and else always the refusal.
      const told = run.connections.filter(({ state }) => state).slice(1);
      expect(told.slice(0, -1).every(({ error }) => error?.includes("s/b"))).toBe(true);
      await run.stop();
    }
  });

  it("refuses a value that the broker answers by hanging up, and delivers the others", async () => {
    for (const qos of [0, 1]) {
      const broker = await stubBroker(() => false, "t/bad");
      const run = await connected(
        await peers.pod(
          { port: broker.port },
          ["bad", "good"].map((chan) => ({
            chan,
            dir: "out",
            type: "int",
            config: { topic: `t/${chan}`, qos },
          })),
        ),
      );
      await run.write({ bad: 1, good: 2 });
      await run.until(() => run.refused.length > 0 && run.written.length > 0);
      await run.write({ good: 3 });
      await run.until(() => run.written.some(({ value }) => value === 3));
      expect(run.refused).toEqual([
        { chan: "bad", reason: "Der Broker beendet die Verbindung, sobald dieser Wert gesendet wird" },
      ]);
      expect(run.written).toEqual([
        { chan: "good", value: 2 },
        { chan: "good", value: 3 },
      ]);
      await run.stop();
    }
  });

  it("verifies TLS against the given authority, or not at all if told so", async () => {
    const broker = await startMosquitto({ tls: true });
    peers.add(broker);
    const iface = { port: broker.port, tls: true };
    const channels: TestChannel[] = [
      { chan: "o", dir: "out", config: { topic: "tls" } },
      { chan: "i", dir: "in", config: { topic: "tls" } },
    ];
    const unknown = await peers.pod(iface, channels);
    await unknown.until(() => unknown.iface()?.error !== undefined);
    expect(unknown.iface()?.error).toMatch(/Zertifizierungsstelle ist nicht als vertrauenswürdig/);

    const ca = broker.certificates?.ca ?? "";
    const trusting = await connected(await peers.pod({ ...iface, ca }, channels));
    const careless = await connected(await peers.pod({ ...iface, verify: false }, channels));
    await careless.write({ o: "über TLS" });
    await careless.until(() => careless.last("i")?.value === "über TLS");
    await trusting.stop();

    const plain = await startMosquitto();
    peers.add(plain);
    const mistaken = await peers.pod({ port: plain.port, tls: true }, channels);
    await mistaken.until(() => mistaken.iface()?.error !== undefined);
    expect(mistaken.iface()?.error).toMatch(/TLS|unterbrochen/);
  });

  it("names a closed port and a name that does not exist", async () => {
    const closed = await peers.pod({ port: await freePort() }, []);
    await closed.until(() => closed.iface()?.error !== undefined);
    expect(closed.iface()?.error).toMatch(/^Verbindung zu 127\.0\.0\.1:\d+ abgelehnt/);
    const nowhere = await peers.pod({ host: "broker.invalid" }, []);
    await nowhere.until(() => nowhere.iface()?.error !== undefined);
    expect(nowhere.iface()?.error).toBe("Der Name in broker.invalid:1883 lässt sich nicht auflösen (DNS)");
  });
});

/** A broker of MQTT 3.1.1 that always has a session; refuses filters, and hangs up at one topic. */
async function stubBroker(refuses: (filter: string) => boolean, hangsUpAt?: string) {
  const asked: string[][] = [];
  let connections = 0;
  let last: Socket | undefined;
  const answer = (socket: Socket, first: number, bytes: Buffer, start: number, end: number) => {
    if (first >> 4 === 1) socket.write(Buffer.from([0x20, 2, connections > 1 ? 1 : 0, 0]));
    if (first >> 4 === 12) socket.write(Buffer.from([0xd0, 0]));
    if (first >> 4 === 8) {
      const filters: string[] = [];
      for (let at = start + 2; at < end; at += 3 + bytes.readUInt16BE(at)) {
        filters.push(bytes.toString("utf8", at + 2, at + 2 + bytes.readUInt16BE(at)));
      }
      asked.push(filters);
      const codes = filters.map((filter) => (refuses(filter) ? 0x80 : 0));
      socket.write(Buffer.from([0x90, 2 + codes.length, ...bytes.subarray(start, start + 2), ...codes]));
    }
    if (first >> 4 === 3) {
      const topicEnd = start + 2 + bytes.readUInt16BE(start);
      if (bytes.toString("utf8", start + 2, topicEnd) === hangsUpAt) socket.destroy();
      else if (first & 6) socket.write(Buffer.from([0x40, 2, ...bytes.subarray(topicEnd, topicEnd + 2)]));
    }
  };
  const server = createServer((socket) => {
    connections += 1;
    last = socket;
    const cutter = new PacketCutter(
      {
        packet: (...packet) => {
          if (!socket.destroyed) answer(socket, ...packet);
        },
        oversize: () => socket.destroy(),
      },
      100_000,
    );
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => cutter.feed(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  peers.add({
    stop: () =>
      new Promise<void>((resolve) => {
        last?.destroy();
        server.close(() => resolve());
      }),
  });
  return {
    asked,
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    hangUp: () => last?.destroy(),
  };
}
