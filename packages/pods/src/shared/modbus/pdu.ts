/**
 * Requests and answers without their framing (Modbus Application Protocol V1.1b3, 6), as the client
 * needs them.
 */
import type { Area } from "./columns.ts";
import { ModbusException } from "./exceptions.ts";
import { texts } from "./texts.ts";

/** Most of each that one request carries. */
export const LIMITS = { readRegisters: 125, readBits: 2000, writeRegisters: 123, writeBits: 1968 } as const;

export const READ_FUNCTION: Record<Area, number> = { coil: 1, discrete: 2, holding: 3, input: 4 };

export function readRequest(area: Area, address: number, count: number): Buffer {
  return words(READ_FUNCTION[area], address, count);
}

/** Data of a read answer: packed bits or registers. Throws ModbusException, or Error if it is malformed. */
export function readAnswer(request: Buffer, answer: Buffer): Buffer {
  checkFunction(request, answer);
  const count = request.readUInt16BE(3);
  const bits = (request[0] ?? 0) <= 2;
  const bytes = bits ? Math.ceil(count / 8) : count * 2;
  if (answer[1] !== bytes || answer.length !== bytes + 2) throw new Error(texts.oddLength);
  return answer.subarray(2);
}

/** FC5 or, for several or on request, FC15. */
export function writeBitRequest(single: boolean, address: number, on: boolean): Buffer {
  if (single) return words(5, address, on ? 0xff00 : 0);
  return Buffer.concat([words(15, address, 1), Buffer.from([1, on ? 1 : 0])]);
}

/** FC6 (one register only) or FC16. */
export function writeRegistersRequest(single: boolean, address: number, registers: Buffer): Buffer {
  if (single) return words(6, address, registers.readUInt16BE(0));
  return Buffer.concat([
    words(16, address, registers.length / 2),
    Buffer.from([registers.length]),
    registers,
  ]);
}

/** FC22: sets or clears the bits of `mask` and leaves the others of the register alone. */
export function maskWriteRequest(address: number, mask: number, on: boolean): Buffer {
  const pdu = Buffer.alloc(7);
  pdu[0] = 22;
  pdu.writeUInt16BE(address, 1);
  pdu.writeUInt16BE(~mask & 0xffff, 3);
  pdu.writeUInt16BE(on ? mask : 0, 5);
  return pdu;
}

/** The answer to a write repeats the first five bytes of the request, to a mask write all seven. */
export function checkWriteAnswer(request: Buffer, answer: Buffer): void {
  checkFunction(request, answer);
  if (!answer.equals(request.subarray(0, request[0] === 22 ? 7 : 5)))
    throw new Error(texts.otherValueConfirmed);
}

function checkFunction(request: Buffer, answer: Buffer): void {
  const code = request[0] ?? 0;
  if (answer[0] === (code | 0x80)) throw new ModbusException(answer[1] ?? 0);
  if (answer[0] !== code) throw new Error(texts.otherFunction(answer[0] ?? 0, code));
}

function words(code: number, first: number, second: number): Buffer {
  const pdu = Buffer.alloc(5);
  pdu[0] = code;
  pdu.writeUInt16BE(first, 1);
  pdu.writeUInt16BE(second, 3);
  return pdu;
}
