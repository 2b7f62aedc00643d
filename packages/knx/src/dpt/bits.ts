/** Bits most significant first, as datapoint types are written down. */
export class BitReader {
  readonly #data: Buffer;
  #at: number;

  /** @param skip bits before the first field, for values shorter than their bytes */
  constructor(data: Buffer, skip: number) {
    this.#data = data;
    this.#at = skip;
  }

  take(bits: number): bigint {
    let value = 0n;
    for (let i = 0; i < bits; i += 1, this.#at += 1) {
      const byte = this.#data[this.#at >> 3] ?? 0;
      value = (value << 1n) | BigInt((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  /** The bytes from here on; only at a byte's beginning. */
  rest(): Buffer {
    return this.#data.subarray(this.#at >> 3);
  }
}

export class BitWriter {
  readonly data: Buffer;
  #at: number;

  constructor(bytes: number, skip: number) {
    this.data = Buffer.alloc(bytes);
    this.#at = skip;
  }

  put(value: bigint, bits: number): void {
    for (let i = bits - 1; i >= 0; i -= 1, this.#at += 1) {
      if (((value >> BigInt(i)) & 1n) === 0n) continue;
      const byte = this.#at >> 3;
      this.data[byte] = (this.data[byte] ?? 0) | (1 << (7 - (this.#at & 7)));
    }
  }
}
