import { type AddressInfo, createServer } from "node:net";
import { freePort, type Mosquitto, startMosquitto } from "@hubwart/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TestChannel } from "../base/testing.ts";
import { connected, Peers, subscribed } from "./testing/peers.ts";

const peers = new Peers();
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
