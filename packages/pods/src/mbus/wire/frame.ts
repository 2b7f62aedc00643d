/**
 * Frames of the M-Bus link layer (EN 13757-2, format class FT 1.2 of IEC 60870-5-1), as bytes and as data.
 *
 *     socket.write(shortFrame(C.requestData | FCB, 5));
 *     reader.push(bytes); for (const frame of reader.take()) …
 *
 * Three kinds: one byte (acknowledgement), short (control and address) and long (control, address, control information, data).
 */
export const ACK = 0xe5;
const SHORT = 0x10;
const LONG = 0x68;
const STOP = 0x16;

/** Control field of what a master sends; answers have bit 6 clear. */
export const CONTROL = { reset: 0x40, send: 0x53, requestData: 0x5b } as const;
/** Frame count bit: toggled for each new telegram, and kept for one that is asked for again. */
export const FCB = 0x20;
const FROM_MASTER = 0x40;
/** Answer to a request for data (RSP_UD); access demand and data flow are bits that do not matter here. */
const RESPONSE = 0x08;
const RESPONSE_MASK = 0xcf;

/** The selected meter (secondary addressing), every meter with an answer, every meter without one. */
export const ADDRESS = { selected: 253, all: 254, last: 250 } as const;
/** Largest long frame, bytes. */
export const LONGEST_FRAME = 261;
export const SHORT_FRAME = 5;

export interface LongFrame {
  control: number;
  address: number;
  /** Control information: what the data are. */
  ci: number;
  data: Buffer;
}
export type Frame = { kind: "ack" } | { kind: "short"; control: number; address: number } | Answer;
export type Answer = { kind: "long" } & LongFrame;

export function shortFrame(control: number, address: number): Buffer {
  return Buffer.from([SHORT, control, address, (control + address) & 0xff, STOP]);
}

export function longFrame({ control, address, ci, data }: LongFrame): Buffer {
  const length = data.length + 3;
  const body = Buffer.from([control, address, ci, ...data]);
  return Buffer.from([LONG, length, length, LONG, ...body, sumOf(body), STOP]);
}

/** A meter's answer with data; anything else is a request, of this master or of another one. */
export function isResponse(frame: Frame): frame is Answer {
  return frame.kind === "long" && (frame.control & RESPONSE_MASK) === RESPONSE;
}

export function isFromMaster(frame: Frame): boolean {
  return frame.kind !== "ack" && (frame.control & FROM_MASTER) !== 0;
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum & 0xff;
}

/**
 * Finds frames in what arrives, whatever is between them.
 *
 * A byte that begins no frame is skipped; so is one that seems to begin a frame whose checksum is wrong. What is incomplete is
 * kept, never more than one frame.
 */
export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);
  /** Bytes since `clear` that belonged to no frame. */
  garbage = 0;

  get waiting(): number {
    return this.#bytes.length;
  }

  clear(): void {
    this.#bytes = Buffer.alloc(0);
    this.garbage = 0;
  }

  push(chunk: Uint8Array): void {
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#bytes, chunk]);
  }

  /** The next whole frame; undefined: more has to come. */
  next(): Frame | undefined {
    for (;;) {
      const found = frameAt(this.#bytes);
      if (found === "incomplete") return undefined;
      if (found !== "none") {
        this.#bytes = this.#bytes.subarray(found.length);
        return found.frame;
      }
      this.#skip();
    }
  }

  /** The line is silent: what looks like the beginning of a frame is none. @returns the frame behind it */
  afterSilence(): Frame | undefined {
    while (this.#bytes.length > 0) {
      this.#skip();
      const frame = this.next();
      if (frame) return frame;
    }
    return undefined;
  }

  #skip(): void {
    this.#bytes = this.#bytes.subarray(1);
    this.garbage += 1;
  }
}

function frameAt(bytes: Buffer): { frame: Frame; length: number } | "incomplete" | "none" {
  const [first] = bytes;
  if (first === undefined) return "incomplete";
  if (first === ACK) return { frame: { kind: "ack" }, length: 1 };
  if (first === SHORT) {
    if (bytes.length < SHORT_FRAME) return "incomplete";
    const [, control = 0, address = 0, sum, stop] = bytes;
    if (stop !== STOP || sum !== ((control + address) & 0xff)) return "none";
    return { frame: { kind: "short", control, address }, length: SHORT_FRAME };
  }
  if (first !== LONG) return "none";
  return longAt(bytes);
}

function longAt(bytes: Buffer): { frame: Frame; length: number } | "incomplete" | "none" {
  const [, length, again, start] = bytes;
  if (length !== undefined && length < 3) return "none";
  if (again !== undefined && again !== length) return "none";
  if (start !== undefined && start !== LONG) return "none";
  if (length === undefined || bytes.length < length + 6) return "incomplete";
  const body = bytes.subarray(4, 4 + length);
  if (bytes[4 + length] !== sumOf(body) || bytes[5 + length] !== STOP) return "none";
  const [control = 0, address = 0, ci = 0] = body;
  // A copy: the data outlive the bytes that arrive.
  const data = Buffer.from(body.subarray(3));
  return { frame: { kind: "long", control, address, ci, data }, length: length + 6 };
}
