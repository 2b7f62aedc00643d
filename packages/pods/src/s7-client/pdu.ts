/**
 * PDUs of S7 communication: set-up, reading and writing of variables.
 *
 * Parsers throw `PduError` for anything that is not exactly the answer to the request; they never read
 * beyond what came.
 */
import type { Area } from "./address.ts";

/** Bytes of the memory, or timers or counters. */
export interface Range {
  area: Area;
  db: number;
  start: number;
  /** Bytes, or number of timers or counters. */
  size: number;
}

export interface WriteItem extends Range {
  /** Only this bit of byte `start`; `bytes` is then one byte, 0 or 1. */
  bit?: number;
  bytes: Buffer;
}

/** An item's bytes, or the return code by which the CPU refuses it. */
export type ItemAnswer = { bytes: Buffer } | { refused: number };

/** The answer does not fit the request. */
export class PduError extends Error {}

/** The CPU refuses the whole request. `code` is error class and error code. */
export class JobRefused extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`refused: ${code.toString(16)}`);
    this.code = code;
  }
}

const PROTOCOL = 0x32;
const JOB = 1;
const ACK = 2;
const ACK_DATA = 3;
const READ = 0x04;
const WRITE = 0x05;
const SETUP = 0xf0;
const FINE = 0xff;

const JOB_HEADER = 10;
const ANSWER_HEADER = 12;
export const ITEM_SPEC = 12;
export const ITEM_DATA = 4;
/** CPUs take no more variables in one request. */
export const MOST_ITEMS = 20;

/** Room of one request and of its answer, for a negotiated PDU size. */
export function roomOf(pdu: number): { items: number; readBytes: number; writeBytes: number } {
  return {
    items: Math.min(MOST_ITEMS, Math.floor((pdu - JOB_HEADER - 2) / ITEM_SPEC)),
    readBytes: pdu - ANSWER_HEADER - 2,
    writeBytes: pdu - JOB_HEADER - 2,
  };
}

/** Bytes an item takes in the data of a request or answer. */
export function dataSize(bytes: number): number {
  return ITEM_DATA + bytes + (bytes % 2);
}

export function bytesOf({ area, size }: Range): number {
  return area === "T" || area === "C" ? size * 2 : size;
}

const CODES: Record<Area, number> = { I: 0x81, Q: 0x82, M: 0x83, DB: 0x84, C: 0x1c, T: 0x1d };
const BIT = 0x01;
const BYTE = 0x02;

function job(reference: number, parameters: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(JOB_HEADER);
  header.set([PROTOCOL, JOB], 0);
  header.writeUInt16BE(reference, 4);
  header.writeUInt16BE(parameters.length, 6);
  header.writeUInt16BE(data.length, 8);
  return Buffer.concat([header, parameters, data]);
}

function spec(range: Range, bit: number | undefined): Buffer {
  const { area, db, size, start } = range;
  const counted = area === "T" || area === "C";
  const item = Buffer.from([
    0x12,
    0x0a,
    0x10,
    counted ? CODES[area] : bit === undefined ? BYTE : BIT,
    0,
    0,
    0,
    0,
    CODES[area],
    0,
    0,
    0,
  ]);
  item.writeUInt16BE(bit === undefined ? size : 1, 4);
  item.writeUInt16BE(db, 6);
  item.writeUIntBE(counted ? start : start * 8 + (bit ?? 0), 9, 3);
  return item;
}

export function setupJob(reference: number, pdu: number): Buffer {
  const parameters = Buffer.from([SETUP, 0, 0, 1, 0, 1, 0, 0]);
  parameters.writeUInt16BE(pdu, 6);
  return job(reference, parameters, Buffer.alloc(0));
}

export function readJob(reference: number, ranges: readonly Range[]): Buffer {
  const parameters = [Buffer.from([READ, ranges.length]), ...ranges.map((range) => spec(range, undefined))];
  return job(reference, Buffer.concat(parameters), Buffer.alloc(0));
}

const AS_BIT = 0x03;
const AS_BYTES = 0x04;
const AS_OCTETS = 0x09;

