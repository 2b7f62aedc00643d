import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { ManualClock, Scope, UnavailableError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Journal } from "../journal.ts";
import { serveContainers } from "./serve.ts";

/** Bytes of a request that never ends: below the bound of one, and more than the room holds ten of. */
const HALF = `{"verb":"start","id":"mosquitto","x":"${"x".repeat(4_000_000)}`;

const folder = useFolder();
let scope: Scope;
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

async function serve(): Promise<string> {
  const clock = new ManualClock();
  const socket = path.join(folder(), "containers.sock");
  const log = () => undefined;
  const addOns = () => Promise.reject(new UnavailableError("Es läuft keine Container-Engine."));
  const env = { HUBWART_HOSTD_SOCKET: socket };
  const journal = new Journal({ clock, scope, log, record: path.join(folder(), "changes.log") });
  await serveContainers({ addOns, env, clock, scope, log, journal });
  return socket;
}

it("has one room of bytes for all requests that wait, and ends the largest when it is full", async () => {
  const socket = await serve();
  let ended = 0;
  const open = Array.from({ length: 10 }, () => {
    const client = net.connect(socket);
    client.on("error", () => undefined).on("close", () => (ended += 1));
    client.write(HALF);
    return client;
  });
  await expect.poll(() => ended, { timeout: 15_000 }).toBeGreaterThan(1);
  // Whoever asks for little is answered meanwhile.
  const asking = net.connect(socket);
  asking.end('{"verb":"overview"}\n');
  expect(String((await once(asking, "data"))[0])).toContain("Es läuft keine Container-Engine.");
  expect(ended).toBeLessThan(10);
  for (const client of [...open, asking]) client.destroy();
});

it("parses no request of more members than all rules and users have", async () => {
  const socket = await serve();
  const answerTo = async (members: number) => {
    const asking = net.connect(socket);
    asking.end(`{"verb":"start","id":"mosquitto","parameters":[${"0,".repeat(members)}0]}\n`);
    return String((await once(asking, "data"))[0]);
  };
  expect(await answerTo(90_000)).toContain("Es läuft keine Container-Engine.");
  expect(await answerTo(110_000)).toContain("zu viele Angaben");
});
