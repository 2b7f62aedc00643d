/** Secure wrappers and timer notifications (AN159, 2.2): how frames are encrypted and authenticated. */
import { type Frame, knxFrame, SERVICE } from "../wire/frame.ts";
import { cbcMac, ctr, same } from "./crypto.ts";

export interface Nonce {
  /** Session: counter. Routing: timer, ms. 48 bits. */
  sequence: number;
  /** 6 bytes. */
  serial: Buffer;
  /** 2 bytes. */
  tag: Buffer;
}

const MAC = 16;
/** Session id, sequence, serial number, tag. */
const HEAD = 2 + 6 + 6 + 2;
const FRAME_HEAD = 6;

function nonceBytes({ sequence, serial, tag }: Nonce): Buffer {
  const six = Buffer.alloc(6);
  six.writeUIntBE(sequence, 0, 6);
  return Buffer.concat([six, serial, tag]);
}

function block(nonce: Buffer, last: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(last);
  return Buffer.concat([nonce, bytes]);
}

/** Additional data: the wrapper's own header and the session. */
function additional(length: number, session: number): Buffer {
  const bytes = Buffer.from([6, 0x10, SERVICE.secureWrapper >> 8, SERVICE.secureWrapper & 255, 0, 0, 0, 0]);
  bytes.writeUInt16BE(length, 4);
  bytes.writeUInt16BE(session, 6);
  return bytes;
}

export function wrapFrame(key: Buffer, session: number, nonce: Nonce, plain: Buffer): Buffer {
  const bytes = nonceBytes(nonce);
  const length = FRAME_HEAD + HEAD + plain.length + MAC;
  const mac = cbcMac(key, block(bytes, plain.length), additional(length, session), plain);
  const sealed = ctr(key, block(bytes, 0xff00), mac, plain);
  const id = Buffer.alloc(2);
  id.writeUInt16BE(session);
  return knxFrame(SERVICE.secureWrapper, Buffer.concat([id, bytes, sealed.payload, sealed.mac]));
}

export interface Unwrapped extends Nonce {
  plain: Buffer;
}

/** Undefined unless the frame is of this session and its code is right. */
export function unwrapFrame(key: Buffer, session: number, { body, service }: Frame): Unwrapped | undefined {
  if (service !== SERVICE.secureWrapper || body.length < HEAD + FRAME_HEAD + MAC) return undefined;
  if (body.readUInt16BE(0) !== session) return undefined;
  const bytes = body.subarray(2, HEAD);
  const open = ctr(key, block(bytes, 0xff00), body.subarray(-MAC), body.subarray(HEAD, -MAC));
  const expected = cbcMac(
    key,
    block(bytes, open.payload.length),
    additional(FRAME_HEAD + body.length, session),
    open.payload,
  );
  if (!same(expected, open.mac)) return undefined;
  return {
    plain: open.payload,
    sequence: bytes.readUIntBE(0, 6),
    serial: Buffer.from(bytes.subarray(6, 12)),
    tag: Buffer.from(bytes.subarray(12, 14)),
  };
}

const NOTIFY_HEADER = Buffer.from("061009550024", "hex");

export function timerNotify(key: Buffer, nonce: Nonce): Buffer {
  const bytes = nonceBytes(nonce);
  const mac = cbcMac(key, block(bytes, 0), NOTIFY_HEADER, Buffer.alloc(0));
  const sealed = ctr(key, block(bytes, 0xff00), mac, Buffer.alloc(0));
  return knxFrame(SERVICE.timerNotify, Buffer.concat([bytes, sealed.mac]));
}

export function readTimerNotify(key: Buffer, { body, service }: Frame): Nonce | undefined {
  if (service !== SERVICE.timerNotify || body.length !== 14 + MAC) return undefined;
  const bytes = body.subarray(0, 14);
  const open = ctr(key, block(bytes, 0xff00), body.subarray(14), Buffer.alloc(0));
  if (!same(cbcMac(key, block(bytes, 0), NOTIFY_HEADER, Buffer.alloc(0)), open.mac)) return undefined;
  return {
    sequence: bytes.readUIntBE(0, 6),
    serial: Buffer.from(bytes.subarray(6, 12)),
    tag: Buffer.from(bytes.subarray(12, 14)),
  };
}
