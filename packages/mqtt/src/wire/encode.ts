/**
 * MQTT control packets as bytes (MQTT 3.1.1 and MQTT 5.0, OASIS standards, chapter 3).
 *
 * Everything here allocates a buffer per packet except `PublishWriter`, which packs publications into
 * large chunks: one system call carries hundreds of them.
 */
export type ProtocolLevel = 4 | 5;
export type Qos = 0 | 1 | 2;

export interface Message {
  topic: string;
  payload: string;
  qos: 0 | 1;
  retain: boolean;
}

export interface ConnectOptions {
  level: ProtocolLevel;
  clientId: string;
  clean: boolean;
  /** Seconds. */
  keepalive: number;
  user?: string | undefined;
  password?: string | undefined;
  /** MQTT 5: how long the broker keeps the session after the connection ends; s. */
  sessionExpiry: number;
  /** MQTT 5: largest packet we accept; bytes. */
  maximumPacketSize: number;
  /** Published by the broker when the connection breaks. */
  will?: Message;
}

export const PINGREQ = Buffer.from([0xc0, 0]);
export const DISCONNECT = Buffer.from([0xe0, 0]);

const MOST_REMAINING = 268_435_455;

function varintLength(value: number): number {
  return value < 128 ? 1 : value < 16_384 ? 2 : value < 2_097_152 ? 3 : 4;
}

function writeVarint(into: Buffer, at: number, value: number): number {
  let left = value;
  let offset = at;
  while (left >= 128) {
    into[offset++] = (left & 0x7f) | 0x80;
    left >>>= 7;
  }
  into[offset++] = left;
  return offset;
}

function varint(value: number): Buffer {
  const buffer = Buffer.alloc(varintLength(value));
  writeVarint(buffer, 0, value);
  return buffer;
}

function uint16(value: number): Buffer {
  return Buffer.from([value >>> 8, value & 0xff]);
}

/** A UTF-8 string with its length before it. */
export function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  return Buffer.concat([uint16(bytes.length), bytes]);
}

function packet(first: number, ...body: Buffer[]): Buffer {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.from([first]), varint(length), ...body]);
}

export function encodeConnect(options: ConnectOptions): Buffer {
  const { user, password, will } = options;
  const flags =
    (options.clean ? 0x02 : 0) |
    (will === undefined ? 0 : 0x04 | (will.qos << 3) | (will.retain ? 0x20 : 0)) |
    (user === undefined ? 0 : 0x80) |
    (password === undefined ? 0 : 0x40);
  const body = [
    encodeString("MQTT"),
    Buffer.from([options.level, flags]),
    uint16(Math.min(options.keepalive, 65_535)),
  ];
  if (options.level === 5) {
    const properties = Buffer.alloc(10);
    properties[0] = 0x11;
    properties.writeUInt32BE(options.sessionExpiry, 1);
    properties[5] = 0x27;
    properties.writeUInt32BE(options.maximumPacketSize, 6);
    body.push(varint(properties.length), properties);
  }
  body.push(encodeString(options.clientId));
  if (will) {
    if (options.level === 5) body.push(varint(0));
    body.push(encodeString(will.topic), encodeString(will.payload));
  }
  if (user !== undefined) body.push(encodeString(user));
  if (password !== undefined) body.push(encodeString(password));
  return packet(0x10, ...body);
}

/** One publication by itself; many go by `PublishWriter`. `id` is ignored at QoS 0. */
export function encodePublish(level: ProtocolLevel, message: Message, id: number): Buffer {
  const { payload, qos, retain, topic } = message;
  return packet(
    0x30 | (qos << 1) | (retain ? 1 : 0),
    encodeString(topic),
    ...(qos > 0 ? [uint16(id)] : []),
    ...(level === 5 ? [varint(0)] : []),
    Buffer.from(payload, "utf8"),
  );
}

export interface Subscription {
  filter: string;
  qos: Qos;
  /** MQTT 5: our own publications do not come back. */
  noLocal: boolean;
}

export function encodeSubscribe(
  level: ProtocolLevel,
  id: number,
  subscriptions: readonly Subscription[],
): Buffer {
  const body = [uint16(id)];
  if (level === 5) body.push(Buffer.from([0]));
  for (const { filter, qos, noLocal } of subscriptions) {
    body.push(encodeString(filter), Buffer.from([qos | (level === 5 && noLocal ? 0x04 : 0)]));
  }
  return packet(0x82, ...body);
}

export const ACK = { puback: 0x40, pubrec: 0x50, pubrel: 0x62, pubcomp: 0x70 } as const;

/** Acknowledges with reason "success", which needs no reason byte in either version. */
export function encodeAck(kind: keyof typeof ACK, id: number): Buffer {
  return Buffer.from([ACK[kind], 2, id >>> 8, id & 0xff]);
}

const CHUNK = 65_536;

/**
 * Packs publications. `take` hands over what has been packed; the memory is never written again,
 * so the socket may hold on to it as long as it likes.
 */
export class PublishWriter {
  readonly #properties: 0 | 1;
  #chunk: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;

  constructor(level: ProtocolLevel) {
    this.#properties = level === 5 ? 1 : 0;
  }

  get pending(): number {
    return this.#end - this.#start;
  }

  /** Room the publication takes, bytes. */
  size(topic: Buffer, qos: Qos, payloadBytes: number): number {
    const remaining = this.#remaining(topic, qos, payloadBytes);
    return 1 + varintLength(remaining) + remaining;
  }

  /** Whether the publication still fits into the current chunk without a gap. */
  fits(size: number): boolean {
    return this.#end + size <= this.#chunk.length;
  }

  /** Starts a new chunk. Only after `take`. */
  renew(size: number): void {
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, size));
    this.#start = 0;
    this.#end = 0;
  }

  /** `topic` is the encoded string; `id` is ignored at QoS 0. There must be room. */
  put(
    topic: Buffer,
    payload: string,
    payloadBytes: number,
    qos: Qos,
    retain: boolean,
    dup: boolean,
    id: number,
  ): void {
    const chunk = this.#chunk;
    let at = this.#end;
    chunk[at++] = 0x30 | (dup ? 0x08 : 0) | (qos << 1) | (retain ? 1 : 0);
    at = writeVarint(chunk, at, this.#remaining(topic, qos, payloadBytes));
    chunk.set(topic, at);
    at += topic.length;
    if (qos > 0) {
      chunk[at++] = id >>> 8;
      chunk[at++] = id & 0xff;
    }
    if (this.#properties) chunk[at++] = 0;
    chunk.write(payload, at, payloadBytes === payload.length ? "latin1" : "utf8");
    this.#end = at + payloadBytes;
  }

  take(): Buffer {
    const bytes = this.#chunk.subarray(this.#start, this.#end);
    this.#start = this.#end;
    return bytes;
  }

  #remaining(topic: Buffer, qos: Qos, payloadBytes: number): number {
    return topic.length + (qos > 0 ? 2 : 0) + this.#properties + payloadBytes;
  }
}

/** Whether MQTT can carry a payload of this size at all. */
export function carriable(topic: Buffer, payloadBytes: number): boolean {
  return topic.length + payloadBytes + 3 <= MOST_REMAINING;
}
