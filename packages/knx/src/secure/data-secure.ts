/**
 * KNX Data Secure for group addresses (AN158): encryption from device to device, on whatever way the telegram takes.
 *
 * Invariants: a number is used once for sending, over restarts too (`SequenceStore`); a received telegram counts only if its
 * sender is known, its code right and its number higher than any before. What is to be secure is never taken plain.
 */

import { texts } from "../texts.ts";
import type { Cemi } from "../wire/cemi.ts";
import { cbcMac, ctr, same } from "./crypto.ts";
import type { SequenceStore } from "./sequences.ts";

/** Encrypted and authenticated group data; neither tool access nor system broadcast. */
const SCF = 0x10;
const MAC = 4;
const HEAD = 2 + 1 + 6;

interface Place {
  source: number;
  target: number;
  /** Extended frame format of the second control byte. */
  format: number;
}

function keyBlocks(sequence: Buffer, { source, target, format }: Place, length: number) {
  const addresses = Buffer.alloc(4);
  addresses.writeUInt16BE(source, 0);
  addresses.writeUInt16BE(target, 2);
  const head = Buffer.concat([sequence, addresses]);
  return {
    block0: Buffer.concat([head, Buffer.from([0, 0x80 | format, 0x03, 0xf1, 0, length])]),
    counter0: Buffer.concat([head, Buffer.from([0, 0, 0, 0, 1, 0])]),
  };
}

export function sealTpdu(key: Buffer, sequence: number, place: Place, apdu: Buffer): Buffer {
  const six = Buffer.alloc(6);
  six.writeUIntBE(sequence, 0, 6);
  const { block0, counter0 } = keyBlocks(six, place, apdu.length);
  const mac = cbcMac(key, block0, Buffer.from([SCF]), apdu).subarray(0, MAC);
  const sealed = ctr(key, counter0, mac, apdu);
  return Buffer.concat([Buffer.from([0x03, 0xf1, SCF]), six, sealed.payload, sealed.mac]);
}

/** The plain APDU with its number; undefined unless the code is right. */
export function openTpdu(
  key: Buffer,
  place: Place,
  tpdu: Buffer,
): { sequence: number; apdu: Buffer } | undefined {
  if (tpdu.length < HEAD + 2 + MAC || tpdu[2] !== SCF) return undefined;
  const six = tpdu.subarray(3, HEAD);
  const sealed = tpdu.subarray(HEAD, -MAC);
  const { block0, counter0 } = keyBlocks(six, place, sealed.length);
  const open = ctr(key, counter0, tpdu.subarray(-MAC), sealed);
  const mac = cbcMac(key, block0, Buffer.from([SCF]), open.payload).subarray(0, MAC);
  return same(mac, open.mac) ? { sequence: six.readUIntBE(0, 6), apdu: open.payload } : undefined;
}

export function isSecure({ tpdu }: Pick<Cemi, "tpdu">): boolean {
  return tpdu.length >= 2 && tpdu[0] === 0x03 && tpdu[1] === 0xf1;
}

/** German reason why a telegram is not taken. */
export type Refusal = { refused: string };

export class DataSecure {
  readonly #keys: ReadonlyMap<number, Buffer>;
  readonly #sequences: SequenceStore;

  constructor(keys: ReadonlyMap<number, Buffer>, sequences: SequenceStore) {
    this.#keys = keys;
    this.#sequences = sequences;
  }

  secures(group: number): boolean {
    return this.#keys.has(group);
  }

  /** What is sent for a plain TPDU. */
  async seal(source: number, target: number, tpdu: Buffer): Promise<Buffer> {
    const key = this.#keys.get(target);
    if (!key) return tpdu;
    return sealTpdu(key, await this.#sequences.next(), { source, target, format: 0 }, tpdu);
  }

  /** The telegram's plain TPDU. */
  open(cemi: Cemi): { tpdu: Buffer } | Refusal {
    const key = this.#keys.get(cemi.target);
    if (!isSecure(cemi)) {
      return key ? { refused: texts.plainToSecured } : { tpdu: cemi.tpdu };
    }
    if (!key) return { refused: texts.securedWithoutKey };
    const last = this.#sequences.last(cemi.source);
    if (last === undefined) return { refused: texts.securedByStranger };
    const place = { source: cemi.source, target: cemi.target, format: cemi.control2 & 0x0f };
    const open = openTpdu(key, place, cemi.tpdu);
    if (!open) return { refused: texts.securedWithWrongMac };
    if (open.sequence <= last) return { refused: texts.securedWithUsedSequence };
    this.#sequences.seen(cemi.source, open.sequence);
    return { tpdu: open.apdu };
  }
}
