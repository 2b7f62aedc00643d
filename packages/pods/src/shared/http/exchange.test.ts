import { EventEmitter } from "node:events";
import type { request as plainRequest } from "node:http";
import { PassThrough } from "node:stream";
import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { exchange, Lost } from "./exchange.ts";

/** One request over this socket, as an agent hands it to one that waited for a place: `reusedSocket` stays false. */
function over(socket: PassThrough, repeatable: boolean) {
  const request = Object.assign(new EventEmitter(), {
    reusedSocket: false,
    sent: false,
    end: () => (request.sent = true),
    destroy: () => undefined,
  });
  const done = exchange({
    send: (() => request) as unknown as typeof plainRequest,
    url: new URL("http://server/"),
    options: {},
    body: undefined,
    repeatable,
    timeoutMs: 1_000,
    clock: new ManualClock(),
    late: () => new Error("late"),
    read: () => Promise.resolve(undefined),
  });
  const failed = done.catch((error: unknown) => error);
  request.emit("socket", socket);
  return { failed, request };
}

it("sends what must not be repeated over no connection that has served, whether it says so or not", async () => {
  const socket = new PassThrough();
  expect(over(socket, true).request.sent).toBe(true);
  const { failed, request } = over(socket, false);
  expect(request.sent).toBe(false);
  const error = await failed;
  expect(error).toBeInstanceOf(Lost);
  expect(error).toMatchObject({ kept: true, sent: false, answered: false });
  expect(over(new PassThrough(), false).request.sent).toBe(true);
});
