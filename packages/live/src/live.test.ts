import { EventEmitter } from "node:events";
import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import type { WebSocket } from "ws";
import { AddressBrake } from "./address-brake.ts";
import { Outbox } from "./outbox.ts";
import { Peer } from "./peer.ts";
import { type LiveUser, tokenHash, UserBook } from "./user-book.ts";

describe("an outbox", () => {
  const way = () => ({ busy: false, closed: false, sent: [] as string[], send: (text: string) => text });
  it("sends the newest of each key, in frames of a bounded length", () => {
    const to = way();
    to.send = (text) => {
      to.sent.push(text);
      return text;
    };
    const outbox = new Outbox(to, { open: "[", close: "]" });
    to.busy = true;
    outbox.put("a", "1");
    outbox.put("b", "2");
    outbox.put("a", "3");
    outbox.flush();
    expect([to.sent, outbox.size, outbox.merged]).toEqual([[], 2, 1]);
    to.busy = false;
    outbox.flush();
    expect([to.sent, outbox.size]).toEqual([["[3,2]"], 0]);
    for (let n = 0; n < 100; n += 1) outbox.put(`k${n}`, `"${"x".repeat(1_000)}"`);
    outbox.flush();
    expect(to.sent.length).toBe(5);
    expect(Math.max(...to.sent.map((text) => text.length))).toBeLessThan(35_000);
    outbox.put("late", "1");
    outbox.drop("late");
    const few = new Outbox(to, { open: "[", close: "]" }, 2);
    for (const key of ["a", "b", "a", "c", "d"]) few.put(key, `"${key}"`);
    expect([few.size, few.merged, few.dropped]).toEqual([2, 1, 2]);
    few.flush();
    expect(to.sent.pop()).toBe('["c","d"]');
    few.put("e", "1");
    few.clear();
    expect(few.size).toBe(0);
    to.closed = true;
    outbox.put("a", "4");
    outbox.flush();
    expect([to.sent.length, outbox.size]).toEqual([5, 1]);
  });
});

