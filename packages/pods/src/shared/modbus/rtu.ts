/**
 * RTU framing (Modbus over Serial Line V1.02, 2.5.1) as the one who asks sees it. Pauses between frames are lost on TCP,
 * and stretched by USB adapters, so an answer is found by what was asked.
 */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  return crc;
});

export function crc16(bytes: Buffer): number {
  let crc = 0xffff;
  for (const byte of bytes) crc = (crc >> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return crc;
}

export function rtuFrame(unit: number, pdu: Buffer): Buffer {
  const frame = Buffer.alloc(pdu.length + 3);
  frame[0] = unit;
  pdu.copy(frame, 1);
  frame.writeUInt16LE(crc16(frame.subarray(0, -2)), frame.length - 2);
  return frame;
}

/** Holds a few frames; more than that without an answer in it is noise. */
const MAX_BUFFER = 1024;

export class RtuReader {
  #data: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#data = Buffer.concat([this.#data, chunk]).subarray(-MAX_BUFFER);
  }

  /** Bytes held. */
  get size(): number {
    return this.#data.length;
  }

  clear(): void {
    this.#data = Buffer.alloc(0);
  }

  /** The answer to this request, if it has arrived whole; anything before it is dropped. */
  take(unit: number, request: Buffer): Buffer | undefined {
    const code = request[0] ?? 0;
    for (let at = 0; at + 5 <= this.#data.length; at += 1) {
      if (this.#data[at] !== unit) continue;
      const length = answerLength(code, this.#data.subarray(at));
      if (length === undefined || at + length > this.#data.length) continue;
      const frame = this.#data.subarray(at, at + length);
      if (crc16(frame.subarray(0, -2)) !== frame.readUInt16LE(length - 2)) continue;
      this.#data = this.#data.subarray(at + length);
      return frame.subarray(1, -2);
    }
    return undefined;
  }
}

/** Bytes that a whole answer to the request takes on the line. */
export function expectedLength(request: Buffer): number {
  const code = request[0] ?? 0;
  if (code > 4) return code === 22 ? 10 : 8;
  const count = request.readUInt16BE(3);
  return 5 + (code <= 2 ? Math.ceil(count / 8) : count * 2);
}

/** Length of a whole answer frame to function `code`, or undefined if this is none. */
function answerLength(code: number, frame: Buffer): number | undefined {
  if (frame[1] === (code | 0x80)) return 5;
  if (frame[1] !== code) return undefined;
  return code <= 4 ? 5 + (frame[2] ?? 0) : code === 22 ? 10 : 8;
}
