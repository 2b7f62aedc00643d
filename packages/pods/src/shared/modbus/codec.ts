/**
 * Registers as they stand on the wire ⇄ raw values.
 *
 * Registers travel big endian (Modbus Application Protocol V1.1b3, 4.2); what a device makes of
 * several registers is not standardised, hence the four orders.
 */

import type { Order } from "./columns.ts";
import type { Item } from "./item.ts";

/** What an item holds before scaling. 64-bit integers are bigint, so that none of their bits is lost. */
export type Raw = boolean | number | bigint | string;

/** Registers of an item (2 bytes each, as on the wire) → raw value. */
export function decodeRegisters(item: Item, wire: Buffer): Raw {
  const bytes = reorder(wire.subarray(0, item.size * 2), item.order);
  switch (item.data) {
    case "bool":
      return ((bytes.readUInt16BE(0) >> (item.bit ?? 0)) & 1) === 1;
    case "int16":
      return bytes.readInt16BE(0);
    case "uint16":
      return bytes.readUInt16BE(0);
    case "int32":
      return bytes.readInt32BE(0);
    case "uint32":
      return bytes.readUInt32BE(0);
    case "int64":
      return bytes.readBigInt64BE(0);
    case "uint64":
      return bytes.readBigUInt64BE(0);
    case "float32":
      return shortestDecimal(bytes.readFloatBE(0));
    case "float64":
      return bytes.readDoubleBE(0);
    case "string":
      return decodeText(bytes.subarray(0, item.length));
  }
}

/**
 * The decimal number with the fewest digits that stands for the same 32 bits: a device that says 0.025 is not
 * quoted as 0.02500000037252903. Seven to nine digits tell any two single-precision numbers apart (IEEE 754).
 */
function shortestDecimal(single: number): number {
  if (!Number.isFinite(single) || Object.is(single, -0)) return single;
  for (let digits = 6; digits < 9; digits += 1) {
    const decimal = Number(single.toPrecision(digits));
    if (Math.fround(decimal) === single) return decimal;
  }
  return Number(single.toPrecision(9));
}

/**
 * Raw value → registers of an item. The value must be in range (`rawOf` sees to that). `before` is
 * what the registers hold now; a single bit leaves the others of its register as they are.
 */
export function encodeRegisters(item: Item, raw: Raw, before?: Buffer): Buffer {
  const bytes = Buffer.alloc(item.size * 2);
  switch (item.data) {
    case "bool": {
      const mask = 1 << (item.bit ?? 0);
      const register = before ? reorder(before, item.order).readUInt16BE(0) : 0;
      bytes.writeUInt16BE(raw === true ? register | mask : register & ~mask & 0xffff);
      break;
    }
    case "int16":
      bytes.writeInt16BE(Number(raw));
      break;
    case "uint16":
      bytes.writeUInt16BE(Number(raw));
      break;
    case "int32":
      bytes.writeInt32BE(Number(raw));
      break;
    case "uint32":
      bytes.writeUInt32BE(Number(raw));
      break;
    case "int64":
      bytes.writeBigInt64BE(BigInt(raw));
      break;
    case "uint64":
      bytes.writeBigUInt64BE(BigInt(raw));
      break;
    case "float32":
      bytes.writeFloatBE(Number(raw));
      break;
    case "float64":
      bytes.writeDoubleBE(Number(raw));
      break;
    case "string":
      bytes.write(String(raw), 0, item.length, "utf8");
      break;
  }
  return reorder(bytes, item.order);
}

/** Mask of a single bit in its register as it stands on the wire. */
export function bitMask(item: Item): number {
  const swapped = item.order === "BADC" || item.order === "DCBA";
  return 1 << (swapped ? (item.bit ?? 0) ^ 8 : (item.bit ?? 0));
}

/** Its own inverse. */
function reorder(bytes: Buffer, order: Order): Buffer {
  if (order === "ABCD") return bytes;
  const result = Buffer.from(bytes);
  if (order === "DCBA") return result.reverse();
  result.swap16();
  return order === "BADC" ? result : result.reverse();
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Text ends at the first zero byte; padding blanks are cut. UTF-8, or Latin-1 where it is not valid UTF-8. */
function decodeText(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const used = end < 0 ? bytes : bytes.subarray(0, end);
  let text: string;
  try {
    text = utf8.decode(used);
  } catch {
    text = used.toString("latin1");
  }
  return text.replace(/ +$/, "");
}

/** Bit `index` of a packed answer (FC1, FC2): the first is the least significant of the first byte. */
export function packedBit(packed: Buffer, index: number): boolean {
  return (((packed[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
}

export function packBits(bits: readonly boolean[]): Buffer {
  const packed = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, index) => {
    if (bit) packed[index >> 3] = (packed[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return packed;
}
