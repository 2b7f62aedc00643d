import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { ManualClock, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { Journal } from "./journal.ts";
import { serve } from "./serve.ts";

const folder = useFolder();
const clock = new ManualClock();
let scope: Scope;
let socket: string;
beforeEach(async () => {
  scope = new Scope();
  socket = path.join(folder(), "hostd.sock");
  const log = () => undefined;
  const journal = new Journal({ clock, scope, log, record: path.join(folder(), "changes.log") });
  const service = { begin: async () => undefined, handle: async () => null };
  await serve({ service, env: { HUBWART_HOSTD_SOCKET: socket }, clock, scope, log, journal });
});
afterEach(() => scope.end());

it("lets go of whoever has the answer and does not hang up", async () => {
  const client = net.connect({ path: socket, allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  client.on("error", () => undefined).write('{"verb":"devices"}\n');
  expect(String((await once(client, "data"))[0])).toContain('"ok":true');
  await once(client, "end");
  let gone = false;
  client.once("close", () => (gone = true));
  clock.advance(30_000);
  // Writing to it fails sooner or later.
  await expect
    .poll(() => {
      client.write("x");
      return gone;
    })
    .toBe(true);
});
