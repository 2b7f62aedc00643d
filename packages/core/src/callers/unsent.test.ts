import { describe, expect, it } from "vitest";
import { Unsent } from "./unsent.ts";

class Connection {
  writableLength = 0;
  gone = false;
  destroy(): void {
    this.gone = true;
  }
}

function bench() {
  const ended: Connection[] = [];
  const unsent = new Unsent<Connection>({ total: 100, perCaller: 50 }, (connection) =>
    ended.push(connection),
  );
  const open = (caller: string, bytes = 0) => {
    const connection = new Connection();
    unsent.follow(connection, caller);
    write(connection, bytes);
    return connection;
  };
  const write = (connection: Connection, bytes: number) => {
    connection.writableLength = bytes;
    unsent.wrote(connection);
  };
  return { unsent, ended, open, write };
}

describe("bytes that nobody reads", () => {
  it("end the connection with most of them of a caller who has too many", () => {
    const { unsent, ended, open } = bench();
    const small = open("a", 20);
    const large = open("a", 25);
    const third = open("a", 10);
    expect(ended).toEqual([large]);
    expect([small.gone, large.gone, third.gone]).toEqual([false, true, false]);
    expect(unsent.bytes).toBe(30);
  });

  it("of a caller's only connection are its own protocol's to bound", () => {
    const { ended, open } = bench();
    open("a", 90);
    expect(ended).toEqual([]);
  });

  it("in all end connections of whoever holds most, never of who holds little", () => {
    const { ended, open } = bench();
    const mine = open("me", 5);
    const first = open("a", 45);
    const second = open("b", 40);
    const third = open("c", 30);
    expect(ended).toEqual([first]);
    expect([mine, second, third].some(({ gone }) => gone)).toBe(false);
  });

  it("that were read meanwhile do not count", () => {
    const { unsent, ended, open } = bench();
    const read = open("a", 45);
    read.writableLength = 0;
    open("a", 45);
    expect(ended).toEqual([]);
    expect(unsent.bytes).toBe(45);
  });

  it("go with their connection, and count for whom it is now", () => {
    const { unsent, open } = bench();
    const connection = open("a", 40);
    unsent.follow(connection, "a signed in");
    expect(unsent.bytes).toBe(40);
    const other = open("a", 40);
    expect([connection.gone, other.gone]).toEqual([false, false]);
    unsent.leave(connection);
    unsent.leave(connection);
    expect(unsent.bytes).toBe(40);
  });

  it("of a connection that is not followed are nobody's", () => {
    const { unsent, write } = bench();
    write(new Connection(), 1_000);
    expect(unsent.bytes).toBe(0);
  });
});
