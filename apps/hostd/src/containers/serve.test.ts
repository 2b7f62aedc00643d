import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import type { AddOns } from "@hubwart/containers";
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

async function serve(
  addOns: () => Promise<AddOns> = () =>
    Promise.reject(new UnavailableError("Es läuft keine Container-Engine.")),
): Promise<string> {
  const clock = new ManualClock();
  const socket = path.join(folder(), "containers.sock");
  const log = () => undefined;
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

it("does nothing for who went away before its turn came: he was told that it failed", async () => {
  const did: string[] = [];
  let answers: () => void = () => undefined;
  const hanging = new Promise<void>((resolve) => (answers = resolve));
  const addOns = {
    stop: () => hanging,
    reset: async () => void did.push("reset"),
    start: async () => void did.push("start"),
  };
  const socket = await serve(async () => addOns as unknown as AddOns);
  const say = (request: string) => {
    const client = net.connect(socket);
    client.on("error", () => undefined).write(`${request}\n`);
    return client;
  };
  const [first, gone, waiting] = [
    say('{"verb":"stop","id":"mosquitto"}'),
    say('{"verb":"reset","id":"mosquitto"}'),
    say('{"verb":"start","id":"mosquitto","parameters":{"users":[]}}'),
  ];
  // Who only says no more is answered.
  let told = "";
  waiting.on("data", (chunk: Buffer) => (told += chunk.toString())).end();
  // Another add-on has its own turn, so all have been read by then.
  const other = say('{"verb":"start","id":"grafana","parameters":{}}');
  await once(other, "data");
  expect(did).toEqual(["start"]);
  gone.destroy();
  await once(gone, "close");
  await new Promise((resolve) => setTimeout(resolve, 50));
  answers();
  await once(waiting, "close");
  expect(did).toEqual(["start", "start"]);
  expect(
    told
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([{ ok: true, value: null }]);
  for (const client of [first, other]) client.destroy();
});
