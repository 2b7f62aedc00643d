import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "./decode.ts";
import { PROPERTY, readProperties, skipProperties } from "./properties.ts";

describe("MQTT 5 properties", () => {
  it("reads what a broker says and steps over the rest", () => {
    const said = [
      [0x21, 0, 20],
      [0x13, 0, 60],
      [0x24, 1],
      [0x26, 0, 1, 0x6b, 0, 2, 0x61, 0x62],
      [0x0b, 0x80, 1],
      [0x1f, 0, 2, 0x6f, 0x6b],
      [0x27, 0, 1, 0, 0],
    ].flat();
    const full = Buffer.from([said.length, ...said, 0xff]);
    const { numbers, texts, end } = readProperties(full, 0, full.length);
    expect(numbers.get(PROPERTY.receiveMaximum)).toBe(20);
    expect(numbers.get(PROPERTY.serverKeepAlive)).toBe(60);
    expect(numbers.get(PROPERTY.maximumQos)).toBe(1);
    expect(numbers.get(PROPERTY.maximumPacketSize)).toBe(65_536);
    expect(texts.get(PROPERTY.reasonString)).toBe("ok");
    expect(end).toBe(full.length - 1);
    expect(skipProperties(full, 0, full.length)).toBe(end);
  });

  it("refuses what is cut off or unknown, and throws nothing else", () => {
    expect(() => readProperties(Buffer.from([5, 0x21]), 0, 2)).toThrow(ProtocolError);
    expect(() => readProperties(Buffer.from([1, 0x77]), 0, 2)).toThrow(ProtocolError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        for (const read of [readProperties, skipProperties]) {
          try {
            read(Buffer.from(bytes), 0, bytes.length);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        }
      }),
    );
  });
});
