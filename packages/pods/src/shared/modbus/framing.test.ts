import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MbapReader, mbapFrame } from "./mbap.ts";
import { crc16, RtuReader, rtuFrame } from "./rtu.ts";

const pdu = fc.uint8Array({ minLength: 1, maxLength: 253 }).map((bytes) => Buffer.from(bytes));

/** The bytes cut at random places. */
function pieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
}

describe("Modbus TCP", () => {
  it("finds every frame however the stream is cut", () => {
    const frame = fc.record({ transaction: fc.nat(0xffff), unit: fc.nat(255), pdu });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), fc.array(fc.nat(), { maxLength: 8 }), (frames, cuts) => {
        const stream = Buffer.concat(frames.map((f) => mbapFrame(f.transaction, f.unit, f.pdu)));
        const reader = new MbapReader();
        expect(pieces(stream, cuts).flatMap((piece) => reader.push(piece))).toEqual(frames);
      }),
    );
  });

  it("refuses a stream that is something else", () => {
    expect(() => new MbapReader().push(Buffer.from("GET / HTTP/1.1\r\n"))).toThrow("kein Modbus TCP");
    expect(() => new MbapReader().push(Buffer.from([0, 1, 0, 0, 0, 1, 1]))).toThrow("kein Modbus TCP");
    expect(() => new MbapReader().push(Buffer.from([0, 1, 0, 0, 1, 0, 1]))).toThrow("kein Modbus TCP");
  });

  it("throws nothing else on random bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        try {
          new MbapReader().push(Buffer.from(bytes));
        } catch (error) {
          expect(error).toMatchObject({ message: "Die Gegenstelle spricht kein Modbus TCP" });
        }
      }),
    );
  });
});

describe("RTU", () => {
  it("has the checksum of the specification", () => {
    // Modbus over Serial Line V1.02, 6.2.2: 02 07 gives 41 12, low byte first.
    expect(crc16(Buffer.from([0x02, 0x07]))).toBe(0x1241);
  });

  it("finds an answer behind noise and in pieces", () => {
    const request = Buffer.from([3, 0, 0, 0, 2]);
    const answer = Buffer.from([3, 4, 1, 2, 3, 4]);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 20 }).filter((noise) => !noise.includes(17)),
        fc.array(fc.nat(), { maxLength: 5 }),
        (noise, cuts) => {
          const reader = new RtuReader();
          const all = pieces(Buffer.concat([Buffer.from(noise), rtuFrame(17, answer)]), cuts);
          for (const piece of all.slice(0, -1)) reader.push(piece);
          reader.push(all.at(-1) ?? Buffer.alloc(0));
          expect(reader.take(17, request)).toEqual(answer);
          expect(reader.take(17, request)).toBeUndefined();
        },
      ),
    );
  });

  it("holds little of what never ends, and still finds the answer", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 8 }), (chunks) => {
        const reader = new RtuReader();
        const request = Buffer.from([3, 0, 0, 0, 2]);
        for (const chunk of chunks) {
          reader.push(Buffer.from(chunk));
          expect(reader.size).toBeLessThanOrEqual(1024);
          reader.take(17, request);
        }
        reader.push(Buffer.alloc(300));
        reader.push(rtuFrame(17, Buffer.from([3, 4, 1, 2, 3, 4])));
        expect(reader.take(17, request)).toEqual(Buffer.from([3, 4, 1, 2, 3, 4]));
      }),
    );
  });

  it("takes neither another unit's answer, nor another function's, nor a damaged one", () => {
    const request = Buffer.from([3, 0, 0, 0, 1]);
    const reader = new RtuReader();
    reader.push(rtuFrame(18, Buffer.from([3, 2, 0, 1])));
    reader.push(rtuFrame(17, Buffer.from([4, 2, 0, 1])));
    const damaged = rtuFrame(17, Buffer.from([3, 2, 0, 1]));
    damaged[4] = 9;
    reader.push(damaged);
    expect(reader.take(17, request)).toBeUndefined();
    reader.push(rtuFrame(17, Buffer.from([0x83, 2])));
    expect(reader.take(17, request)).toEqual(Buffer.from([0x83, 2]));
  });
});
