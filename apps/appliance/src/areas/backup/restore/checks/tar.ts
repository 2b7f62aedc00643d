/**
 * What an archive of a container's data consists of, read head by head without its contents: files and folders of their own and
 * nothing else. A link would lead out of the container's folder, a device or a file with somebody's rights into the machine.
 * (IEEE 1003.1, ustar and pax; GNU's long names and sizes, which engines write.)
 *
 * Invariant: what two readers could take for different things is refused, else an entry hides in what we take for contents. So
 * there is one record before an entry, with each of its keys once, and none for all that follow.
 */
import { type FileHandle, open } from "node:fs/promises";
import { texts } from "../../texts.ts";

const BLOCK = 512;
const MOST_ENTRIES = 2_000_000;
/** Of a pax record or a long name, bytes. */
const LONGEST = 1024 * 1024;
const SET_ID = 0o6000;
/** Sparse files have names and sizes of their own; rights of a program would stand beside its mode. */
const FORBIDDEN = /^(GNU\.sparse\.|SCHILY\.xattr\.security\.)/;

/** German; undefined where all is well. */
export async function problemInTar(file: string): Promise<string | undefined> {
  const handle = await open(file, "r");
  try {
    return await problemIn(handle, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

async function problemIn(handle: FileHandle, length: number): Promise<string | undefined> {
  let record: Overrides | undefined;
  let entries = 0;
  for (let at = 0; at + BLOCK <= length; ) {
    const head = await read(handle, at, BLOCK);
    if (head.every((byte) => byte === 0)) return entries > 0 ? undefined : texts.emptyArchive;
    if (!sumFits(head) || ++entries > MOST_ENTRIES) break;
    const type = String.fromCharCode(head[156] ?? 0);
    const own = sizeIn(head);
    at += BLOCK;
    if (type === "x" || type === "L") {
      if (record || !(own <= LONGEST)) break;
      const content = await read(handle, at, own);
      record = type === "L" ? { name: content.toString("utf8").replace(/\0.*$/s, "") } : fromPax(content);
      if (!record) break;
      at += padded(own);
      continue;
    }
    const problem = problemInEntry(head, type, record?.name ?? nameIn(head));
    if (problem !== undefined) return problem;
    const bytes = record?.size ?? own;
    record = undefined;
    if (!(bytes >= 0)) break;
    at += type === "5" ? 0 : padded(bytes);
    if (at > length) break;
  }
  return texts.damagedArchive;
}

function problemInEntry(head: Buffer, type: string, name: string): string | undefined {
  const shown = texts.inArchive(name.slice(0, 200));
  const isFile = type === "0" || (type === "\0" && !name.endsWith("/"));
  if (!isFile && type !== "5") return texts.neitherFileNorFolder(shown);
  if (name.startsWith("/") || name.split("/").includes("..")) return texts.leavesFolder(shown);
  if (type !== "5" && (octal(head, 100, 108) & SET_ID) !== 0) return texts.foreignRights(shown);
  return undefined;
}

/** What a record says instead of the head of its entry. */
interface Overrides {
  name?: string;
  size?: number;
}

/** `length key=value\n`, one after the other; undefined for what is none, or says more than an engine's archive of data does. */
function fromPax(content: Buffer): Overrides | undefined {
  const found = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const digits = /^[1-9]\d{0,6} /.exec(content.toString("latin1", at, at + 8))?.[0] ?? "";
    const end = at + Number(digits);
    const text = content.toString("utf8", at + digits.length, end - 1);
    const equals = text.indexOf("=");
    if (digits === "" || equals < 1 || content[end - 1] !== 0x0a) return undefined;
    const key = text.slice(0, equals);
    if (found.has(key) || FORBIDDEN.test(key)) return undefined;
    found.set(key, text.slice(equals + 1));
    at = end;
  }
  const [name, size] = [found.get("path"), found.get("size")];
  if (name?.includes("\0") || (size !== undefined && !/^\d{1,15}$/.test(size))) return undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(size === undefined ? {} : { size: Number(size) }),
  };
}

const padded = (size: number) => Math.ceil(size / BLOCK) * BLOCK;

async function read(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

const octal = (head: Buffer, from: number, to: number) =>
  Number.parseInt(head.toString("latin1", from, to).replace(/[\0 ]+$/, "") || "0", 8);

/** GNU writes what eleven digits do not hold as a number of base 256. */
function sizeIn(head: Buffer): number {
  return (head[124] ?? 0) & 0x80 ? Number(head.readBigUInt64BE(128)) : octal(head, 124, 136);
}

function sumFits(head: Buffer): boolean {
  let sum = 0;
  for (const [at, byte] of head.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return octal(head, 148, 156) === sum;
}

function nameIn(head: Buffer): string {
  const field = (from: number, to: number) => head.toString("utf8", from, to).replace(/\0.*$/s, "");
  const prefix = head.toString("latin1", 257, 263) === "ustar\0" ? field(345, 500) : "";
  return prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`;
}
