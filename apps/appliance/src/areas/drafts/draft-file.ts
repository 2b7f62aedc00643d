/**
 * One draft on the disk:
 *
 *     d1732490000000/head.json        name, base, when it began
 *                    document.json    the tables as of step `seq`, and the newest steps up to there
 *                    log.ndjson       the steps after it, a line each
 *                    secrets.json     by the names that cells give them
 *                    typed.json       by the same names, who typed them: people whom stored secrets are kept from
 *                    base-b0.json     tables of a version that is or was the base, for a merge; with their secrets
 *
 * A step counts once its line is on the disk (fdatasync(2)); a last line without an end was never answered. The document is written anew
 * from time to time, whole, before its steps leave the log: what the log has twice then is passed over. One caller at a time (the
 * service's lane).
 */
import { mkdir, readdir, rename, rm, truncate } from "node:fs/promises";
import path from "node:path";
import {
  type DraftDocument,
  type DraftEntry,
  draftBase,
  draftDocument,
  draftEntry,
  LIMITS,
} from "@hubwart/contract";
import {
  openOwn,
  readFileIfThere,
  readOwnText,
  removeTemporaryFiles,
  syncFolder,
  writeFileAtomic,
} from "@hubwart/core";
import { applyStep, inGroups } from "@hubwart/draft";
import * as z from "zod/mini";
import { Work } from "./work.ts";

const headSchema = z.object({
  name: z.string(),
  base: z.nullable(draftBase),
  /** Number of the step up to which `base` counts; later ones may name another. */
  based: z.optional(z.int()),
  /** Made of a compiled project. */
  rebuilt: z.optional(z.boolean()),
  created: z.number(),
  by: z.string(),
});
export type Head = z.output<typeof headSchema>;

const snapshotSchema = z.object({ seq: z.int(), document: draftDocument, entries: z.array(draftEntry) });
const secretsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const typedSchema = z.record(z.string(), z.string());

const baseSchema = z.object({ document: draftDocument, secrets: secretsSchema });
const TYPED_FILE = "typed.json";
const BASE_FILE = /^base-([a-z][0-9]+)\.json$/;
const baseFile = (tables: string) => `base-${tables}.json`;

/** Tables with what their secrets are. */
export interface Content {
  document: DraftDocument;
  secrets: ReadonlyMap<string, string | number | boolean>;
}

/** Steps, bytes and work (`Work`) of the log after which the document is written anew: all of it is done again at each start. */
const LOG_MOST = { steps: 500, bytes: 4 * 1024 * 1024, work: 20_000_000 };
/** Of the steps that are kept to be taken back, in characters of JSON. */
const KEPT_MOST = 8_000_000;
/** MB of a document's JSON: of one that is begun, and as far as steps may make one grow, since it is read whole at each start. */
export const DOCUMENT_MOST = 48;
export const GROWN_MOST = 64;

export class DraftFile {
  readonly #folder: string;
  head: Head;
  document: DraftDocument;
  /** The newest, oldest first. */
  entries: DraftEntry[];
  secrets: Map<string, string | number | boolean>;
  #typed = new Map<string, string>();
  /** The last line was not whole. */
  torn = false;
  #log = { steps: 0, bytes: 0, work: 0 };
  /** Characters of the document's JSON, as it was written last. */
  #length = 0;

  private constructor(folder: string, parts: Pick<DraftFile, "head" | "document" | "entries" | "secrets">) {
    this.#folder = folder;
    this.head = parts.head;
    this.document = parts.document;
    this.entries = parts.entries;
    this.secrets = parts.secrets;
  }

  /** A folder that comes into being whole, under its name. `making`: a place beside it that nobody looks at. */
  static async create(
    folder: string,
    making: string,
    parts: Pick<DraftFile, "head" | "document" | "secrets">,
    typist?: string,
  ) {
    await mkdir(making, { mode: 0o700 });
    const file = new DraftFile(making, { ...parts, entries: [] });
    await file.#writeSecrets(parts.secrets);
    if (typist !== undefined) await file.#writeTyped(parts.secrets.keys(), typist);
    await file.#writeDocument();
    if (parts.head.base?.tables !== undefined) await file.#writeBase(parts.head.base.tables, parts);
    await writeFileAtomic(path.join(making, "log.ndjson"), "");
    await writeFileAtomic(path.join(making, "head.json"), JSON.stringify(parts.head));
    await rename(making, folder);
    await syncFolder(path.dirname(folder));
  }

