/**
 * What a KNX IP device tells about itself, and how it is asked (KNX Standard 03.08.02: search 7.6, description 7.7, blocks 7.5.4;
 * the extended search is AN184). Whoever answers a search is a stranger: what contradicts itself is no description.
 */
import { wellFormed } from "@hubwart/core";
import { type Hpai, hpai } from "./frame.ts";

/** Description types. */
const BLOCK = { device: 1, families: 2, secured: 6, tunnels: 7 } as const;
/** Asks for blocks; a device that does not know one leaves it out. */
const REQUEST_BLOCKS = 4;
const DEVICE_LENGTH = 54;
const NAME_AT = 24;
/** Bits of a tunnel's state. */
const FREE = 1;
const USABLE = 4;

export const FAMILY = {
  2: "core",
  3: "device_management",
  4: "tunnelling",
  5: "routing",
  6: "remote_log",
  7: "remote_configuration",
  8: "object_server",
  9: "security",
} as const;
export type Family = (typeof FAMILY)[keyof typeof FAMILY];

export interface Description {
  name: string;
  /** Individual address. */
  address: number;
  /** Hexadecimal. */
  serial: string;
  mac: string;
  services: { family: Family; version: number }[];
  /** What the device offers with KNX Secure only. */
  secured: Family[];
  /** Absent if the device does not tell. */
  tunnels?: { total: number; free: number };
}

export function searchRequest(answerTo: Hpai): Buffer {
  return hpai(answerTo);
}

export function extendedSearchRequest(answerTo: Hpai): Buffer {
  const wanted = Object.values(BLOCK);
  return Buffer.concat([hpai(answerTo), Buffer.from([2 + wanted.length, REQUEST_BLOCKS, ...wanted])]);
}

/** Undefined unless the blocks fill the bytes exactly and exactly one of them says what device this is. */
export function parseDescription(bytes: Buffer): Description | undefined {
  let device: Buffer | undefined;
  let families: Buffer | undefined;
  let secured: Buffer | undefined;
  let tunnels: Buffer | undefined;
  for (let at = 0; at < bytes.length; ) {
    const length = bytes[at] ?? 0;
    if (length < 2 || at + length > bytes.length) return undefined;
    const block = bytes.subarray(at, at + length);
    if (block[1] === BLOCK.device) {
      if (device || length !== DEVICE_LENGTH) return undefined;
      device = block;
    } else if (block[1] === BLOCK.families) families ??= block;
    else if (block[1] === BLOCK.secured) secured ??= block;
    else if (block[1] === BLOCK.tunnels) tunnels ??= block;
    at += length;
  }
  if (!device) return undefined;
  const counted = tunnels && tunnelsIn(tunnels);
  return {
    name: nameIn(device.subarray(NAME_AT)),
    address: device.readUInt16BE(4),
    serial: device.subarray(8, 14).toString("hex"),
    mac: device.subarray(18, 24).toString("hex").replace(/..\B/g, "$&:"),
    services: familiesIn(families),
    secured: familiesIn(secured).map(({ family }) => family),
    ...(counted ? { tunnels: counted } : {}),
  };
}

/** Pairs of family and version; what nobody knows is left out, what comes again counts once. */
function familiesIn(block: Buffer | undefined): Description["services"] {
  const found = new Map<Family, number>();
  for (let at = 2; block && at + 1 < block.length; at += 2) {
    const family = FAMILY[block[at] as keyof typeof FAMILY];
    if (family !== undefined && !found.has(family)) found.set(family, block[at + 1] ?? 0);
  }
  return [...found].map(([family, version]) => ({ family, version }));
}

/** Behind the longest telegram there are four bytes a tunnel: its address and its state. */
function tunnelsIn(block: Buffer): Description["tunnels"] {
  if (block.length < 8 || block.length % 4 !== 0) return undefined;
  const total = block.length / 4 - 1;
  let free = 0;
  for (let tunnel = 1; tunnel <= total; tunnel += 1) {
    const state = block[tunnel * 4 + 3] ?? 0;
    if ((state & FREE) !== 0 && (state & USABLE) !== 0) free += 1;
  }
  return { total, free };
}

/** ISO 8859-1 up to a zero, as one line of visible text. */
function nameIn(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const text = bytes.subarray(0, end < 0 ? bytes.length : end).toString("latin1");
  return wellFormed(text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").trim());
}
