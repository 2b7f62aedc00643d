/**
 * The files of a tar archive one after the other, none of them ever in memory as a whole. (IEEE 1003.1, ustar and pax.)
 *
 *     for await (const { name, pieces } of filesIn(plain)) …      // what is not read is skipped
 */
const BLOCK = 512;
/** Of a pax record, bytes. */
const LONGEST_NAME = 64 * 1024;

export interface TarFile {
  name: string;
  /** As the header has it: `0` a file, `5` a folder, `2` a link, … */
  type: string;
  size: number;
  /** Its content; shorter where the archive breaks off. */
  pieces: () => AsyncIterable<Buffer>;
}

/** Ends with the archive, or where it is none; fails as `plain` does. */
export async function* filesIn(plain: AsyncIterable<Buffer>): AsyncIterable<TarFile> {
  const bytes = new Bytes(plain);
  let longName: string | undefined;
  for (;;) {
    const head = await bytes.take(BLOCK);
    if (!head) return;
    // Zeros up to the end.
    if (head.every((byte) => byte === 0)) continue;
    const size = Number.parseInt(head.toString("latin1", 124, 136), 8);
    if (!(size >= 0)) return;
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(head[156] ?? 0);
    if (type === "x") {
      if (size > LONGEST_NAME) return;
      longName = /\d+ path=([^\n]*)\n/.exec((await bytes.take(padded))?.toString("utf8") ?? "")?.[1];
      continue;
    }
    let left = size;
    yield {
      name: longName ?? nameIn(head),
      type,
      size,
      async *pieces() {
        for await (const piece of bytes.pieces(left)) {
          left -= piece.length;
          yield piece;
        }
      },
    };
    longName = undefined;
    await bytes.skip(left + padded - size);
  }
}

function nameIn(head: Buffer): string {
  const field = (from: number, to: number) => head.toString("utf8", from, to).replace(/\0.*$/s, "");
  const prefix = field(345, 500);
  return prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`;
}

/** A stream taken piece by piece; undefined where it ends. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(plain: AsyncIterable<Buffer>) {
    this.#source = plain[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    for await (const piece of this.pieces(count)) pieces.push(piece);
    const taken = Buffer.concat(pieces);
    return taken.length === count ? taken : undefined;
  }

  async skip(count: number): Promise<void> {
    for await (const _ of this.pieces(count));
  }

  async *pieces(count: number): AsyncIterable<Buffer> {
    for (let missing = count; missing > 0; ) {
      const piece = await this.#some(missing);
      if (!piece) return;
      missing -= piece.length;
      yield piece;
    }
  }

  async #some(most: number): Promise<Buffer | undefined> {
    if (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) return undefined;
      this.#rest = next.value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(most);
    return piece;
  }
}
