import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { knxFrame, parseFrame, SERVICE } from "../wire/frame.ts";
import { TimerGuard } from "./timer.ts";
import { readTimerNotify, timerNotify, wrapFrame } from "./wrapper.ts";

const KEY = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
const OTHER = Buffer.from("00fa12345678", "hex");
const OWN = Buffer.from("00fa00000001", "hex");
const PLAIN = knxFrame(SERVICE.routingIndication, Buffer.from("2900bcd011590ade010081", "hex"));
const tag = Buffer.from("beef", "hex");

async function guard(floor = 1_000_000, answer?: number) {
  const clock = new ManualClock();
  const sent: Buffer[] = [];
  const kept: number[] = [];
  const refused: string[] = [];
  const made = new TimerGuard({
    key: KEY,
    latency: 1_000,
    clock,
    floor,
    keep: (value) => kept.push(value),
    refused: (text) => refused.push(text),
    serial: OWN,
    random: () => 0.5,
  });
  const started = made.start((frame) => sent.push(frame));
  if (answer !== undefined) {
    const asked = notify(sent[0]);
    if (asked) made.unwrap(timerNotify(KEY, { sequence: answer, serial: asked.serial, tag: asked.tag }));
  } else clock.advance(3_300);
  await started;
  return { made, clock, sent, kept, refused };
}
function notify(bytes: Buffer | undefined) {
  const frame = parseFrame(bytes ?? Buffer.alloc(0));
  return frame ? readTimerNotify(KEY, frame) : undefined;
}
const wrapped = (sequence: number) => wrapFrame(KEY, 0, { sequence, serial: OTHER, tag }, PLAIN);

describe("timer of secure routing", () => {
  it("keeps the time itself when nobody answers, and says it every ten seconds", async () => {
    const { made, clock, sent } = await guard();
    expect(made.isKeeper).toBe(true);
    expect(made.value).toBe(1_003_300);
    clock.advance(10_150);
    expect(sent.map((bytes) => notify(bytes)?.sequence)).toEqual([1_000_000, 1_013_450]);
  });

  it("takes over the group's time, and sends nothing before it knows it", async () => {
    const { made, clock } = await guard(1_000, 5_000_000);
    expect([made.isKeeper, made.value]).toEqual([false, 5_000_000]);
    clock.advance(250);
    const frame = parseFrame(made.wrap(PLAIN) ?? Buffer.alloc(0));
    expect(frame?.body.readUIntBE(2, 6)).toBe(5_000_250);
    const waiting = new TimerGuard({
      key: KEY,
      latency: 1_000,
      clock,
      floor: 0,
      keep: () => {},
      refused: () => {},
    });
    expect(waiting.wrap(PLAIN)).toBeUndefined();
    expect(waiting.unwrap(wrapped(5_000_000))).toBeUndefined();
  });

  it("takes frames within the tolerated latency, follows newer ones, never goes back", async () => {
    const { made, refused } = await guard(0, 5_000_000);
    expect(made.unwrap(wrapped(4_999_001))).toEqual(PLAIN);
    expect(made.unwrap(wrapped(4_999_000))).toBeUndefined();
    expect(made.unwrap(wrapped(6_000_000))).toEqual(PLAIN);
    expect(made.value).toBe(6_000_000);
    expect(made.unwrap(wrapped(5_000_001))).toBeUndefined();
    expect(refused.length).toBe(2);
  });

  it("tells the sender of an old time the right one, with its own tag", async () => {
    const { made, clock, sent } = await guard(0, 5_000_000);
    made.unwrap(wrapped(1));
    clock.advance(5_000);
    expect(notify(sent.at(-1))).toMatchObject({ serial: OTHER, tag });
    const before = sent.length;
    made.unwrap(timerNotify(KEY, { sequence: 1, serial: OTHER, tag }));
    clock.advance(5_000);
    expect(sent.length).toBe(before + 1);
  });

  it("stays silent when somebody else tells it first", async () => {
    const { made, clock, sent } = await guard(0, 5_000_000);
    made.unwrap(wrapped(1));
    clock.advance(100);
    const before = sent.length;
    made.unwrap(timerNotify(KEY, { sequence: made.value, serial: OTHER, tag }));
    clock.advance(2_000);
    expect(sent.length).toBe(before);
    expect(made.isKeeper).toBe(false);
  });

  it("refuses plain frames and other keys", async () => {
    const { made, refused } = await guard(0, 5_000_000);
    expect(made.unwrap(PLAIN)).toBeUndefined();
    expect(
      made.unwrap(wrapFrame(Buffer.alloc(16), 0, { sequence: 5_000_000, serial: OTHER, tag }, PLAIN)),
    ).toBeUndefined();
    expect(
      made.unwrap(timerNotify(Buffer.alloc(16), { sequence: 9_000_000, serial: OTHER, tag })),
    ).toBeUndefined();
    expect(made.value).toBe(5_000_000);
    expect(refused.length).toBe(3);
  });
});
