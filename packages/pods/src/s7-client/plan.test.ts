import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataSize, roomOf } from "./pdu.ts";
import { type Piece, planRequests } from "./plan.ts";
import { Polls } from "./polls.ts";
import { point } from "./testing/points.ts";

describe("requests", () => {
  it("carry every variable once, whole, and stay within the PDU", () => {
    const anyPoints = fc.array(
      fc.record({
        start: fc.nat(2000),
        size: fc.integer({ min: 1, max: 500 }),
        db: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(anyPoints, fc.integer({ min: 112, max: 960 }), fc.nat(60), (given, pdu, maxGap) => {
        const points = given.map(({ db, size, start }, index) => point(index, start, size, 1000, db));
        const room = roomOf(pdu);
        const requests = planRequests(points, { pdu, maxGap });
        expect(requests.flat().flatMap((piece) => piece.points).length).toBe(points.length);
        for (const request of requests) {
          expect(request.length).toBeLessThanOrEqual(room.items);
          const used = request.reduce((sum, piece) => sum + dataSize(piece.size), 0);
          if (used > room.readBytes) expect(request.length).toBe(1);
          for (const piece of request) {
            for (const { item } of piece.points) {
              expect(item.db).toBe(piece.db);
              expect(item.start).toBeGreaterThanOrEqual(piece.start);
              expect(item.start + item.size).toBeLessThanOrEqual(piece.start + piece.size);
            }
            // Only one variable alone may be longer than an answer.
            if (dataSize(piece.size) > room.readBytes)
              expect(piece.points.every((p) => p.item.size <= piece.size)).toBe(true);
          }
        }
      }),
    );
  });

  it("join neighbours, but not across a wider gap", () => {
    const points = [point(0, 0, 2), point(1, 2, 2), point(2, 20, 2), point(3, 100, 2)];
    const [request, ...more] = planRequests(points, { pdu: 240, maxGap: 16 });
    expect(request?.map(({ size, start }) => [start, size])).toEqual([
      [0, 22],
      [100, 2],
    ]);
    expect(more).toEqual([]);
  });
});

describe("polls", () => {
  const refuse = (pieces: readonly Piece[], code: number) => new Map(pieces.map((piece) => [piece, code]));

  /** Lets a CPU answer that has no variable `bad`; gives the number of requests until it settles. */
  function settle(polls: Polls, bad: ReadonlySet<number>, code: number): number {
    let requests = 0;
    for (let poll = polls.next(); poll && poll.due <= 0 && requests < 200; poll = polls.next()) {
      requests += 1;
      const refused = poll.request.filter((piece) => piece.points.some(({ index }) => bad.has(index)));
      polls.done(poll, refuse(refused, code), 0);
    }
    return requests;
  }

  it("find the one variable that is refused and read the others by few requests again", () => {
    const points = Array.from({ length: 64 }, (_, at) => point(at, at * 2, 2));
    const polls = new Polls(points, 16);
    polls.restart(480, 0);
    const requests = settle(polls, new Set([20]), 5);
    expect(polls.refused).toBe(1);
    expect(requests).toBeLessThan(20);
    const alone = polls.next();
    if (alone?.apart) polls.done(alone, refuse(alone.request, 5), alone.due);
    const next = polls.next();
    expect(next?.request.flatMap((piece) => piece.points).length).toBe(63);
    expect(next?.due).toBe(1000);
  });

  it("do not part the range of a block that is missing", () => {
    const points = Array.from({ length: 64 }, (_, at) => point(at, at * 2, 2));
    const polls = new Polls(points, 16);
    polls.restart(480, 0);
    expect(settle(polls, new Set([0]), 0x0a)).toBe(1);
    expect(polls.refused).toBe(64);
    const again = polls.next();
    if (!again) throw new Error("nothing is asked any more");
    expect(again.due).toBeGreaterThanOrEqual(1000);
    polls.done(again, new Map(), again.due);
    expect(polls.refused).toBe(0);
    expect(polls.next()?.apart).toBe(false);
  });

  it("keep each interval", () => {
    const polls = new Polls([point(0, 0, 2, 100), point(1, 2, 2, 500)], 16);
    polls.restart(480, 0);
    const seen: number[] = [];
    for (let now = 0; now <= 1000; now += 100) {
      for (let poll = polls.next(); poll && poll.due <= now; poll = polls.next()) {
        for (const piece of poll.request) for (const { index } of piece.points) seen.push(index);
        polls.done(poll, new Map(), now);
      }
    }
    expect([seen.filter((index) => index === 0).length, seen.filter((index) => index === 1).length]).toEqual([
      11, 3,
    ]);
  });

  /** A CPU that ends the connection when asked for one of `bad`; gives what was read in each round of ever new connections. */
  function rounds(polls: Polls, bad: ReadonlySet<number>, most: number): { cuts: number; read: Set<number> } {
    const read = new Set<number>();
    let cuts = 0;
    for (let now = 0, round = 0; round < most; round += 1, now += 100) {
      polls.restart(480, now);
      for (let poll = polls.next(); poll && poll.due <= now; poll = polls.next()) {
        const indices = poll.request.flatMap((piece) => piece.points).map(({ index }) => index);
        if (indices.some((index) => bad.has(index))) {
          cuts += 1;
          polls.broke(poll, now);
          break;
        }
        for (const index of indices) read.add(index);
        polls.done(poll, new Map(), now);
      }
    }
    return { cuts, read };
  }

  it("find the variables over which the connection ends, and read all others", () => {
    // Three requests, so that the first one must not keep the others from their turn.
    const points = Array.from({ length: 60 }, (_, at) => point(at, at * 40, 20));
    const polls = new Polls(points, 0);
    const { cuts, read } = rounds(polls, new Set([3, 30]), 400);
    expect(read.size).toBe(58);
    // 2 × (1 + log2 of the items in a request), then ever more seldom.
    expect(cuts).toBeLessThan(40);
    polls.restart(480, 100_000);
    for (let poll = polls.next(); poll && poll.due <= 100_000; poll = polls.next()) {
      polls.done(poll, new Map(), 100_000);
    }
    const again = polls.next();
    expect(again?.cut).toBeUndefined();
    // All well again: as few requests as at the start.
    let requests = 0;
    for (let poll = polls.next(); poll && poll.due <= 101_000 && requests < 200; poll = polls.next()) {
      requests += 1;
      polls.done(poll, new Map(), 101_000);
    }
    expect(requests).toBe(planRequests(points, { pdu: 480, maxGap: 0 }).length);
  });

  it("go on with the turns where they were, however early connections end", () => {
    const points = Array.from({ length: 30 }, (_, at) => point(at, at * 40, 20));
    const polls = new Polls(points, 0);
    const read = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      polls.restart(240, round * 10);
      const poll = polls.next();
      if (!poll) break;
      for (const { points: asked } of poll.request) for (const { index } of asked) read.add(index);
      polls.done(poll, new Map(), round * 10);
    }
    expect(planRequests(points, { pdu: 240, maxGap: 0 }).length).toBe(4);
    expect(read.size).toBe(30);
  });

  it("ask what ended the connection after all else, also by a smaller PDU", () => {
    const points = Array.from({ length: 10 }, (_, at) => point(at, at * 40, 20));
    const polls = new Polls(points, 0);
    polls.restart(480, 0);
    const first = polls.next();
    if (!first) throw new Error("nothing is planned");
    const cut = first.request.flatMap((piece) => piece.points).length;
    polls.broke(first, 0);
    polls.restart(120, 1_000);
    const order: number[] = [];
    for (let poll = polls.next(); poll && poll.due <= 1_000; poll = polls.next()) {
      order.push(...poll.request.flatMap((piece) => piece.points).map(({ index }) => index));
      polls.done(poll, new Map(), 1_000);
    }
    expect(new Set(order.slice(-cut))).toEqual(new Set(Array.from({ length: cut }, (_, at) => at)));
    expect(new Set(order).size).toBe(10);
  });
});
