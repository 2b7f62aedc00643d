/** Reads blocks and writes values over a link. Throws what the link and the answers throw. */
import { bitMask, decodeRegisters, encodeRegisters, packedBit, type Raw } from "../shared/modbus/codec.ts";
import { EXCEPTION, ModbusException } from "../shared/modbus/exceptions.ts";
import { type Item, isBitArea } from "../shared/modbus/item.ts";
import {
  checkWriteAnswer,
  maskWriteRequest,
  readAnswer,
  readRequest,
  writeBitRequest,
  writeRegistersRequest,
} from "../shared/modbus/pdu.ts";
import type { Block } from "./blocks.ts";
import type { ModbusLink } from "./link.ts";
import type { Point } from "./point.ts";

export type Link = Pick<ModbusLink, "request" | "broadcast">;

/** The block's raw values, in the order of its items. */
export async function readBlock(link: Link, block: Block): Promise<Raw[]> {
  const request = readRequest(block.area, block.address, block.count);
  const data = readAnswer(request, await link.request(block.unit, request));
  return block.items.map(({ item }) => pick(item, data, item.address - block.address));
}

export async function readPoint(link: Link, { unit, item }: Point): Promise<Raw> {
  const request = readRequest(item.area, item.address, item.size);
  return pick(item, readAnswer(request, await link.request(unit, request)), 0);
}

function pick(item: Item, data: Buffer, at: number): Raw {
  return isBitArea(item.area) ? packedBit(data, at) : decodeRegisters(item, data.subarray(at * 2));
}

/** A bit of a register is written by mask, or by reading the register and writing it back changed. */
export async function writePoint(link: Link, point: Point, raw: Raw, broadcast: boolean): Promise<void> {
  const { item, unit } = point;
  let request: Buffer;
  if (isBitArea(item.area)) {
    request = writeBitRequest(point.function !== 15, item.address, raw === true);
  } else if (point.function === 22) {
    request = maskWriteRequest(item.address, bitMask(item), raw === true);
  } else {
    const before = item.bit === undefined ? undefined : await readRegister(link, unit, item);
    const single = item.size === 1 && point.function !== 16;
    request = writeRegistersRequest(single, item.address, encodeRegisters(item, raw, before));
  }
  if (broadcast) {
    await link.broadcast(request);
    return;
  }
  try {
    checkWriteAnswer(request, await link.request(unit, request));
  } catch (error) {
    // The device has taken the value over and only needs longer to carry it out.
    if (!(error instanceof ModbusException && error.code === EXCEPTION.acknowledge)) throw error;
  }
}

async function readRegister(link: Link, unit: number, item: Item): Promise<Buffer> {
  const request = readRequest(item.area, item.address, 1);
  return readAnswer(request, await link.request(unit, request));
}
