/**
 * Cuts a byte stream into MQTT control packets and hands them over without copying.
 *
 * Invariants: what is fed may be overwritten afterwards, an incomplete packet is copied; the buffers given
 * to the receiver are valid during the call only; a packet larger than
 * the limit is skipped without being held, and its beginning is reported once; after `feed` has thrown
 * a ProtocolError the stream cannot be trusted any more and the connection must be closed.
 */
export class ProtocolError extends Error {}

export interface PacketReceiver {
  /** One whole packet: first byte, and where its body lies. */
  packet(first: number, bytes: Buffer, start: number, end: number): void;
  /** The beginning of a packet that is too large; `size` is that of the whole body. */
  oversize(first: number, bytes: Buffer, start: number, end: number, size: number): void;
}

/** Of a packet too large, so much is kept that a topic of any length and the packet id are in it. */
const HEAD = 65_536 + 16;

export class PacketCutter {
  readonly #limit: number;
  readonly #receiver: PacketReceiver;
  /** Bytes of an incomplete packet, from its first byte. */
  #rest: Buffer[] = [];
  #restLength = 0;
  /** Size of the packet that `#rest` begins, once known; 0 before. */
  #wanted = 0;
  /** Bytes of an oversize packet still to be thrown away. */
  #skip = 0;

  /** `limit`: largest body handed over, bytes. */
  constructor(receiver: PacketReceiver, limit: number) {
    this.#receiver = receiver;
    this.#limit = Math.max(limit, HEAD);
  }

  feed(chunk: Buffer): void {
    let bytes = chunk;
    if (this.#skip > 0) {
      const skipped = Math.min(this.#skip, bytes.length);
      this.#skip -= skipped;
      if (skipped === bytes.length) return;
      bytes = bytes.subarray(skipped);
    }
    if (this.#restLength > 0) {
      const complete = this.#restLength + bytes.length >= this.#wanted;
      this.#restLength += bytes.length;
      this.#rest.push(complete ? bytes : Buffer.from(bytes));
      if (!complete) return;
      bytes = Buffer.concat(this.#rest, this.#restLength);
      this.#rest = [];
      this.#restLength = 0;
    }
    this.#cut(bytes);
  }

  #cut(bytes: Buffer): void {
    const length = bytes.length;
    let at = 0;
    while (at < length) {
      let start = at + 1;
      let size = 0;
      let shift = 0;
      let byte = 0x80;
      while (start < length && shift < 28) {
        byte = bytes[start++] as number;
        size |= (byte & 0x7f) << shift;
        shift += 7;
        if (byte < 0x80) break;
      }
      if (byte >= 0x80) {
        if (shift === 28) throw new ProtocolError("malformed remaining length");
        this.#keep(bytes, at, 0);
        return;
      }
      const first = bytes[at] as number;
      const end = start + size;
      if (size > this.#limit) {
        if (start + HEAD > length) {
          this.#keep(bytes, at, start - at + HEAD);
          return;
        }
        this.#receiver.oversize(first, bytes, start, start + HEAD, size);
        if (end > length) {
          this.#skip = end - length;
          return;
        }
      } else if (end > length) {
        this.#keep(bytes, at, end - at);
        return;
      } else {
        this.#receiver.packet(first, bytes, start, end);
      }
      at = end;
    }
  }

  #keep(bytes: Buffer, at: number, wanted: number): void {
    this.#rest = [Buffer.from(bytes.subarray(at))];
    this.#restLength = bytes.length - at;
    this.#wanted = wanted;
  }
}
