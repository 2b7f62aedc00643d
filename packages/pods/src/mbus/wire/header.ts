/** Who a meter is and how it is: the fixed part of its answer (EN 13757-3, variable data structure), and the address by which it is selected. */
import { digitsOf } from "./numbers.ts";

export interface MeterId {
  /** Eight digits; of a mask, `F` stands for any. */
  id: string;
  /** Three letters; absent in a mask: any. */
  manufacturer?: string;
  version?: number;
  medium?: number;
}

export interface MeterHeader {
  /** As it would be selected. */
  meter: Required<MeterId>;
  /** Counts the answers of the meter. */
  access: number;
  status: number;
  /** Signature or configuration word; what it says of encryption is in `encryption`. */
  signature: number;
}

/** Bytes of the header. */
export const HEADER = 12;

/** @param high the bytes of numbers come most significant first (mode 2, CI 0x76) */
export function headerOf(data: Buffer, high = false): MeterHeader {
  const part = (from: number, to: number) => {
    const bytes = Buffer.from(data.subarray(from, to));
    return high ? bytes.reverse() : bytes;
  };
  return {
    meter: {
      id: digitsOf(part(0, 4)),
      manufacturer: lettersOf(part(4, 6).readUInt16LE()),
      version: data[6] ?? 0,
      medium: data[7] ?? 0,
    },
    access: data[8] ?? 0,
    status: data[9] ?? 0,
    signature: part(10, 12).readUInt16LE(),
  };
}

/** Three letters of five bits each (EN 62056-21, flag association); what is no letter is shown by its number. */
export function lettersOf(code: number): string {
  return [10, 5, 0].map((shift) => String.fromCharCode(((code >> shift) & 0x1f) + 64)).join("");
}

export function codeOfLetters(letters: string): number {
  return Array.from(letters).reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) - 64), 0);
}

/** The eight bytes that select meters (CI 0x52); what the mask leaves open is `F` or 0xff. */
export function selectionOf({ id, manufacturer, medium, version }: MeterId): Buffer {
  const number = Buffer.from(id, "hex").reverse();
  const code = manufacturer === undefined ? 0xffff : codeOfLetters(manufacturer);
  return Buffer.from([...number, code & 0xff, code >> 8, version ?? 0xff, medium ?? 0xff]);
}

export function isSelectedBy(meter: Required<MeterId>, mask: MeterId): boolean {
  const digits = Array.from(mask.id).every((digit, at) => digit === "F" || digit === meter.id[at]);
  return (
    digits &&
    (mask.manufacturer ?? meter.manufacturer) === meter.manufacturer &&
    (mask.version ?? meter.version) === meter.version &&
    (mask.medium ?? meter.medium) === meter.medium
  );
}

export interface MeterStatus {
  /** The meter does not stand by its values: it is busy, or has an error. */
  doubtful: boolean;
  busy: boolean;
  error: boolean;
  /** Low battery. */
  power: boolean;
  permanent: boolean;
  temporary: boolean;
  /** Three bits of the manufacturer. */
  specific: number;
}

/** EN 13757-3, status field: two bits for the application, then power, permanent and temporary error. */
export function statusOf(status: number): MeterStatus {
  const application = status & 0x03;
  const permanent = (status & 0x08) !== 0;
  const temporary = (status & 0x10) !== 0;
  return {
    doubtful: application === 1 || application === 2 || permanent || temporary,
    busy: application === 1,
    error: application === 2,
    power: (status & 0x04) !== 0,
    permanent,
    temporary,
    specific: status >> 5,
  };
}

/** Modes of encryption that there are; older meters have other bits in this place. */
const MODES = new Set([2, 3, 4, 5, 7, 8, 9, 10, 13]);

/** The mode of encryption in the configuration word (EN 13757-7); 0: none. */
export function encryptionOf(signature: number): number {
  const mode = (signature >> 8) & 0x1f;
  return MODES.has(mode) ? mode : 0;
}
