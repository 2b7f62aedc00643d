/** Integers of 8 to 64 bits, floating point numbers and counters. Big endian. */

import { texts as sharedTexts } from "../shared/texts.ts";
import { type Codec, range, S7ValueError, shown, wholeNumber } from "./codec.ts";
import { texts } from "./texts.ts";
import { bcd, fromBcd } from "./time.ts";

export function integer(size: 1 | 2 | 4, signed: boolean): Codec {
  const low = signed ? -(2 ** (size * 8 - 1)) : 0;
  const high = signed ? -low - 1 : 2 ** (size * 8) - 1;
  return {
    nature: "integer",
    size,
    decode: (bytes) => (signed ? bytes.readIntBE(0, size) : bytes.readUIntBE(0, size)),
    encode(value) {
      const whole = wholeNumber(value);
      if (whole < low || whole > high) throw range(value, low, high);
      const bytes = Buffer.alloc(size);
      if (signed) bytes.writeIntBE(whole, 0, size);
      else bytes.writeUIntBE(whole, 0, size);
      return bytes;
    },
  };
}

export function long(signed: boolean): Codec {
  const low = signed ? -(2n ** 63n) : 0n;
  const high = signed ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return {
    nature: "long",
    size: 8,
    decode: (bytes) => (signed ? bytes.readBigInt64BE() : bytes.readBigUInt64BE()),
    encode(value) {
      const whole = typeof value === "bigint" ? value : BigInt(wholeNumber(value));
      if (whole < low || whole > high) throw range(value, low, high);
      const bytes = Buffer.alloc(8);
      if (signed) bytes.writeBigInt64BE(whole);
      else bytes.writeBigUInt64BE(whole);
      return bytes;
    },
  };
}

export function real(size: 4 | 8): Codec {
  return {
    nature: "real",
    size,
    decode: (bytes) => (size === 4 ? shortFloat(bytes.readFloatBE()) : bytes.readDoubleBE()),
    encode(value) {
      const bytes = Buffer.alloc(size);
      const number = Number(value);
      if (!Number.isFinite(size === 4 ? Math.fround(number) : number)) {
        throw new S7ValueError(sharedTexts.tooBigFor(shown(value), size === 4 ? "REAL" : "LREAL"));
      }
      if (size === 4) bytes.writeFloatBE(number);
      else bytes.writeDoubleBE(number);
      return bytes;
    },
  };
}

/** 0.1 in 32 bits reads 0.1, not 0.10000000149011612: seven digits are all that these bits hold. */
function shortFloat(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  for (let digits = 6; digits < 10; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

export const counter: Codec = {
  nature: "integer",
  size: 2,
  decode(bytes) {
    const count = fromBcd(bytes.readUInt16BE() & 0x0fff, 3);
    if (count === undefined) throw new S7ValueError(texts.noCounter);
    return count;
  },
  encode(value) {
    const whole = wholeNumber(value);
    if (whole < 0 || whole > 999) throw range(value, 0, 999);
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(bcd(whole, 3));
    return bytes;
  },
};
