import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { inTurns, MOST_WAITING } from "./turns.ts";

/** A connection as far as its turns go. */
class Connection {
  writable = true;
  paused = false;
  parser = { onIncoming: () => 0 };
  destroy = vi.fn(() => {
    this.writable = false;
  });
  pause(): void {
    this.paused = true;
  }
  resume(): void {
    this.paused = false;
  }
  isPaused(): boolean {
    return this.paused;
  }
}

function bench() {
  const connection = new Connection();
  const begun: number[] = [];
  const responses: EventEmitter[] = [];
  const flooded = vi.fn();
  const serve = inTurns((_request, response) => {
    begun.push(responses.indexOf(response));
  }, flooded);
  const ask = () => {
    const response = new EventEmitter();
    responses.push(response);
    serve({ socket: connection } as unknown as IncomingMessage, response as unknown as ServerResponse);
  };
  const answered = (which: number) => responses[which]?.emit("close");
  return { connection, begun, flooded, ask, answered };
}

describe("requests of a connection", () => {
  it("begin one after the other, each when the answer before it has gone", () => {
    const { begun, ask, answered } = bench();
    for (let i = 0; i < 3; i += 1) ask();
    expect(begun).toEqual([0]);
    answered(0);
    expect(begun).toEqual([0, 1]);
    answered(1);
    answered(2);
    ask();
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it("are not read as long as several wait, and read on when few do", () => {
    const { connection, ask, answered } = bench();
    for (let i = 0; i < 8; i += 1) ask();
    expect(connection.paused).toBe(false);
    ask();
    expect(connection.paused).toBe(true);
    answered(0);
    expect(connection.paused).toBe(false);
  });

  it("end it when too many wait; what is left of its input begins nothing, and is told once", () => {
    const { connection, begun, flooded, ask, answered } = bench();
    for (let i = 0; i < MOST_WAITING + 1; i += 1) ask();
    expect(connection.destroy).not.toHaveBeenCalled();
    for (let i = 0; i < 1_000; i += 1) ask();
    expect(connection.destroy).toHaveBeenCalledOnce();
    expect(flooded).toHaveBeenCalledOnce();
    expect(connection.parser.onIncoming()).toBe(2);
    answered(0);
    expect(begun).toEqual([0]);
  });

  it("do not begin on a connection that ended, so that nothing is done that nobody hears of", () => {
    const { connection, begun, ask, answered } = bench();
    ask();
    ask();
    connection.writable = false;
    answered(0);
    expect(begun).toEqual([0]);
  });
});
