import { createHash } from "node:crypto";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink, Scope, systemClock } from "@hubwart/core";
import { FILE_LIMITS, type FileAnswer, type FileOffer } from "@hubwart/fleet";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type FileReceiver, FileRefused } from "./file-receiver.ts";
import { SiteFiles } from "./site-files.ts";

const folder = useFolder();
let scope: Scope;
let garbage: string[];
let free = 90;
beforeEach(() => {
  scope = new Scope();
  garbage = [];
  free = 90;
});
afterEach(() => scope.end());

/** Keeps files below `kept`, by their name. */
class Shelf implements FileReceiver {
  readonly kind = "backups";
  fails: Error | undefined;

  async has(_hub: string, { name }: FileOffer) {
    if (name.startsWith("bad")) throw new FileRefused("kein Name einer Sicherung");
    return (await readdir(folder())).includes(`kept-${name}`);
  }

  async keep(_hub: string, { name }: FileOffer, file: string) {
    if (this.fails) throw this.fails;
    await rename(file, path.join(folder(), `kept-${name}`));
  }
}

const shelf = new Shelf();
const open = () =>
  new SiteFiles({
    folder: folder(),
    receivers: [shelf],
    clock: systemClock,
    log: createLogger("central", "files", new MemoryLogSink()),
    scope,
    garbage: (hub) => garbage.push(hub),
    room: async () => ({ total: 100 * FILE_LIMITS.piece, free: free * FILE_LIMITS.piece }),
  });

const HUB = "aaaaaaaaaaaa";
const bytes = Buffer.alloc(FILE_LIMITS.piece + 10, "abc");
const offerOf = (content: Buffer, name = "a.tar"): FileOffer => ({
  v: 1,
  ask: "file",
  kind: "backups",
  name,
  size: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});
const none = new Uint8Array();
const piece = (files: SiteFiles, { sha256 }: FileOffer, content: Buffer, at: number) =>
  files.answer(HUB, { v: 1, ask: "piece", sha256, at }, content.subarray(at, at + FILE_LIMITS.piece));

async function sendAll(files: SiteFiles, offer: FileOffer, content: Buffer): Promise<FileAnswer | undefined> {
  let answer = await files.answer(HUB, offer, none);
  while (answer && !answer.stored && answer.refused === undefined && answer.at < content.length)
    answer = await piece(files, offer, content, answer.at);
  return await vi.waitFor(async () => {
    const now = await files.answer(HUB, offer, none);
    expect(now?.stored || now?.refused !== undefined || now?.at === 0).toBe(true);
    return now;
  });
}
const incoming = () => readdir(path.join(folder(), HUB, "incoming"));

it("keeps a file once it is whole, and has it then", async () => {
  const files = open();
  const offer = offerOf(bytes);
  expect(await sendAll(files, offer, bytes)).toEqual({ v: 1, at: bytes.length, stored: true });
  expect((await readFile(path.join(folder(), "kept-a.tar"))).equals(bytes)).toBe(true);
  expect(await incoming()).toEqual([]);
  expect(await open().answer(HUB, offer, none)).toEqual({ v: 1, at: bytes.length, stored: true });
});

it("goes on where a start broke it off, and begins anew where another file lies under its hash", async () => {
  const offer = offerOf(bytes);
  const first = open();
  await first.answer(HUB, offer, none);
  await piece(first, offer, bytes, 0);
  const second = open();
  expect(await piece(second, offer, bytes, FILE_LIMITS.piece)).toEqual({ v: 1, at: 0, stored: false });
  expect(await second.answer(HUB, offer, none)).toEqual({ v: 1, at: FILE_LIMITS.piece, stored: false });
  const [name = ""] = await incoming();
  await writeFile(path.join(folder(), HUB, "incoming", name), Buffer.alloc(FILE_LIMITS.piece, "x"));
  expect(await sendAll(second, offer, bytes)).toEqual({ v: 1, at: 0, stored: false });
  expect(await sendAll(second, offer, bytes)).toMatchObject({ stored: true });
});

it("takes no piece twice, none elsewhere, none beyond the end, and none of a file that nobody offered", async () => {
  const files = open();
  const offer = offerOf(bytes);
  await files.answer(HUB, offer, none);
  expect(await piece(files, offer, bytes, 0)).toMatchObject({ at: FILE_LIMITS.piece });
  expect(await piece(files, offer, bytes, 0)).toMatchObject({ at: FILE_LIMITS.piece });
  expect(await piece(files, offer, bytes, 5)).toMatchObject({ at: FILE_LIMITS.piece });
  expect(garbage).toEqual([]);
  const head = { v: 1, ask: "piece", sha256: offer.sha256, at: FILE_LIMITS.piece } as const;
  expect(await files.answer(HUB, head, Buffer.alloc(11))).toMatchObject({ at: FILE_LIMITS.piece });
  expect(await files.answer(HUB, head, none)).toMatchObject({ at: FILE_LIMITS.piece });
  expect(garbage).toEqual([HUB, HUB]);
  expect(await files.answer("bbbbbbbbbbbb", head, Buffer.alloc(10))).toMatchObject({ at: 0 });
});

it("keeps one beginning of a kind, and leaves room on the disk", async () => {
  const files = open();
  const other = offerOf(Buffer.alloc(FILE_LIMITS.piece * 2, "z"), "z.tar");
  await files.answer(HUB, other, none);
  await piece(files, other, Buffer.alloc(FILE_LIMITS.piece * 2, "z"), 0);
  await files.answer(HUB, offerOf(bytes), none);
  await piece(files, offerOf(bytes), bytes, 0);
  expect(await incoming()).toEqual([`backups-${offerOf(bytes).sha256}`]);
  free = 6;
  expect(await files.answer(HUB, other, none)).toMatchObject({ refused: "later" });
  free = 90;
  expect(await files.answer(HUB, other, none)).toEqual({ v: 1, at: 0, stored: false });
});

it("says whether a file is never taken or not now", async () => {
  const files = open();
  expect(await files.answer(HUB, offerOf(bytes, "bad.tar"), none)).toMatchObject({ refused: "never" });
  const history: FileOffer = { ...offerOf(bytes), kind: "history" };
  expect(await files.answer(HUB, history, none)).toMatchObject({ refused: "never" });
  shelf.fails = new FileRefused("beschädigt");
  expect(await sendAll(files, offerOf(bytes), bytes)).toMatchObject({ refused: "never", why: "beschädigt" });
  shelf.fails = new Error("the database is away");
  const later = await sendAll(files, offerOf(bytes), bytes);
  expect(later).toMatchObject({ refused: "later", at: bytes.length });
  expect(later?.why).not.toContain("database");
  shelf.fails = undefined;
  expect(await sendAll(files, offerOf(bytes), bytes)).toMatchObject({ stored: true });
});

it("answers one message of a hub after the other, and does not gather them", async () => {
  const files = open();
  const offer = offerOf(bytes);
  const answers = await Promise.all(Array.from({ length: 20 }, () => files.answer(HUB, offer, none)));
  expect(answers.filter((one) => one !== undefined)).toHaveLength(4);
  expect(garbage).toHaveLength(16);
});
