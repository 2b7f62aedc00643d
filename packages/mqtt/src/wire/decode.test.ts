import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PacketCutter, ProtocolError } from "./decode.ts";
import { encodeString, PublishWriter } from "./encode.ts";

function cutter(limit = 1_000_000) {
  const seen: string[] = [];
  const made = new PacketCutter(
    {
      packet: (first, bytes, start, end) =>
        void seen.push(`${first}:${bytes.subarray(start, end).toString("hex")}`),
      oversize: (first, _bytes, start, end, size) => void seen.push(`large ${first} ${end - start} ${size}`),
    },
    limit,
  );
  return { made, seen };
}

function stream(bodies: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    bodies.map((body) => {
      const length: number[] = [];
      let left = body.length;
      do {
        length.push((left & 127) | (left > 127 ? 128 : 0));
        left >>>= 7;
      } while (left > 0);
      return Buffer.concat([Buffer.from([0x30, ...length]), body]);
    }),
  );
}

describe("PacketCutter", () => {
  it("finds the same packets however the stream is cut", () => {
    const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 });
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(64), { minLength: 1, maxLength: 20 }), (packets, cuts) => {
        const bytes = stream(packets);
        const { made, seen } = cutter();
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const step = 1 + (cuts[i % cuts.length] ?? 0);
          made.feed(Buffer.from(bytes.subarray(at, at + step)));
          at += step;
        }
        expect(seen).toEqual(packets.map((body) => `48:${Buffer.from(body).toString("hex")}`));
      }),
    );
  });

  it("skips what is too large without holding it, and goes on behind it", () => {
    for (const step of [1000, 65_552, 70_000, 1_000_000]) {
      const { made, seen } = cutter(66_000);
      const bytes = stream([Buffer.from("a"), Buffer.alloc(300_000), Buffer.from("b")]);
      for (let at = 0; at < bytes.length; at += step) made.feed(Buffer.from(bytes.subarray(at, at + step)));
      expect(seen).toEqual(["48:61", "large 48 65552 300000", "48:62"]);
    }
  });

  it("refuses a length of five bytes", () => {
    expect(() => cutter().made.feed(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]))).toThrow(
      ProtocolError,
    );
  });

  it("never throws anything but a protocol error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        try {
          cutter().made.feed(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });
});

describe("PublishWriter", () => {
  it("packs publications that are cut apart again", () => {
    const writer = new PublishWriter(4);
    const topic = encodeString("a/ü");
    const texts = ["21.5", "grün", "x".repeat(200), ""];
    writer.renew(0);
    for (const text of texts) writer.put(topic, text, Buffer.byteLength(text), 1, false, false, 7);
    const { made, seen } = cutter();
    made.feed(writer.take());
    const head = Buffer.concat([topic, Buffer.from([0, 7])]).toString("hex");
    expect(seen).toEqual(texts.map((text) => `50:${head}${Buffer.from(text).toString("hex")}`));
    expect(writer.pending).toBe(0);
  });
});
