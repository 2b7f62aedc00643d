/**
 * cEMI link layer data (KNX Standard 03.06.03, 4.1.5): group telegrams as they travel in tunnels and routing.
 */
import type { Payload } from "../dpt/codec.ts";

export const CEMI = { request: 0x11, indication: 0x29, confirmation: 0x2e } as const;
/** APCI, 10 bits (03.03.07). */
export const APCI = { read: 0x000, response: 0x040, write: 0x080, secure: 0x3f1 } as const;
export const PRIORITY = { system: 0, normal: 1, urgent: 2, low: 3 } as const;

export interface Cemi {
  code: number;
  source: number;
  /** Group address if `group`, otherwise an individual address. */
  target: number;
  group: boolean;
  priority: number;
  hops: number;
  /** Of a confirmation: the bus did not take the telegram. */
  failed: boolean;
  /** Second control byte as it came, for Data Secure. */
  control2: number;
  /** TPCI and APCI with what follows: at least one byte. */
  tpdu: Buffer;
}

const STANDARD_LENGTH = 15;

export function parseCemi(bytes: Buffer): Cemi | undefined {
  if (bytes.length < 2) return undefined;
  const code = bytes[0] ?? 0;
  if (code !== CEMI.request && code !== CEMI.indication && code !== CEMI.confirmation) return undefined;
  const at = 2 + (bytes[1] ?? 0);
  if (bytes.length < at + 8) return undefined;
  const control1 = bytes[at] ?? 0;
  const control2 = bytes[at + 1] ?? 0;
  const length = bytes[at + 6] ?? 0;
  // One byte (TPCI) belongs to the length of zero.
  if (length === 255 || bytes.length !== at + 8 + length) return undefined;
  return {
    code,
    source: bytes.readUInt16BE(at + 2),
    target: bytes.readUInt16BE(at + 4),
    group: (control2 & 0x80) !== 0,
    priority: (control1 >> 2) & 3,
    hops: (control2 >> 4) & 7,
    failed: code === CEMI.confirmation && (control1 & 1) === 1,
    control2,
    tpdu: bytes.subarray(at + 7),
  };
}

export interface Outgoing {
  code: number;
  source: number;
  target: number;
  priority: number;
  tpdu: Buffer;
}

export function cemiFrame({ code, source, target, priority, tpdu }: Outgoing): Buffer {
  const length = tpdu.length - 1;
  // Standard or extended frame, no repetition, broadcast domain, priority, no acknowledge request.
  const control1 = (length <= STANDARD_LENGTH ? 0x80 : 0) | 0x30 | (priority << 2);
  const head = Buffer.from([code, 0, control1, 0xe0, 0, 0, 0, 0, length]);
  head.writeUInt16BE(source, 4);
  head.writeUInt16BE(target, 6);
  return Buffer.concat([head, tpdu]);
}

export type GroupService = "read" | "response" | "write";

export function groupTpdu(service: GroupService, payload?: Payload): Buffer {
  const apci = APCI[service];
  if (!payload) return Buffer.from([0, apci]);
  if (payload.short) return Buffer.from([0, apci | ((payload.data[0] ?? 0) & 0x3f)]);
  return Buffer.concat([Buffer.from([0, apci]), payload.data]);
}

/** Undefined for everything that is no plain group service. */
export function parseGroupTpdu(tpdu: Buffer): { service: GroupService; payload: Payload } | undefined {
  if (tpdu.length < 2 || ((tpdu[0] ?? 0) & 0xfc) !== 0) return undefined;
  const apci = (((tpdu[0] ?? 0) & 3) << 8) | (tpdu[1] ?? 0);
  const kind = apci & 0x3c0;
  const service =
    kind === APCI.read
      ? "read"
      : kind === APCI.response
        ? "response"
        : kind === APCI.write
          ? "write"
          : undefined;
  if (!service) return undefined;
  const short = tpdu.length === 2;
  // Longer telegrams have zeros where a short one has its value.
  if (!short && (apci & 0x3f) !== 0) return undefined;
  if (service === "read" && !(short && (apci & 0x3f) === 0)) return undefined;
  const data = short ? Buffer.from([apci & 0x3f]) : tpdu.subarray(2);
  return { service, payload: { data, short } };
}
