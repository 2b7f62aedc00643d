/** Modbus TCP framing (Modbus Messaging on TCP/IP V1.0b, 3.1.3). */
import { texts } from "./texts.ts";

export interface MbapFrame {
  transaction: number;
  unit: number;
  pdu: Buffer;
}

const HEADER = 7;
const MAX_PDU = 253;

export function mbapFrame(transaction: number, unit: number, pdu: Buffer): Buffer {
  const frame = Buffer.alloc(HEADER + pdu.length);
  frame.writeUInt16BE(transaction, 0);
  frame.writeUInt16BE(pdu.length + 1, 4);
  frame[6] = unit;
  pdu.copy(frame, HEADER);
  return frame;
}

/** Cuts a stream into frames. Throws once the stream is no Modbus TCP; it cannot be resumed then. */
export class MbapReader {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): MbapFrame[] {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: MbapFrame[] = [];
    while (data.length >= HEADER) {
      const length = data.readUInt16BE(4);
      if (data.readUInt16BE(2) !== 0 || length < 2 || length > MAX_PDU + 1) {
        throw new Error(texts.noModbus);
      }
      const end = HEADER - 1 + length;
      if (data.length < end) break;
      frames.push({
        transaction: data.readUInt16BE(0),
        unit: data[6] ?? 0,
        pdu: data.subarray(HEADER, end),
      });
      data = data.subarray(end);
    }
    this.#rest = data;
    return frames;
  }
}
