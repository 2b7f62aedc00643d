/** One request of a client → its answer (Modbus Application Protocol V1.1b3, 6 and the state diagrams there). */
import type { Area } from "../shared/modbus/columns.ts";
import { EXCEPTION, ModbusException } from "../shared/modbus/exceptions.ts";
import { LIMITS } from "../shared/modbus/pdu.ts";
import type { Registers, Written } from "./registers.ts";

export interface Answer {
  pdu: Buffer;
  written: Written[];
}

const READS: Record<number, Area> = { 1: "coil", 2: "discrete", 3: "holding", 4: "input" };

export function answerTo(request: Buffer, registers: Registers): Answer {
  const code = request[0] ?? 0;
  try {
    return answer(code, request, registers);
  } catch (error) {
    if (!(error instanceof ModbusException)) throw error;
    return { pdu: exceptionPdu(code, error.code), written: [] };
  }
}

export function exceptionPdu(code: number, exception: number): Buffer {
  return Buffer.from([code | 0x80, exception]);
}

function answer(code: number, request: Buffer, registers: Registers): Answer {
  const area = READS[code];
  if (area) {
    need(request.length === 5);
    const count = request.readUInt16BE(3);
    need(count >= 1 && count <= (code <= 2 ? LIMITS.readBits : LIMITS.readRegisters));
    const data = registers.read(area, request.readUInt16BE(1), count);
    return { pdu: Buffer.concat([Buffer.from([code, data.length]), data]), written: [] };
  }
  switch (code) {
    case 5: {
      need(request.length === 5);
      const value = request.readUInt16BE(3);
      need(value === 0 || value === 0xff00);
      const bits = Buffer.from([value === 0 ? 0 : 1]);
      return { written: registers.writeBits(request.readUInt16BE(1), 1, bits), pdu: request };
    }
    case 6:
      need(request.length === 5);
      return {
        written: registers.writeRegisters(request.readUInt16BE(1), request.subarray(3)),
        pdu: request,
      };
    case 15: {
      const { address, count, data } = multiple(request, LIMITS.writeBits, (bits) => Math.ceil(bits / 8));
      return { written: registers.writeBits(address, count, data), pdu: request.subarray(0, 5) };
    }
    case 16: {
      const { address, data } = multiple(request, LIMITS.writeRegisters, (words) => words * 2);
      return { written: registers.writeRegisters(address, data), pdu: request.subarray(0, 5) };
    }
    case 22:
      need(request.length === 7);
      return { written: maskWrite(request, registers), pdu: request };
    default:
      throw new ModbusException(EXCEPTION.illegalFunction);
  }
}

/** (register AND and-mask) OR (or-mask AND NOT and-mask). */
function maskWrite(request: Buffer, registers: Registers): Written[] {
  const [address, and, or] = [request.readUInt16BE(1), request.readUInt16BE(3), request.readUInt16BE(5)];
  const before = registers.read("holding", address, 1).readUInt16BE(0);
  const touched = ~and & 0xffff;
  if (touched === 0) return [];
  const value = Buffer.alloc(2);
  value.writeUInt16BE((before & and) | (or & touched));
  return registers.writeRegisters(address, value, touched);
}

function multiple(request: Buffer, most: number, bytesOf: (count: number) => number) {
  need(request.length >= 6);
  const count = request.readUInt16BE(3);
  const data = request.subarray(6);
  need(count >= 1 && count <= most && request[5] === bytesOf(count) && data.length === request[5]);
  return { address: request.readUInt16BE(1), count, data };
}

function need(condition: boolean): void {
  if (!condition) throw new ModbusException(EXCEPTION.illegalValue);
}
