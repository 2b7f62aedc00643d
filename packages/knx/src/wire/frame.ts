/**
 * KNXnet/IP frames (KNX Standard 03.08.02, 2.3): header `06 10`, service, total length, body.
 * Parsers are strict: whatever does not add up is no frame.
 */
export const SERVICE = {
  searchRequest: 0x0201,
  searchResponse: 0x0202,
  descriptionRequest: 0x0203,
  descriptionResponse: 0x0204,
  connectRequest: 0x0205,
  connectResponse: 0x0206,
  connectionStateRequest: 0x0207,
  connectionStateResponse: 0x0208,
  disconnectRequest: 0x0209,
  disconnectResponse: 0x020a,
  searchRequestExtended: 0x020b,
  searchResponseExtended: 0x020c,
  tunnellingRequest: 0x0420,
  tunnellingAck: 0x0421,
  routingIndication: 0x0530,
  routingLostMessage: 0x0531,
  routingBusy: 0x0532,
  secureWrapper: 0x0950,
  sessionRequest: 0x0951,
  sessionResponse: 0x0952,
  sessionAuthenticate: 0x0953,
  sessionStatus: 0x0954,
  timerNotify: 0x0955,
} as const;

export const KNX_PORT = 3671;
/** Multicast group of KNXnet/IP (03.08.02, 2.5). */
export const ROUTING_GROUP = "224.0.23.12";
const HEADER = 6;
/** Longest frame accepted; a cEMI frame has at most 254 + 11 bytes, its secure wrapper 38 more. */
const LONGEST = 512;

export interface Frame {
  service: number;
  body: Buffer;
}

export function knxFrame(service: number, body: Buffer): Buffer {
  const head = Buffer.from([HEADER, 0x10, 0, 0, 0, 0]);
  head.writeUInt16BE(service, 2);
  head.writeUInt16BE(HEADER + body.length, 4);
  return Buffer.concat([head, body]);
}

/** Undefined if the bytes are not exactly one frame. */
export function parseFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < HEADER || bytes.length > LONGEST) return undefined;
  if (bytes[0] !== HEADER || bytes[1] !== 0x10 || bytes.readUInt16BE(4) !== bytes.length) return undefined;
  return { service: bytes.readUInt16BE(2), body: bytes.subarray(HEADER) };
}

/** Frames of a TCP stream. */
export class FrameReader {
  #waiting: Buffer = Buffer.alloc(0);

  /** Complete frames in order; undefined if the stream is not KNXnet/IP. */
  push(chunk: Buffer): Frame[] | undefined {
    let bytes = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const frames: Frame[] = [];
    while (bytes.length >= HEADER) {
      const length = bytes.readUInt16BE(4);
      if (bytes[0] !== HEADER || bytes[1] !== 0x10 || length < HEADER || length > LONGEST) return undefined;
      if (bytes.length < length) break;
      const frame = parseFrame(bytes.subarray(0, length));
      if (frame) frames.push({ service: frame.service, body: Buffer.from(frame.body) });
      bytes = bytes.subarray(length);
    }
    this.#waiting = Buffer.from(bytes);
    return frames;
  }
}

/** Host protocol address information (03.08.02, 7.5.1.1). */
export interface Hpai {
  tcp: boolean;
  address: string;
  port: number;
}

export function hpai({ tcp, address, port }: Hpai): Buffer {
  const bytes = Buffer.from([8, tcp ? 2 : 1, ...address.split(".").map(Number), 0, 0]);
  bytes.writeUInt16BE(port, 6);
  return bytes;
}

export function parseHpai(bytes: Buffer): Hpai | undefined {
  if (bytes.length < 8 || bytes[0] !== 8 || (bytes[1] !== 1 && bytes[1] !== 2)) return undefined;
  return { tcp: bytes[1] === 2, address: bytes.subarray(2, 6).join("."), port: bytes.readUInt16BE(6) };
}
