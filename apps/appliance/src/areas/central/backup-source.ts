/**
 * Backups that are kept on the device, on their way to its central: the newest first of those that it has not heard of. Once after each connection the others are
 * offered again, in case the central has lost them; it says at once what it has.
 *
 * Nothing is held for it: a backup that goes meanwhile is left out, and its hash is measured slowly, beside whatever the device does.
 */
import { createHash } from "node:crypto";
import { open, rm, stat } from "node:fs/promises";
import { type Clock, errorText, isMissing, type Logger, readOwnFile, writeFileAtomic } from "@hubwart/core";
import type { BackupAbout } from "@hubwart/fleet";
import type { FileSource, OutgoingFile } from "@hubwart/fleet/uplink";
import * as z from "zod/mini";

const known = z.object({
  /** Bytes. */
  size: z.number(),
  /** Whole ms since the epoch. */
  changed: z.number(),
  sha256: z.string(),
  /** The central keeps it, or never will. */
  over: z.boolean(),
});
type Known = z.output<typeof known>;
const schema = z.object({ files: z.record(z.string(), known) });

export interface KeptBackup {
  name: string;
  /** Absolute path. */
  file: string;
  /** ms since the epoch. */
  ts: number;
}

export interface BackupSourceParts {
  /** Newest first. */
  kept: () => Promise<readonly KeptBackup[]>;
  /** That opens backups made now, where the site leaves it with the central; empty: there is none. */
  password: () => string;
  /** Whether a password opens a file. */
  opens: (file: string, password: string) => Promise<boolean>;
  /** What was sent; absolute path. */
  file: string;
  clock: Clock;
  log: Logger;
}

/** Bytes read at a time, and ms between: 32 MiB/s at most. */
const PIECE = 1024 * 1024;
const REST_MS = 31;
/** What takes longer to measure is sent at a later look, ms. */
const SOON_MS = 2_000;

interface Measured extends Known {
  password: string | undefined;
}

export class BackupSource implements FileSource {
  readonly kind = "backups";
  readonly #parts: BackupSourceParts;
  #known: Record<string, Known>;
  /** Offered since the connection began. */
  #offered = new Set<string>();
  /** By hash: the password that was tried, and whether it opens the file. */
  readonly #opens = new Map<string, { password: string; opens: boolean }>();
  readonly #ended = new AbortController();
  #measuring: Promise<unknown> | undefined;

  private constructor(parts: BackupSourceParts, files: Record<string, Known>) {
    this.#parts = parts;
    this.#known = files;
  }

  /** One that cannot be read is begun anew: everything is offered once more. */
  static async open(parts: BackupSourceParts): Promise<BackupSource> {
    const { value } = await readOwnFile(parts.file, (text) => z.parse(schema, JSON.parse(text)));
    return new BackupSource(parts, value?.files ?? {});
  }

  /** Nothing is read or written any more. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#measuring;
  }

  begun(): void {
    this.#offered = new Set();
  }

  async next(): Promise<OutgoingFile | undefined> {
    if (this.#measuring) return undefined;
    const kept = await this.#parts.kept();
    const left = kept.filter(({ name }) => !this.#known[name]?.over);
    const again = kept.filter(({ name }) => this.#known[name]?.over && !this.#offered.has(name));
    for (const backup of [...left, ...again]) {
      const found = await this.#soon(this.#measured(backup, new Set(kept.map(({ name }) => name))));
      if (found === "later") return undefined;
      if (found) return outgoing(backup, found);
    }
    return undefined;
  }

  async over(name: string): Promise<void> {
    this.#offered.add(name);
    const was = this.#known[name];
    if (!was || was.over) return;
    this.#known = { ...this.#known, [name]: { ...was, over: true } };
    await this.#write();
  }

  /** A large one is measured while others ask; the next look finds what came of it. */
  async #soon<T>(work: Promise<T>): Promise<T | "later"> {
    const measuring = work
      .catch(() => undefined)
      .finally(() => {
        this.#measuring = undefined;
      });
    this.#measuring = measuring;
    let cancel: () => void = () => undefined;
    const soon = new Promise<"later">((resolve) => {
      cancel = this.#parts.clock.after(SOON_MS, () => resolve("later"));
    });
    try {
      return await Promise.race([work, soon]);
    } finally {
      cancel();
    }
  }

  /** undefined: it has gone, or cannot be read just now. */
  async #measured(backup: KeptBackup, there: ReadonlySet<string>): Promise<Measured | undefined> {
    const { log } = this.#parts;
    try {
      const { mtimeMs, size } = await stat(backup.file);
      const changed = Math.round(mtimeMs);
      const was = this.#known[backup.name];
      let facts = was?.size === size && was.changed === changed ? was : undefined;
      if (!facts) {
        facts = { size, changed, sha256: await this.#hash(backup.file), over: false };
        const kept = Object.entries(this.#known).filter(([name]) => there.has(name));
        this.#known = { ...Object.fromEntries(kept), [backup.name]: facts };
        await this.#write();
      }
      return { ...facts, password: await this.#passwordOf(backup, facts.sha256) };
    } catch (error) {
      if (!isMissing(error) && !this.#ended.signal.aborted) log.warn(`${backup.name}: ${errorText(error)}`);
      return undefined;
    }
  }

  /** Only one that opens it: somebody may have changed the password since. */
  async #passwordOf({ file, name }: KeptBackup, sha256: string): Promise<string | undefined> {
    const password = this.#parts.password();
    if (password === "" || !isEncrypted(name)) return undefined;
    let tried = this.#opens.get(sha256);
    if (tried?.password !== password) {
      tried = { password, opens: await this.#parts.opens(file, password) };
      this.#opens.set(sha256, tried);
    }
    return tried.opens ? password : undefined;
  }

  async #hash(file: string): Promise<string> {
    const hash = createHash("sha256");
    const buffer = Buffer.alloc(PIECE);
    const handle = await open(file, "r");
    try {
      for (;;) {
        this.#ended.signal.throwIfAborted();
        const { bytesRead } = await handle.read(buffer, 0, PIECE);
        if (bytesRead === 0) return hash.digest("hex");
        hash.update(buffer.subarray(0, bytesRead));
        if (bytesRead === PIECE)
          await new Promise<void>((rested) => this.#parts.clock.after(REST_MS, rested));
      }
    } finally {
      await handle.close();
    }
  }

  async #write(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    await writeFileAtomic(this.#parts.file, JSON.stringify({ files: this.#known }));
  }
}

/** Nothing of what was sent is remembered. */
export async function forgetBackups(file: string): Promise<void> {
  await rm(file, { force: true });
  await rm(`${file}.damaged`, { force: true });
}

const isEncrypted = (name: string): boolean => name.endsWith(".age");

function outgoing({ file, name, ts }: KeptBackup, { password, sha256, size }: Measured): OutgoingFile {
  const encrypted = isEncrypted(name);
  const about: BackupAbout = { at: ts, encrypted, ...(password !== undefined && { password }) };
  return { name, file, size, sha256, about: JSON.stringify(about) };
}
