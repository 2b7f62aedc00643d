/**
 * Lets a tar archive through unchanged, and fails for what no content depends on but a healthy archive has all the same:
 * sums of the headers, the ends of pax records, zeros behind a file and at the end. So a flipped bit is found wherever it is.
 * (IEEE 1003.1, ustar and pax.)
 */
const BLOCK = 512;
const SUM_AT = 148;
const TYPE_AT = 156;
const PAX = "x".charCodeAt(0);
/** Of a regular file; the second is the oldest way to write it. */
const FILES: ReadonlySet<number | undefined> = new Set(["0".charCodeAt(0), 0]);
const NEWLINE = 0x0a;
/** Bytes of an entry that is no file, such as pax records or a long name: whoever unpacks keeps it in memory. */
const LARGEST_OTHER = 64 * 1024;

/** The archive is not as it was written. */
export class TarError extends Error {}

export async function* guarded(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const guard = new Guard();
  for await (const chunk of source) {
    guard.take(chunk);
    yield chunk;
  }
  guard.end();
}

class Guard {
  #block = Buffer.alloc(BLOCK);
  #filled = 0;
  /** Bytes of content still to come. */
  #content = 0;
  /** Zeros that have to follow. */
  #padding = 0;
  #zeroBlocks = 0;
  /** Of the pax entry that is being read. */
  #pax: Buffer[] | undefined;

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const left = chunk.length - at;
      if (this.#content > 0) {
        const n = Math.min(this.#content, left);
        this.#pax?.push(Buffer.from(chunk.subarray(at, at + n)));
        this.#content -= n;
        at += n;
        if (this.#content === 0) this.#endPax();
      } else if (this.#padding > 0) {
        const n = Math.min(this.#padding, left);
        if (!isZero(chunk.subarray(at, at + n))) throw new TarError("padding");
        this.#padding -= n;
        at += n;
      } else {
        const n = Math.min(BLOCK - this.#filled, left);
        chunk.copy(this.#block, this.#filled, at, at + n);
        this.#filled += n;
        at += n;
        if (this.#filled === BLOCK) this.#header();
      }
    }
  }

  end(): void {
    if (this.#filled > 0 || this.#content > 0 || this.#padding > 0 || this.#zeroBlocks < 2)
      throw new TarError("cut off");
  }

  #header(): void {
    this.#filled = 0;
    const block = this.#block;
    if (isZero(block)) {
      this.#zeroBlocks += 1;
      return;
    }
    if (this.#zeroBlocks > 0) throw new TarError("behind the end");
    let sum = 0;
    for (const [at, byte] of block.entries()) sum += at >= SUM_AT && at < SUM_AT + 8 ? 0x20 : byte;
    if (block.toString("latin1", SUM_AT, SUM_AT + 8) !== `${sum.toString(8).padStart(6, "0")}\0 `)
      throw new TarError("sum of a header");
    const size = /^([0-7]{11})[\0 ]$/.exec(block.toString("latin1", 124, 136))?.[1];
    if (size === undefined) throw new TarError("size");
    this.#content = Number.parseInt(size, 8);
    this.#padding = (BLOCK - (this.#content % BLOCK)) % BLOCK;
    if (FILES.has(block[TYPE_AT])) return;
    if (this.#content > LARGEST_OTHER) throw new TarError("too large for what it is");
    if (block[TYPE_AT] === PAX) this.#pax = [];
  }

  #endPax(): void {
    if (!this.#pax) return;
    const records = Buffer.concat(this.#pax);
    this.#pax = undefined;
    for (let at = 0; at < records.length; ) {
      const length = Number(/^([1-9]\d{0,5}) /.exec(records.toString("latin1", at, at + 8))?.[1]);
      if (!(at + length <= records.length) || records[at + length - 1] !== NEWLINE)
        throw new TarError("pax record");
      at += length;
    }
  }
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}
