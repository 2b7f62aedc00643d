/**
 * A tar archive as a stream (POSIX.1-1988 ustar): members of known size, or of unknown size that fit into
 * memory in parts no larger than `PART`, which then become several members.
 */
const BLOCK = 512;
const PART = 8 * 1024 * 1024;

export interface Member {
  name: string;
  content: string | AsyncIterable<string>;
}

export async function* tar(members: AsyncIterable<Member>, modified: number): AsyncGenerator<Buffer> {
  for await (const { name, content } of members) {
    if (typeof content === "string") {
      yield member(name, content, modified);
      continue;
    }
    let part = "";
    let count = 0;
    for await (const piece of content) {
      part += piece;
      if (part.length < PART) continue;
      count += 1;
      yield member(numbered(name, count), part, modified);
      part = "";
    }
    if (part !== "" || count === 0)
      yield member(count === 0 ? name : numbered(name, count + 1), part, modified);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function numbered(name: string, count: number): string {
  return name.replace(/(\.[a-z]+)?$/, `-${count}$1`);
}

function member(name: string, content: string, modified: number): Buffer {
  const body = Buffer.from(content);
  const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
  return Buffer.concat([header(name, body.length, modified), body, padding]);
}

/** `modified` in Unix seconds. */
function header(name: string, size: number, modified: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, width: number) =>
    `${Math.floor(value)
      .toString(8)
      .padStart(width - 1, "0")}\0`;
  block.write(name.slice(0, 99), 0, "utf8");
  block.write(octal(0o600, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(modified, 12), 136);
  block.write(" ".repeat(8), 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
