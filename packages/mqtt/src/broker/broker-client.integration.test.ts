/** Brokers that let one in and say nothing to the subscriptions, and such that let nobody in. */
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { ManualClock, Scope } from "@hubwart/core";
import { waitFor } from "@hubwart/testing";
import { expect, it } from "vitest";
import { BrokerClient } from "./broker-client.ts";

const CONNACK = Buffer.from([0x20, 3, 0, 0, 0]);
const SUBSCRIBE = 0x82;
/** With a message behind it. */
const PINGRESP = Buffer.from([0xd0, 0, 0x30, 4, 0, 1, 0x61, 0]);

it("gives a broker up that does not answer the subscriptions, and connects again", async () => {
  let asked = 0;
  let answers = 0;
  const server = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      if (bytes[0] === SUBSCRIBE) asked += 1;
      else socket.write(bytes[0] === 0x10 ? CONNACK : PINGRESP);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clock = new ManualClock();
  const scope = new Scope();
  const said: string[] = [];
  const client = new BrokerClient({
    address: { host: "127.0.0.1", port, shown: "broker:1883", tls: false },
    credentials: () => Promise.resolve({ user: "hub", password: "p" }),
    clientId: "hub",
    filters: ["a/#"],
    will: { topic: "w", payload: "" },
    clock,
    scope,
    events: {
      up: () => void said.push("up"),
      down: (reason) => void said.push(reason),
      message: () => void (answers += 1),
      refused: () => undefined,
    },
  });
  try {
    await waitFor(() => asked === 1, { what: "the first SUBSCRIBE" });
    for (let second = 2; second < 10; second += 2) {
      clock.advance(2_000);
      await waitFor(() => answers === second / 2, { what: "a sign of life" });
    }
    expect(said).toEqual([]);
    clock.advance(2_000);
    expect([said, client.up]).toEqual([["Der Broker broker:1883 antwortet nicht auf das Abonnement"], false]);
    clock.advance(2_000);
    await waitFor(() => asked === 2, { what: "the second SUBSCRIBE" });
  } finally {
    await scope.end();
    server.close();
  }
});

it("tries refused credentials ever more seldom, and others at once", async () => {
  const REFUSED = Buffer.from([0x20, 3, 0, 0x86, 0]);
  const users: string[] = [];
  const server = net.createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (bytes) => {
      users.push(bytes.includes("eins") ? "eins" : "zwei");
      socket.end(REFUSED);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const clock = new ManualClock();
  const scope = new Scope();
  const said: string[] = [];
  let password = "eins";
  const client = new BrokerClient({
    address: { host: "127.0.0.1", port, shown: "broker:1883", tls: false },
    credentials: () => Promise.resolve({ user: "hub", password }),
    clientId: "hub",
    filters: ["a/#"],
    will: { topic: "w", payload: "" },
    clock,
    scope,
    events: {
      up: () => undefined,
      down: (reason) => void said.push(reason),
      message: () => undefined,
      refused: () => undefined,
    },
  });
  /** Until the next refusal; @returns ms */
  const pause = async (): Promise<number> => {
    const [before, since] = [said.length, clock.monotonic()];
    await waitFor(
      () => {
        if (said.length === before) clock.advance(500);
        return said.length > before;
      },
      { what: "another try", timeout: 30_000 },
    );
    return clock.monotonic() - since;
  };
  try {
    await waitFor(() => said.length === 1, { what: "a refusal" });
    expect(said[0]).toMatch(/lehnt die Anmeldung ab.* \(weitere Versuche in wachsenden Abständen\)$/);
    expect(await pause()).toBeGreaterThanOrEqual(5_000);
    expect(await pause()).toBeGreaterThanOrEqual(10_000);
    expect(users).toEqual(["eins", "eins", "eins"]);
    password = "zwei";
    expect(await pause()).toBeLessThan(10_000);
    expect(users.at(-1)).toBe("zwei");
    expect(client.up).toBe(false);
  } finally {
    await scope.end();
    server.close();
  }
});
