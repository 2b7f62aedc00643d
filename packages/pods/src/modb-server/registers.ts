/**
 * The registers that clients of one interface see. Only addresses of channels exist; what has not been
 * written yet reads as 0.
 *
 * Invariant: a write of a client is applied whole or not at all, and never cuts a value of several
 * registers in two.
 */
import type { ValueType } from "@hubwart/project";
import {
  bitMask,
  decodeRegisters,
  encodeRegisters,
  packBits,
  packedBit,
  type Raw,
} from "../shared/modbus/codec.ts";
import type { Area } from "../shared/modbus/columns.ts";
import { EXCEPTION, ModbusException } from "../shared/modbus/exceptions.ts";
import { type Item, isBitArea } from "../shared/modbus/item.ts";
import { type Reading, readingOf } from "../shared/modbus/value.ts";

export interface Entry {
  /** Index of the channel. */
  index: number;
  type: ValueType;
  item: Item;
  /** By clients. */
  writable: boolean;
}

export interface Written {
  index: number;
  reading: Reading;
}

interface Cell {
  /** Register as a number, or 0 and 1 in a bit area. */
  value: number;
  /** Several where each is a bit of its own. */
  entries: Entry[];
}

export class Registers {
  readonly #areas: Record<Area, Map<number, Cell>> = {
    coil: new Map(),
    discrete: new Map(),
    input: new Map(),
    holding: new Map(),
  };

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) {
      const { area, address, size } = entry.item;
      for (let at = address; at < address + size; at += 1) {
        const cell = this.#areas[area].get(at);
        if (cell) cell.entries.push(entry);
        else this.#areas[area].set(at, { value: 0, entries: [entry] });
      }
    }
  }

  /** The hub's value. */
  set({ item }: Entry, raw: Raw): void {
    if (isBitArea(item.area)) this.#store(item.area, item.address, [raw === true ? 1 : 0]);
    else {
      const before = item.bit === undefined ? undefined : this.#bytes(item.area, item.address, 1);
      this.#store(item.area, item.address, words(encodeRegisters(item, raw, before)));
    }
  }

  /** Packed bits or registers as on the wire. Throws ModbusException. */
  read(area: Area, address: number, count: number): Buffer {
    this.#cells(area, address, count);
    if (!isBitArea(area)) return this.#bytes(area, address, count);
    return packBits(Array.from({ length: count }, (_, i) => this.#areas[area].get(address + i)?.value === 1));
  }

  /** `packed` as in FC15. Throws ModbusException. */
  writeBits(address: number, count: number, packed: Buffer): Written[] {
    const cells = this.#cells("coil", address, count);
    if (cells.some((cell) => !cell.entries.some(({ writable }) => writable))) {
      throw new ModbusException(EXCEPTION.illegalAddress);
    }
    return cells.flatMap((cell, i) => {
      cell.value = packedBit(packed, i) ? 1 : 0;
      return cell.entries.map(({ index, type, item }) =>
        made(index, readingOf(item, type, cell.value === 1)),
      );
    });
  }

  /** `data` as in FC16; `touches`: bits that are meant, of FC22. Throws ModbusException. */
  writeRegisters(address: number, data: Buffer, touches = 0xffff): Written[] {
    const values = words(data);
    const cells = this.#cells("holding", address, values.length);
    const touched = new Set<Entry>();
    const next = cells.map((cell, i) => {
      const writable = cell.entries.filter(
        ({ item, writable }) => writable && (item.bit === undefined || (bitMask(item) & touches) !== 0),
      );
      if (writable.length === 0) throw new ModbusException(EXCEPTION.illegalAddress);
      let mask = 0;
      for (const entry of writable) {
        touched.add(entry);
        mask |= entry.item.bit === undefined ? 0xffff : bitMask(entry.item);
      }
      return (cell.value & ~mask) | ((values[i] ?? 0) & mask);
    });
    const bytes = Buffer.alloc(next.length * 2);
    next.forEach((value, i) => bytes.writeUInt16BE(value, i * 2));
    const written = [...touched].map(({ index, type, item }) => {
      const from = item.address - address;
      const whole = from >= 0 && from + item.size <= next.length;
      if (!whole) throw new ModbusException(EXCEPTION.illegalValue);
      return made(index, readingOf(item, type, decodeRegisters(item, bytes.subarray(from * 2))));
    });
    this.#store("holding", address, next);
    return written;
  }

  #cells(area: Area, address: number, count: number): Cell[] {
    return Array.from({ length: count }, (_, i) => {
      const cell = this.#areas[area].get(address + i);
      if (!cell) throw new ModbusException(EXCEPTION.illegalAddress);
      return cell;
    });
  }

  #bytes(area: Area, address: number, count: number): Buffer {
    const bytes = Buffer.alloc(count * 2);
    for (let i = 0; i < count; i += 1) {
      bytes.writeUInt16BE(this.#areas[area].get(address + i)?.value ?? 0, i * 2);
    }
    return bytes;
  }

  #store(area: Area, address: number, values: readonly number[]): void {
    values.forEach((value, i) => {
      const cell = this.#areas[area].get(address + i);
      if (cell) cell.value = value;
    });
  }
}

function words(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readUInt16BE(i * 2));
}

/** What is no number (NaN, infinity) is no value of a channel. */
function made(index: number, reading: Reading | undefined): Written {
  if (!reading) throw new ModbusException(EXCEPTION.illegalValue);
  return { index, reading };
}
