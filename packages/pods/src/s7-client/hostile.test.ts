import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameError, PacketReader } from "./frames.ts";
import { JobRefused, PduError, parseAnswer, readAnswer, setupAnswer, writeAnswer } from "./pdu.ts";

const RANGES = [
  { area: "DB", db: 1, start: 0, size: 3 },
  { area: "M", db: 0, start: 4, size: 2 },
] as const;

/** What a reader makes of bytes: never anything but packets or the errors that are meant. */
function digest(chunks: readonly Uint8Array[]): void {
  const reader = new PacketReader();
  try {
    for (const chunk of chunks) {
      for (const packet of reader.push(Buffer.from(chunk))) {
        if (packet.t !== "data") continue;
        const answer = parseAnswer(packet.pdu);
        if (!answer) continue;
        for (const parse of [
          setupAnswer,
          (a: typeof answer) => readAnswer(a, RANGES),
          (a: typeof answer) => writeAnswer(a, 2),
        ]) {
          try {
            parse(answer);
          } catch (error) {
            if (!(error instanceof PduError) && !(error instanceof JobRefused)) throw error;
          }
        }
      }
    }
  } catch (error) {
    if (!(error instanceof FrameError) && !(error instanceof PduError)) throw error;
  }
}

/** A whole answer to a read of `RANGES`, as a CPU sends it. */
const GOOD = Buffer.from(
  "0300002302f0803203000000010002000e00000402ff04001801020300ff0400100405".replaceAll(" ", ""),
  "hex",
);

describe("what a hostile CPU sends", () => {
  it("is refused or understood, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 4 }), (chunks) => digest(chunks)),
      {
        numRuns: 3000,
      },
    );
  });

  it("may be a true answer with bytes changed, cut anywhere", () => {
    expect(readAnswer(answerOf(GOOD), RANGES)).toEqual([
      { bytes: Buffer.from([1, 2, 3]) },
      { bytes: Buffer.from([4, 5]) },
    ]);
    const change = fc.record({ at: fc.nat(GOOD.length - 1), to: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), fc.nat(GOOD.length), (changes, cut) => {
        const bytes = Buffer.from(GOOD);
        for (const { at, to } of changes) bytes[at] = to;
        digest([bytes.subarray(0, cut), bytes.subarray(cut)]);
      }),
      { numRuns: 5000 },
    );
  });

  it("is never gathered beyond the longest PDU", () => {
    const part = Buffer.concat([Buffer.from([3, 0, 4, 0, 2, 0xf0, 0]), Buffer.alloc(1024 - 7)]);
    const reader = new PacketReader();
    expect(() => {
      for (let n = 0; n < 4; n += 1) reader.push(part);
    }).toThrow(FrameError);
    expect(() => new PacketReader().push(Buffer.from([3, 0, 0xff, 0xff]))).toThrow(FrameError);
  });
});

function answerOf(bytes: Buffer) {
  const [packet] = new PacketReader().push(bytes);
  const answer = packet?.t === "data" ? parseAnswer(packet.pdu) : undefined;
  if (!answer) throw new Error("no answer");
  return answer;
}