export function writeJob(reference: number, items: readonly WriteItem[]): Buffer {
  const parameters = [Buffer.from([WRITE, items.length]), ...items.map((item) => spec(item, item.bit))];
  const data: Buffer[] = [];
  items.forEach(({ area, bit, bytes }, at) => {
    const head = Buffer.alloc(ITEM_DATA);
    const counted = area === "T" || area === "C";
    head[1] = bit !== undefined ? AS_BIT : counted ? AS_OCTETS : AS_BYTES;
    // Bits are counted for bytes, bytes for octets, and one for a bit.
    head.writeUInt16BE(bit !== undefined ? 1 : counted ? bytes.length : bytes.length * 8, 2);
    data.push(head, bytes);
    if (bytes.length % 2 === 1 && at < items.length - 1) data.push(Buffer.alloc(1));
  });
  return job(reference, Buffer.concat(parameters), Buffer.concat(data));
}

export interface Answer {
  reference: number;
  /** Error class and code; 0 is none. */
  error: number;
  parameters: Buffer;
  data: Buffer;
}

/** undefined for a PDU that is no answer, e.g. a message the CPU sends by itself. Throws PduError. */
export function parseAnswer(pdu: Buffer): Answer | undefined {
  if (pdu.length < JOB_HEADER || pdu[0] !== PROTOCOL) throw new PduError("no S7 communication");
  const kind = pdu[1];
  if (kind !== ACK && kind !== ACK_DATA) return undefined;
  if (pdu.length < ANSWER_HEADER) throw new PduError("the answer is too short");
  const parameters = pdu.readUInt16BE(6);
  const data = pdu.readUInt16BE(8);
  if (pdu.length < ANSWER_HEADER + parameters + data)
    throw new PduError("the answer is shorter than it says");
  const from = ANSWER_HEADER + parameters;
  return {
    reference: pdu.readUInt16BE(4),
    error: pdu.readUInt16BE(10),
    parameters: pdu.subarray(ANSWER_HEADER, from),
    data: pdu.subarray(from, from + data),
  };
}

function checked(answer: Answer, job: number, count: number): Buffer {
  if (answer.error !== 0) throw new JobRefused(answer.error);
  if (answer.parameters[0] !== job || answer.parameters[1] !== count)
    throw new PduError("the answer fits no request");
  return answer.data;
}

/** The PDU size that the CPU grants. */
export function setupAnswer(answer: Answer): number {
  if (answer.error !== 0) throw new JobRefused(answer.error);
  if (answer.parameters[0] !== SETUP || answer.parameters.length < 8) throw new PduError("no set-up");
  return answer.parameters.readUInt16BE(6);
}

export function readAnswer(answer: Answer, ranges: readonly Range[]): ItemAnswer[] {
  const data = checked(answer, READ, ranges.length);
  let at = 0;
  return ranges.map((range, index) => {
    const code = data[at];
    if (code === undefined) throw new PduError("an item is missing");
    if (code !== FINE) {
      // A refused item has its four bytes only; CPUs leave out the rest, and the length after a refusal tells nothing.
      at += ITEM_DATA;
      return { refused: code };
    }
    if (data.length < at + ITEM_DATA) throw new PduError("an item is cut");
    const size = inBits(data[at + 1] ?? 0)
      ? Math.ceil(data.readUInt16BE(at + 2) / 8)
      : data.readUInt16BE(at + 2);
    const bytes = data.subarray(at + ITEM_DATA, at + ITEM_DATA + size);
    if (size !== bytesOf(range) || bytes.length !== size) throw new PduError("an item has another length");
    at += index < ranges.length - 1 ? dataSize(size) : ITEM_DATA + size;
    return { bytes: Buffer.from(bytes) };
  });
}

/** Bit, byte or word, and integer say their length in bits; the others in bytes. */
function inBits(size: number): boolean {
  return size === AS_BIT || size === AS_BYTES || size === 0x05;
}

/** A return code for each item; undefined is success. */
export function writeAnswer(answer: Answer, count: number): (number | undefined)[] {
  const data = checked(answer, WRITE, count);
  if (data.length < count) throw new PduError("an item is missing");
  return [...data.subarray(0, count)].map((code) => (code === FINE ? undefined : code));
}
