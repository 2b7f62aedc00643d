/** Whatever comes over a line, reading it ends, throws nothing and keeps no more than a frame. */
import { describe, expect, it } from "vitest";
import { recorded } from "../testing/recorded.ts";
import { answerOf } from "./answer.ts";
import { FrameReader, isResponse, LONGEST_FRAME, longFrame } from "./frame.ts";

/** `MBUS_FUZZ=1000000` for a long run. */
const RUNS = Number(process.env["MBUS_FUZZ"] ?? 20_000);

/** Numbers that look random and are the same in each run (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

describe("fuzzed frames", () => {
  it("are read to the end", () => {
    const roll = dice(20_261_125);
    const { frames } = recorded();
    const kinds = new Map<string, number>();
    for (let run = 0; run < RUNS; run += 1) {
      const bytes = Buffer.from(frames[roll(frames.length)]?.bytes ?? []);
      const changes = 1 + roll(8);
      for (let change = 0; change < changes; change += 1) bytes[4 + roll(bytes.length - 4)] = roll(256);
      const cut = roll(3) === 0 ? bytes.subarray(0, 4 + roll(bytes.length - 4)) : bytes;
      // Most have a right checksum, so that they come to the records.
      const data = cut.subarray(7, Math.max(7, cut.length - 2));
      const whole = longFrame({ control: 8, address: 1, ci: 0x70 + roll(8), data });
      const reader = new FrameReader();
      const at = roll(whole.length);
      for (const part of roll(4) === 0 ? [cut] : [whole.subarray(0, at), whole.subarray(at)])
        reader.push(part);
      for (let frame = reader.next() ?? reader.afterSilence(); frame; frame = reader.next()) {
        if (!isResponse(frame)) continue;
        const answer = answerOf(frame);
        kinds.set(answer.kind, (kinds.get(answer.kind) ?? 0) + 1);
        if (answer.kind !== "values") continue;
        expect(answer.records.length).toBeLessThanOrEqual(data.length);
        for (const { value } of answer.records) {
          if (value.kind === "number" && !Number.isFinite(value.number)) throw new Error("no finite number");
        }
      }
      expect(reader.waiting).toBeLessThanOrEqual(LONGEST_FRAME);
    }
    expect(kinds.get("values")).toBeGreaterThan(RUNS / 20);
  }, 600_000);

  it("behind what seems to begin a longer one are found once the line is silent", () => {
    const frame = longFrame({ control: 8, address: 5, ci: 0x72, data: Buffer.alloc(20, 0x2f) });
    const reader = new FrameReader();
    reader.push(Buffer.concat([Buffer.from([0x68, 0x90, 0x90, 0x68]), frame]));
    expect(reader.next()).toBeUndefined();
    expect(reader.afterSilence()).toMatchObject({ kind: "long", address: 5 });
    expect(reader.garbage).toBe(4);
  });

  it("of noise alone leave a reader that finds the next frame", () => {
    const roll = dice(7);
    const frame = longFrame({ control: 8, address: 5, ci: 0x72, data: Buffer.alloc(20, 0x2f) });
    for (let run = 0; run < 2_000; run += 1) {
      const reader = new FrameReader();
      reader.push(Buffer.from(Array.from({ length: roll(40) }, () => roll(256))));
      reader.push(frame);
      const found = [];
      for (let next = reader.next(); next; next = reader.next()) found.push(next);
      for (let next = reader.afterSilence(); next; next = reader.next() ?? reader.afterSilence())
        found.push(next);
      expect(found.filter((one) => one.kind === "long" && one.address === 5)).toHaveLength(1);
    }
  });
});
