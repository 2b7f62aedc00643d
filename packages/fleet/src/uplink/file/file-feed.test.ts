import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Backoff, createLogger, MemoryLogSink, systemClock } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it, vi } from "vitest";
import { FILE_LIMITS, type FileAnswer, type FileOffer, type FilePiece, partedMessage } from "../../files.ts";
import { FileFeed } from "./file-feed.ts";
import type { FileSource, OutgoingFile } from "./file-source.ts";
import { fileWire } from "./file-wire.ts";

const folder = useFolder();
const PACE = { piece: 0, look: 2, checking: 2 };

async function outgoing(name: string, bytes: Buffer): Promise<OutgoingFile> {
  const file = path.join(folder(), name);
  await writeFile(file, bytes);
  return { name, file, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** Gives its files in turn. */
class Source implements FileSource {
  readonly told: [string, boolean][] = [];
  readonly kind: FileSource["kind"];
  readonly #files: OutgoingFile[];

  constructor(kind: FileSource["kind"], files: OutgoingFile[]) {
    this.kind = kind;
    this.#files = files;
  }

  async next() {
    return this.#files[0];
  }

  async over(name: string, stored: boolean) {
    this.told.push([name, stored]);
    this.#files.shift();
  }
}

/** Takes pieces; `spoil` has the say before each answer. */
class Central {
  readonly kept = new Map<string, Buffer>();
  readonly asked: (FileOffer | FilePiece)[] = [];
  spoil: (head: FileOffer | FilePiece) => Partial<FileAnswer> | undefined | Error = () => undefined;
  #open = new Map<string, { offer: FileOffer; bytes: Buffer }>();

  readonly wire = fileWire(async (question) => {
    const { bytes, head } = partedMessage(question);
    const asked = JSON.parse(head) as FileOffer | FilePiece;
    this.asked.push(asked);
    const spoilt = this.spoil(asked);
    if (spoilt instanceof Error) throw spoilt;
    return JSON.stringify({ v: 1, stored: false, at: 0, ...(spoilt ?? this.#answer(asked, bytes)) });
  });

  /** Started anew: what is on its disk stays. */
  forget(): void {
    this.#open = new Map();
  }

  #answer(head: FileOffer | FilePiece, bytes: Uint8Array): Partial<FileAnswer> {
    if (head.ask === "file") {
      const whole = this.kept.get(head.name);
      if (whole?.length === head.size) return { at: head.size, stored: true };
      this.#open.set(head.sha256, { offer: head, bytes: whole ?? Buffer.alloc(0) });
      return { at: whole?.length ?? 0 };
    }
    const open = this.#open.get(head.sha256);
    if (!open || head.at !== open.bytes.length) return { at: 0 };
    open.bytes = Buffer.concat([open.bytes, bytes]);
    this.kept.set(open.offer.name, open.bytes);
    return { at: open.bytes.length };
  }
}

async function run(sources: FileSource[], central: Central, until: () => void): Promise<MemoryLogSink> {
  const over = new AbortController();
  const sink = new MemoryLogSink();
  const log = createLogger("hub", "files", sink);
  const backoff = () => new Backoff(1, 5);
  const running = new FileFeed({ sources, clock: systemClock, log, backoff, pace: PACE }).run(
    central.wire,
    over.signal,
  );
  try {
    await vi.waitFor(until, 8_000);
  } finally {
    over.abort();
    await running;
  }
  return sink;
}

const large = Buffer.alloc(FILE_LIMITS.piece * 3 + 5, "0123456789");

it("sends files whole, from where the central is, whatever breaks off in between", async () => {
  const source = new Source("backups", [
    await outgoing("a.tar", large),
    await outgoing("b.tar", Buffer.from("b")),
  ]);
  const central = new Central();
  let asked = 0;
  central.spoil = (head) => {
    asked += 1;
    if (asked === 3) return new Error("timeout");
    if (asked === 6) central.forget();
    return head.ask === "piece" && asked === 9 ? { at: 0 } : undefined;
  };
  await run([source], central, () => expect(source.told).toHaveLength(2));
  expect(source.told).toEqual([
    ["a.tar", true],
    ["b.tar", true],
  ]);
  expect(central.kept.get("a.tar")?.equals(large)).toBe(true);
  expect(central.kept.get("b.tar")?.toString()).toBe("b");
});

it("goes on with the next file where one is never taken, and with other kinds where one has to wait", async () => {
  const backups = new Source("backups", [
    await outgoing("a.tar", large),
    await outgoing("b.tar", Buffer.from("b")),
  ]);
  const full = new Source("history", [await outgoing("h.parquet", Buffer.from("h"))]);
  const central = new Central();
  central.spoil = (head) => {
    if (head.ask !== "file") return undefined;
    if (head.kind === "history") return { refused: "later", why: "kein Platz" };
    return head.name === "a.tar" ? { refused: "never", why: "kein Archiv" } : undefined;
  };
  const sink = await run([full, backups], central, () => expect(backups.told).toHaveLength(2));
  expect(backups.told).toEqual([
    ["a.tar", false],
    ["b.tar", true],
  ]);
  expect(full.told).toEqual([]);
  const offers = central.asked.filter((head) => head.ask === "file" && head.kind === "history");
  expect(offers).toHaveLength(1);
  expect(sink.entries.map(({ msg }) => msg)).toEqual(["history: kein Platz", "a.tar: kein Archiv"]);
});

it("leaves a file that never arrives as it was sent, one that has gone, and an answer that is none", async () => {
  const gone: OutgoingFile = { ...(await outgoing("gone.tar", large)), file: path.join(folder(), "nothing") };
  const central = new Central();
  const rotten = new Source("backups", [await outgoing("rot.tar", Buffer.from("rot"))]);
  central.spoil = (head) => (head.ask === "piece" ? { at: 0 } : undefined);
  const pieces = () => central.asked.filter(({ ask }) => ask === "piece").length;
  const sink = await run([rotten], central, () => expect(pieces()).toBeGreaterThan(8));
  expect(sink.entries[0]?.msg).toContain("rot.tar: does not arrive as it was sent");
  expect(rotten.told).toEqual([]);
  const missing = new Source("backups", [gone]);
  const well = new Source("history", [await outgoing("h.parquet", Buffer.from("h"))]);
  central.spoil = () => undefined;
  await run([missing, well], central, () => expect(well.told).toEqual([["h.parquet", true]]));
  expect(missing.told).toEqual([]);
  const other = new Source("history", [await outgoing("i.parquet", Buffer.from("i"))]);
  let answers = 0;
  central.spoil = () => ((answers += 1) < 4 ? { at: -1 } : undefined);
  await run([other], central, () => expect(other.told).toEqual([["i.parquet", true]]));
});
