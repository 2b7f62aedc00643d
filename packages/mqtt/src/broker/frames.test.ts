import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cut, decodeFrame, encodeFrame, type Frame, podOfTopic, sessionTopics } from "./frames.ts";

describe("frames", () => {
  it("come back as they were", () => {
    const number = fc.integer({ min: 0, max: 2 ** 40 });
    const frame: fc.Arbitrary<Frame> = fc.oneof(
      fc.record({
        kind: fc.constant("data" as const),
        n: number.map((n) => n + 1),
        ack: number,
        more: fc.boolean(),
        text: fc.string({ unit: "binary" }),
      }),
      fc.record({ kind: fc.constantFrom("alive" as const, "sync" as const), ack: number }),
      fc.record({ kind: fc.constantFrom("end" as const, "gone" as const) }),
    );
    fc.assert(
      fc.property(frame, (given) => {
        expect(decodeFrame(encodeFrame(given))).toEqual(given);
      }),
    );
  });

  it.each([
    "",
    "x\n",
    "d 1\n{}",
    "d 0 0\n{}",
    "d 1 -1\n{}",
    "d 1.5 0\n",
    "a\n",
    "a x\n",
    "e 1\n",
    "d 1 2 3\n",
    "s 1",
  ])("refuses %j", (payload) => {
    expect(decodeFrame(payload)).toBeUndefined();
  });

  it("cuts a text without cutting a character, and loses nothing", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.integer({ min: 2, max: 9 }),
        (text, size) => {
          const pieces = cut(text, size);
          expect(pieces.join("")).toBe(text);
          const throughUtf8 = pieces.map((piece) => Buffer.from(piece, "utf8").toString("utf8")).join("");
          expect(throughUtf8).toBe(Buffer.from(text, "utf8").toString("utf8"));
          expect(pieces.every((piece) => piece.length <= size)).toBe(true);
        },
      ),
    );
  });
});

describe("topics", () => {
  const session = "0123456789abcdef0123456789abcdef";
  it("name pod and session", () => {
    const { toHub, toPod, hub } = sessionTopics("plant/pods", "mqtt.a", session);
    expect(podOfTopic("plant/pods", toHub)).toEqual({ pod: "mqtt.a", session });
    for (const other of [toPod, hub, `${toHub}/x`, `other/${toHub}`, toHub.slice(0, -1)]) {
      expect(podOfTopic("plant/pods", other)).toBeUndefined();
    }
  });
});
