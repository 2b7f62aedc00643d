/**
 * What people typed into forms and did not save: a file for each of them, read whole and written whole.
 *
 * Invariants
 * - Nobody is given what somebody else typed: the owner's name is in the file's name (as SHA-256) and in the file.
 * - Fields that carry secrets are left out, whatever was sent.
 * - Nothing is offered that is older than a day, of a clock that was set back as well. What is removed goes by `core/ageing`, so
 *   that a clock which is ahead for a while costs nothing.
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { LIMITS, type Typed, type UnsavedForm, withoutSecrets } from "@hubwart/contract";
import {
  Ageing,
  type Clock,
  ensureFolder,
  errorText,
  InvalidInputError,
  type Logger,
  listFiles,
  NotFoundError,
  readOwnFile,
  removeTemporaryFiles,
  SerialQueue,
  tooDeep,
  writeFileAtomic,
} from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const DEEPEST = 12;

const fields = z.record(z.string(), z.unknown());
const stored = z.object({
  owner: z.string(),
  forms: z.array(
    z.object({
      form: z.string(),
      at: z.number(),
      change: fields,
      before: fields,
      etag: z.optional(z.string()),
    }),
  ),
});
type Stored = z.output<typeof stored>["forms"][number];

export class UnsavedForms {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #ageing: Ageing;
  /** One thing at a time: files are small, and people few. */
  readonly #queue = new SerialQueue();

  private constructor(folder: string, clock: Clock, log: Logger, ageing: Ageing) {
    this.#ageing = ageing;
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
  }

  static async open(folder: string, clock: Clock, log: Logger): Promise<UnsavedForms> {
    await ensureFolder(folder);
    await removeTemporaryFiles(folder);
    return new UnsavedForms(folder, clock, log, await Ageing.open({ clock }));
  }

  /** Newest first. */
  list(owner: string): Promise<UnsavedForm[]> {
    return this.#queue.run(async () => (await this.#fresh(owner)).map(({ form, at }) => ({ form, at })));
  }

  /** @throws NotFoundError */
  read(owner: string, form: string): Promise<Typed & { at: number }> {
    return this.#queue.run(async () => {
      const found = (await this.#fresh(owner)).find((one) => one.form === form);
      if (!found) throw new NotFoundError(texts.gone);
      const { form: _form, ...typed } = found;
      return typed;
    });
  }

  /** When it was kept, ms since the epoch. @throws InvalidInputError for what is nested too deep */
  keep(owner: string, form: string, typed: Typed): Promise<number> {
    if (tooDeep(typed, DEEPEST)) throw new InvalidInputError([{ field: "change", message: texts.tooDeep }]);
    const at = this.#clock.now();
    const kept = { ...(withoutSecrets(typed) as Typed), form, at };
    return this.#queue.run(async () => {
      const others = (await this.#read(owner)).filter((one) => one.form !== form);
      await this.#write(owner, bounded([kept, ...others]));
      return at;
    });
  }

  drop(owner: string, form: string): Promise<void> {
    return this.#queue.run(async () => {
      const forms = await this.#read(owner);
      const others = forms.filter((one) => one.form !== form);
      if (others.length < forms.length) await this.#write(owner, others);
    });
  }

  /** Removes the files of people whose forms are all older than a day. */
  sweep(): Promise<void> {
    return this.#queue.run(async () => {
      const files = await listFiles(this.#folder, () => true);
      if (files.length === 0) return;
      const oldest = Math.min(...files.map(({ mtimeMs }) => mtimeMs));
      // All of them may go: nothing is recorded here whose newest has to stay.
      const aged = { oldest, newest: Number.POSITIVE_INFINITY, keep: LIMITS.unsavedKept };
      const before = await this.#ageing.bound(aged);
      if (before === undefined) return;
      for (const { name, mtimeMs } of files)
        if (mtimeMs < before) await rm(path.join(this.#folder, name), { force: true });
    });
  }

  async #fresh(owner: string): Promise<Stored[]> {
    const now = this.#clock.now();
    return (await this.#read(owner)).filter(({ at }) => Math.abs(now - at) < LIMITS.unsavedKept);
  }

  async #read(owner: string): Promise<Stored[]> {
    const { value, error } = await readOwnFile(this.#file(owner), (text) => stored.parse(JSON.parse(text)));
    // Nobody is kept from his work by what was half typed.
    if (error !== undefined) this.#log.warn(texts.unreadable(errorText(error)));
    if (value?.owner !== owner) return [];
    return value.forms;
  }

  async #write(owner: string, forms: Stored[]): Promise<void> {
    const file = this.#file(owner);
    if (forms.length === 0) await rm(file, { force: true });
    else await writeFileAtomic(file, JSON.stringify({ owner, forms }), { mode: 0o600 });
  }

  #file(owner: string): string {
    return path.join(this.#folder, `${createHash("sha256").update(owner).digest("hex").slice(0, 32)}.json`);
  }
}

/** The first ones that fit; the newest always does, as its call is bounded. */
function bounded(forms: readonly Stored[]): Stored[] {
  let bytes = 0;
  return forms.slice(0, LIMITS.unsavedForms).filter((form) => {
    bytes += Buffer.byteLength(JSON.stringify(form));
    return bytes <= LIMITS.unsavedBytes;
  });
}
