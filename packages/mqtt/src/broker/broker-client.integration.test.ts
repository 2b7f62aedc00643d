/** A broker that lets one in and shows that it lives, and says nothing to the subscriptions. */
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