  static async readHead(folder: string): Promise<Head> {
    return headSchema.parse(JSON.parse(await readOwnText(path.join(folder, "head.json"))));
  }

  static async open(folder: string): Promise<DraftFile> {
    await removeTemporaryFiles(folder);
    const read = (name: string) => readOwnText(path.join(folder, name));
    const text = await read("document.json");
    const { seq, document, entries } = snapshotSchema.parse(JSON.parse(text));
    const secrets = new Map(Object.entries(secretsSchema.parse(JSON.parse(await read("secrets.json")))));
    const file = new DraftFile(folder, {
      head: await DraftFile.readHead(folder),
      document,
      entries,
      secrets,
    });
    file.#length = text.length - JSON.stringify(entries).length;
    const typed = await readFileIfThere(path.join(folder, TYPED_FILE));
    if (typed !== undefined) file.#typed = new Map(Object.entries(typedSchema.parse(JSON.parse(typed))));
    await file.#readLog(seq);
    const { based = 0 } = file.head;
    const later = file.entries.findLast((entry) => entry.rebased && entry.seq > based)?.rebased;
    if (later) file.head = { ...file.head, base: later.to };
    return file;
  }

  /** Steps may only make it smaller. */
  get full(): boolean {
    return this.#length + this.#log.bytes > GROWN_MOST * 1024 * 1024;
  }

  get seq(): number {
    return this.entries.at(-1)?.seq ?? 0;
  }

  /** Unix seconds. */
  get changed(): number {
    return this.entries.at(-1)?.at ?? this.head.created;
  }