class FakeSocket extends EventEmitter {
  bufferedAmount = 0;
  isPaused = false;
  pings = 0;
  ended = false;
  said: string[] = [];
  closedWith: number | undefined;
  send(text: string, done: () => void): void {
    this.said.push(text);
    done();
  }
  ping(): void {
    this.pings += 1;
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(code: number): void {
    this.closedWith = code;
  }
  terminate(): void {
    this.ended = true;
    this.emit("close");
  }
}

function peerBench() {
  const clock = new ManualClock();
  const socket = new FakeSocket();
  const came: unknown[] = [];
  const ends: string[] = [];
  const peer = new Peer(socket as unknown as WebSocket, {
    clock,
    limits: { depth: 3, members: 10, rate: { perSecond: 10, atOnce: 3 }, pingEvery: 1_000, waiting: 100 },
    onMessage: (message) => came.push(message),
    onClose: () => ends.push("end"),
    onDrain: () => ends.push("drain"),
  });
  const say = (text: string, binary = false) => socket.emit("message", Buffer.from(text), binary);
  return { clock, socket, came, ends, peer, say };
}

describe("a peer", () => {
  it("hands out JSON within its bounds, undefined for all else", () => {
    const { came, say, clock } = peerBench();
    for (const text of ['{"a":[1]}', "nope", '{"a":{"b":{"c":{"d":1}}}}', `[${"0,".repeat(20)}0]`]) {
      say(text);
      clock.advance(1_000);
    }
    expect(came).toEqual([{ a: [1] }, undefined, undefined, undefined]);
  });
  it("takes no binary message, and nothing after its close", () => {
    const { came, say, socket, peer, clock } = peerBench();
    say("{}", true);
    expect(socket.closedWith).toBe(1003);
    say("{}");
    peer.send("late");
    expect([came, socket.said]).toEqual([[], []]);
    clock.advance(2_000);
    expect(socket.ended).toBe(true);
  });
  it("does not read what is too fast until its turn comes", () => {
    const { came, say, socket, clock } = peerBench();
    for (let n = 0; n < 3; n += 1) say("1");
    expect(socket.isPaused).toBe(true);
    clock.advance(100);
    expect(socket.isPaused).toBe(false);
    say("1");
    expect([came.length, socket.isPaused]).toEqual([4, true]);
  });
  it("does not read pings and pongs faster than messages", () => {
    for (const kind of ["ping", "pong"]) {
      const { socket, clock } = peerBench();
      for (let n = 0; n < 3; n += 1) socket.emit(kind);
      expect(socket.isPaused, kind).toBe(true);
      clock.advance(100);
      expect(socket.isPaused, kind).toBe(false);
    }
  });
  it("is ended when it goes on sending pings and reads no answer to them", () => {
    for (const kind of ["ping", "pong"]) {
      const { socket, ends } = peerBench();
      socket.bufferedAmount = 1024 * 1024 + 101;
      socket.emit(kind);
      expect([socket.ended, ends], kind).toEqual([true, ["end"]]);
    }
  });
  it("is ended when it goes on asking and reads no answer", () => {
    const { socket, peer, ends } = peerBench();
    socket.bufferedAmount = 1024 * 1024 + 100;
    peer.send("x");
    expect([socket.said, socket.ended]).toEqual([["x"], false]);
    socket.bufferedAmount += 1;
    peer.send("y");
    expect([socket.said, socket.ended, ends]).toEqual([["x"], true, ["end"]]);
  });
  it("is ended when it answers no ping, kept when it does", () => {
    const { socket, clock, ends } = peerBench();
    clock.advance(1_000);
    socket.emit("pong");
    clock.advance(1_000);
    expect([socket.pings, socket.ended]).toEqual([2, false]);
    clock.advance(1_000);
    expect(socket.ended).toBe(true);
    expect(ends).toEqual(["end"]);
    clock.advance(60_000);
    expect(socket.pings).toBe(2);
  });
  it("says when it is busy and when it is not any more", () => {
    const { socket, peer, ends } = peerBench();
    socket.bufferedAmount = 101;
    peer.send("x");
    expect([peer.busy, ends]).toEqual([true, []]);
    socket.bufferedAmount = 0;
    peer.send("y");
    expect([peer.busy, ends]).toEqual([false, ["drain"]]);
  });
});

describe("a book of users", () => {
  const phc = (password: string) => `phc:${password}`;
  const user = (username: string, over: Partial<LiveUser> = {}): LiveUser => ({
    username,
    role: "read",
    pwd: phc(username),
    token: tokenHash(`t-${username}`),
    ...over,
  });
  function bench() {
    const verified: string[] = [];
    const book = new UserBook({
      verify: async (hash, password) => {
        verified.push(password);
        await Promise.resolve();
        return hash === phc(password);
      },
    });
    book.set([user("a"), user("b")]);
    return { book, verified };
  }

  it("finds by token and by password; the slow hash is asked once", async () => {
    const { book, verified } = bench();
    expect(book.byToken("t-a")?.username).toBe("a");
    expect(book.byToken("t-c")).toBeUndefined();
    expect(book.byToken("")).toBeUndefined();
    for (let n = 0; n < 3; n += 1) expect((await book.byPassword("a", "a", "x"))?.username).toBe("a");
    expect(verified).toEqual(["a"]);
    expect(await book.byPassword("a", "b", "x")).toBeUndefined();
    expect(verified).toEqual(["a"]);
    expect(await book.byPassword("nobody", "a", "x")).toBeUndefined();
    expect(verified).toEqual(["a", "a"]);
  });
  it("says whether somebody who was let in still has the same access", () => {
    const { book } = bench();
    const found = book.byToken("t-a") ?? expect.fail();
    book.set([user("a"), user("b")]);
    expect(book.stands(found)).toBe(true);
    for (const now of [[user("b")], [user("a", { role: "write" })], [user("a", { pwd: phc("neu") })]]) {
      book.set(now);
      expect(book.stands(found)).toBe(false);
    }
  });
  it("says whose access is another one now, and forgets what it knew of it", async () => {
    const { book, verified } = bench();
    await book.byPassword("a", "a", "x");
    expect(book.set([user("a"), user("b")])).toEqual([]);
    expect(book.set([user("a", { role: "write" }), user("b")])).toEqual(["a"]);
    expect(book.set([user("a", { role: "write", pwd: phc("neu") }), user("c")])).toEqual(["a", "b"]);
    expect(await book.byPassword("a", "a", "x")).toBeUndefined();
    expect((await book.byPassword("a", "neu", "x"))?.role).toBe("write");
    expect(verified).toEqual(["a", "a", "neu"]);
    expect(book.set([user("a", { role: "write", pwd: phc("neu"), token: "" })])).toEqual(["a", "c"]);
    expect(book.byToken("t-a")).toBeUndefined();
  });
  it("lets nobody in who changed while the password was verified, or who has none", async () => {
    const { book } = bench();
    const asked = book.byPassword("a", "a", "x");
    book.set([user("a", { pwd: phc("neu") })]);
    expect(await asked).toBeUndefined();
    book.set([user("a", { pwd: "" })]);
    expect(await book.byPassword("a", "", "x")).toBeUndefined();
    // Whatever the slow hash says.
    const credulous = new UserBook({ verify: async () => true });
    credulous.set([user("a", { pwd: "" })]);
    expect(await credulous.byPassword("a", "", "x")).toBeUndefined();
    expect(await credulous.byPassword("nobody", "", "x")).toBeUndefined();
  });
});

describe("a brake", () => {
  it("refuses after five failures, longer each time, and forgets", () => {
    const clock = new ManualClock();
    const brake = new AddressBrake(clock);
    for (let n = 0; n < 4; n += 1) brake.failed("a");
    expect(brake.refusedFor("a")).toBeUndefined();
    brake.failed("a");
    expect(brake.refusedFor("a")).toBe(30);
    expect(brake.refusedFor("b")).toBeUndefined();
    clock.advance(30_000);
    expect(brake.refusedFor("a")).toBeUndefined();
    brake.failed("a");
    expect(brake.refusedFor("a")).toBe(60);
    clock.advance(60_000 + 600_000);
    brake.failed("a");
    expect(brake.refusedFor("a")).toBeUndefined();
    for (let n = 0; n < 4; n += 1) brake.failed("a");
    brake.succeeded("a");
    expect(brake.refusedFor("a")).toBeUndefined();
  });
  it("remembers so many names; the one that failed longest ago is forgotten first", () => {
    const brake = new AddressBrake(new ManualClock(), 1);
    for (let n = 0; n <= 5_000; n += 1) brake.failed(`n${n}`);
    expect(brake.refusedFor("n0")).toBeUndefined();
    expect([brake.refusedFor("n1"), brake.refusedFor("n5000")]).toEqual([30, 30]);
  });
});
