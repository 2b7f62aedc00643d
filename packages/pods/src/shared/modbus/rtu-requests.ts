/**
 * RTU framing as a device on a shared serial line hears it: requests to itself, requests to others and their answers,
 * noise and cut frames.
 *
 *     requests.push(chunk);                     // whatever arrives
 *     for (const { unit, pdu, last } of requests.take()) …   // the line has been silent for 3.5 characters
 *
 * Silence ends frames, but no frame is given up for it: USB adapters hand one over in pieces with pauses between them.
 * So the bytes since the last whole frame stay until they make one or the line has been silent for long (`clear`), and
 * frames are looked for behind every byte that begins none.
 *
 * Invariant: holds less than two frames, whatever arrives.
 */
import { crc16 } from "./rtu.ts";

/** Unit to which a master speaks to all. */
export const BROADCAST = 0;

const SHORTEST = 4;
const LONGEST = 256;
const MAX_BUFFER = 2 * LONGEST;

export interface RtuRequest {
  unit: number;
  pdu: Buffer;
  /** No other frame followed: the master waits for the answer. */
  last: boolean;
}

export class RtuRequests {
  readonly #own: number;
  #data: Buffer = Buffer.alloc(0);

  constructor(own: number) {
    this.#own = own;
  }

  push(chunk: Buffer): void {
    this.#data = Buffer.concat([this.#data, chunk.subarray(-MAX_BUFFER)]).subarray(-MAX_BUFFER);
  }

  /** Bytes held. */
  get size(): number {
    return this.#data.length;
  }

  clear(): void {
    this.#data = Buffer.alloc(0);
  }

  /** What has arrived whole for this unit or for all, in order. */
  take(): RtuRequest[] {
    const data = this.#data;
    const found: RtuRequest[] = [];
    let end = 0;
    for (let at = 0; data.length - at >= SHORTEST; ) {
      const frame = data.subarray(at, at + LONGEST);
      const length = this.#lengthOf(frame, at === end && data.length - at <= LONGEST);
      if (length === undefined) {
        at += 1;
        continue;
      }
      const unit = frame[0] ?? 0;
      for (const before of found) before.last = false;
      if (unit === this.#own || unit === BROADCAST) {
        found.push({ unit, pdu: Buffer.from(frame.subarray(1, length - 2)), last: true });
      }
      at += length;
      end = at;
    }
    this.#data = data.subarray(Math.max(end, data.length - LONGEST + 1));
    return found;
  }

  /** @param whole whether the bytes can only be one frame, whatever its function is */
  #lengthOf(frame: Buffer, whole: boolean): number | undefined {
    const lengths = [requestLength(frame)];
    // Nobody answers in the name of this unit, or of all.
    if (frame[0] !== this.#own && frame[0] !== BROADCAST) lengths.push(answerLength(frame));
    if (whole) lengths.push(frame.length);
    return lengths.find((length) => length !== undefined && isSound(frame, length));
  }
}

function isSound(frame: Buffer, length: number): boolean {
  if (length < SHORTEST || length > frame.length) return false;
  return crc16(frame.subarray(0, length - 2)) === frame.readUInt16LE(length - 2);
}

/** By function; undefined where it says nothing of the length. */
function requestLength(frame: Buffer): number | undefined {
  const code = frame[1] ?? 0;
  if (code >= 1 && code <= 6) return 8;
  if (code === 15 || code === 16) return 9 + (frame[6] ?? 0);
  if (code === 22) return 10;
  if (code === 23) return 13 + (frame[10] ?? 0);
  return undefined;
}

function answerLength(frame: Buffer): number | undefined {
  const code = frame[1] ?? 0;
  if (code >= 0x80) return 5;
  if ((code >= 1 && code <= 4) || code === 23) return 5 + (frame[2] ?? 0);
  if (code === 15 || code === 16) return 8;
  return undefined;
}