  /** What he typed into this draft, and knows therefore. */
  typedBy(typist: string): (string | number | boolean)[] {
    return [...this.secrets].flatMap(([ref, value]) => (this.#typed.get(ref) === typist ? [value] : []));
  }

  /**
   * @param entries whose outcome `document` is
   * @param typist of all these secrets, where he is one whom stored ones are kept from
   * @param work that the steps made
   */
  async append(
    entries: readonly DraftEntry[],
    document: DraftDocument,
    secrets: ReadonlyMap<string, string | number | boolean>,
    typist?: string,
    work = 0,
  ): Promise<void> {
    if (secrets.size > 0) {
      const all = new Map([...this.secrets, ...secrets]);
      await this.#writeSecrets(all);
      this.secrets = all;
      if (typist !== undefined) await this.#writeTyped(secrets.keys(), typist);
    }
    await this.#writeLines(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    this.document = document;
    this.entries.push(...entries);
    this.#log.steps += entries.length;
    this.#log.work += work;
    const rebased = entries.findLast((entry) => entry.rebased)?.rebased;
    if (rebased) await this.writeHead({ base: rebased.to, based: this.seq });
    const { bytes, steps, work: made } = this.#log;
    if (steps > LOG_MOST.steps || bytes > LOG_MOST.bytes || made > LOG_MOST.work) await this.compact();
  }

  async writeHead(change: Partial<Head>): Promise<void> {
    const head = { ...this.head, ...change };
    await writeFileAtomic(path.join(this.#folder, "head.json"), JSON.stringify(head));
    this.head = head;
  }

  /** Before a step or `setBase` names it. */
  async keepBase(tables: string, content: Content): Promise<void> {
    await this.#writeBase(tables, content);
  }

  /** As of the newest step. */
  async setBase(base: NonNullable<Head["base"]>): Promise<void> {
    await this.writeHead({ base, based: this.seq });
    await this.#dropBases();
  }

  /** Undefined where the draft does not have the tables of its base. */
  async readBase(): Promise<Content | undefined> {
    const tables = this.head.base?.tables;
    const text = tables && (await readFileIfThere(path.join(this.#folder, baseFile(tables))));
    if (!text) return undefined;
    const { document, secrets } = baseSchema.parse(JSON.parse(text));
    return { document, secrets: new Map(Object.entries(secrets)) };
  }

  /** The log becomes part of the document. */
  async compact(): Promise<void> {
    this.entries = newest(this.entries);
    await this.#writeDocument();
    await writeFileAtomic(path.join(this.#folder, "log.ndjson"), "");
    this.#log = { steps: 0, bytes: 0, work: 0 };
    await this.#dropBases();
    const used = JSON.stringify([this.document, this.entries]);
    const kept = [...this.secrets].filter(([ref]) => used.includes(`"${ref}"`));
    if (kept.length === this.secrets.size) return;
    this.secrets = new Map(kept);
    await this.#writeSecrets(this.secrets);
  }

  async #writeBase(tables: string, { document, secrets }: Content): Promise<void> {
    const content = { document, secrets: Object.fromEntries(secrets) };
    await writeFileAtomic(path.join(this.#folder, baseFile(tables)), JSON.stringify(content));
  }

  /** Those that neither count nor can come back by "Rückgängig". */
  async #dropBases(): Promise<void> {
    const steps = this.entries.flatMap(({ rebased }) => (rebased ? [rebased.from, rebased.to] : []));
    const used = new Set([this.head.base, ...steps].map((base) => base?.tables));
    for (const name of await readdir(this.#folder)) {
      const [, tables] = BASE_FILE.exec(name) ?? [];
      if (tables !== undefined && !used.has(tables)) await rm(path.join(this.#folder, name));
    }
  }

  async #readLog(seq: number): Promise<void> {
    const place = path.join(this.#folder, "log.ndjson");
    const text = (await readFileIfThere(place)) ?? "";
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    this.torn = whole.length < text.length;
    if (this.torn) await truncate(place, Buffer.byteLength(whole));
    const entries = whole
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [draftEntry.parse(JSON.parse(line))]));
    const work = new Work(Number.POSITIVE_INFINITY);
    for (const entry of entries.filter((one) => one.seq > seq)) {
      for (const group of inGroups(entry.ops)) {
        await work.take(this.document, group);
        this.document = applyStep(this.document, group).document;
      }
      this.entries.push(entry);
    }
    this.#log = { steps: entries.length, bytes: Buffer.byteLength(whole), work: work.done };
  }

  async #writeLines(lines: string): Promise<void> {
    const place = path.join(this.#folder, "log.ndjson");
    const handle = await openOwn(place, "a");
    try {
      await handle.writeFile(lines);
      await handle.datasync();
      this.#log.bytes += Buffer.byteLength(lines);
    } catch (error) {
      // What is half there must not stand before the next line.
      await handle.truncate(this.#log.bytes).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
  }

  async #writeDocument(): Promise<void> {
    const { entries, seq } = this;
    const document = JSON.stringify(this.document);
    await writeFileAtomic(
      path.join(this.#folder, "document.json"),
      `{"seq":${seq},"document":${document},"entries":${JSON.stringify(entries)}}`,
    );
    this.#length = document.length;
  }

  async #writeTyped(refs: Iterable<string>, typist: string): Promise<void> {
    const typed = new Map([...this.#typed].filter(([ref]) => this.secrets.has(ref)));
    for (const ref of refs) typed.set(ref, typist);
    await writeFileAtomic(path.join(this.#folder, TYPED_FILE), JSON.stringify(Object.fromEntries(typed)));
    this.#typed = typed;
  }

  async #writeSecrets(secrets: ReadonlyMap<string, string | number | boolean>): Promise<void> {
    await writeFileAtomic(
      path.join(this.#folder, "secrets.json"),
      JSON.stringify(Object.fromEntries(secrets)),
    );
  }
}

/** As many as can be taken back; always the last, which says how many there were. */
function newest(entries: readonly DraftEntry[]): DraftEntry[] {
  const kept: DraftEntry[] = [];
  let room = KEPT_MOST;
  for (const entry of entries.toReversed()) {
    room -= JSON.stringify(entry).length;
    if (kept.length === LIMITS.draftUndo || (kept.length > 0 && room < 0)) break;
    kept.unshift(entry);
  }
  return kept;
}
