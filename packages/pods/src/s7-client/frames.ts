/**
 * Packets on the connection: TPKT (RFC 1006) around COTP (ISO 8073 class 0). Both are cut from a stream of
 * bytes with bounds on everything a peer may claim.
 */
export type Packet =
  /** Connection confirm. */
  | { t: "confirm" }
  /** Disconnect request, or its error packet. */
  | { t: "disconnect"; reason: number }
  /** One whole PDU of S7 communication. */
  | { t: "data"; pdu: Buffer };

/** Thrown for what is no TPKT or COTP; the connection is of no more use. */
export class FrameError extends Error {}

const VERSION = 3;
const HEADER = 4;
/** The largest PDU that is ever asked for, 960 bytes, with room for a peer that counts otherwise. */
const LONGEST = 2048;

const CONNECT_REQUEST = 0xe0;
const CONNECT_CONFIRM = 0xd0;
const DISCONNECT = 0x80;
const ERROR = 0x70;
const DATA = 0xf0;
const LAST = 0x80;

export class PacketReader {
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #size = 0;

  /** Throws FrameError. */
  push(chunk: Buffer): Packet[] {
    let bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const packets: Packet[] = [];
    while (bytes.length >= HEADER) {
      const length = bytes.readUInt16BE(2);
      if (bytes[0] !== VERSION || length < HEADER + 3 || length > LONGEST) throw new FrameError("no TPKT");
      if (bytes.length < length) break;
      const packet = this.#packet(bytes.subarray(HEADER, length));
      if (packet) packets.push(packet);
      bytes = bytes.subarray(length);
    }
    if (bytes.length > 0 && bytes[0] !== VERSION) throw new FrameError("no TPKT");
    // A copy: what was given may be a buffer that the next read overwrites.
    this.#rest = Buffer.from(bytes);
    return packets;
  }

  #packet(cotp: Buffer): Packet | undefined {
    const header = cotp[0] ?? 0;
    const kind = (cotp[1] ?? 0) & 0xf0;
    if (header < 2 || header + 1 > cotp.length) throw new FrameError("no COTP");
    if (kind === CONNECT_CONFIRM) return { t: "confirm" };
    if (kind === DISCONNECT) return { t: "disconnect", reason: cotp[6] ?? 0 };
    if (kind === ERROR) return { t: "disconnect", reason: cotp[4] ?? 0 };
    if (kind !== DATA) throw new FrameError("no COTP");
    const part = cotp.subarray(header + 1);
    this.#size += part.length;
    if (this.#size > LONGEST) throw new FrameError("the PDU is too long");
    this.#parts.push(Buffer.from(part));
    if (((cotp[2] ?? 0) & LAST) === 0) {
      if (part.length === 0) throw new FrameError("an empty part of a PDU");
      return undefined;
    }
    const pdu = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return { t: "data", pdu };
  }
}

function packet(cotp: Buffer, data: Buffer): Buffer {
  const header = Buffer.from([VERSION, 0, 0, 0]);
  header.writeUInt16BE(HEADER + cotp.length + data.length, 2);
  return Buffer.concat([header, cotp, data]);
}

const NOTHING = Buffer.alloc(0);

/** TSAPs as numbers of 16 bits. */
export function connectRequest(local: number, remote: number): Buffer {
  const cotp = Buffer.from([
    17,
    CONNECT_REQUEST,
    0,
    0,
    0,
    1,
    0,
    // Size of a COTP packet: 2^10.
    0xc0,
    1,
    10,
    0xc1,
    2,
    local >> 8,
    local & 0xff,
    0xc2,
    2,
    remote >> 8,
    remote & 0xff,
  ]);
  return packet(cotp, NOTHING);
}

export function dataPacket(pdu: Buffer): Buffer {
  return packet(Buffer.from([2, DATA, LAST]), pdu);
}
