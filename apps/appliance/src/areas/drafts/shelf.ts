/**
 * The drafts on this device. What is being edited stays in memory, and is let go some time after nobody asked for it.
 *
 * Each draft has a lane: whatever reads or changes it runs one after the other.
 */
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type DraftDocument, LIMITS } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  ensureFolder,
  errorText,
  InvalidInputError,
  type Logger,
  NotFoundError,
  type Scope,
  SerialQueue,
  syncFolder,
} from "@hubwart/core";
import { DOCUMENT_MOST, DraftFile, type Head } from "./draft-file.ts";
import { texts } from "./texts.ts";

export interface ShelfDeps {
  /** Folder of all drafts. */
  folder: string;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export interface DraftFacts extends Head {
  id: string;
  /** Unix seconds. */
  changed: number;
  seq: number;
}

/** ms without a question. */
const LET_GO = 120_000;
const LOOK_EVERY = 30_000;
const NAME = /^d[0-9]{1,16}$/;
/** Of what is being made or removed; gone at the next start. */
const ASIDE = ".";

interface Place {
  queue: SerialQueue;
  file?: DraftFile | undefined;
  /** Monotonic ms of the last question. */
  asked: number;
  /** While nothing of it is in memory. */
  facts: DraftFacts;
}

export class Shelf {
  readonly #deps: ShelfDeps;
  readonly #places: Map<string, Place>;

  private constructor(deps: ShelfDeps, places: Map<string, Place>) {
    this.#deps = deps;
    this.#places = places;
    deps.scope.add(deps.clock.every(LOOK_EVERY, () => this.#letGo()));
  }

  static async open(deps: ShelfDeps): Promise<Shelf> {
    const { folder, log } = deps;
    await ensureFolder(folder);
    const places = new Map<string, Place>();
    for (const name of await readdir(folder)) {
      if (name.startsWith(ASIDE)) await rm(path.join(folder, name), { recursive: true, force: true });
      else if (NAME.test(name)) {
        try {
          const file = await DraftFile.open(path.join(folder, name));
          if (file.torn) log.warn(texts.torn(name));
          places.set(name, { queue: new SerialQueue(), asked: 0, facts: factsOf(name, file) });
        } catch (error) {
          log.error(`${texts.damaged(name)} ${errorText(error)}`);
        }
      }
    }
    return new Shelf(deps, places);
  }

  /** Last changed first. */
  list(): DraftFacts[] {
    return [...this.#places.values()].map(({ facts }) => facts).sort((a, b) => b.changed - a.changed);
  }

  /** @throws InvalidInputError, ConflictError */
  async add(
    head: Head,
    document: DraftDocument,
    secrets: DraftFile["secrets"],
    typist?: string,
  ): Promise<string> {
    const { folder } = this.#deps;
    if (this.#places.size >= LIMITS.drafts) throw new ConflictError(texts.tooMany);
    if (JSON.stringify(document).length > DOCUMENT_MOST * 1024 * 1024)
      throw new InvalidInputError([{ field: "myfile", message: texts.tooLarge(DOCUMENT_MOST) }]);
    let moment = this.#deps.clock.now();
    while (this.#places.has(`d${moment}`)) moment += 1;
    const id = `d${moment}`;
    const place: Place = {
      queue: new SerialQueue(),
      asked: 0,
      facts: { ...head, id, changed: head.created, seq: 0 },
    };
    // Its number is taken while it is being made.
    this.#places.set(id, place);
    const making = path.join(folder, `${ASIDE}${id}`);
    try {
      await place.queue.run(() =>
        DraftFile.create(path.join(folder, id), making, { head, document, secrets }, typist),
      );
    } catch (error) {
      this.#places.delete(id);
      await rm(making, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
    return id;
  }

  /** Runs `task` with a draft, after what is under way with it. @throws NotFoundError */
  async with<T>(id: string, task: (file: DraftFile) => Promise<T>): Promise<T> {
    const place = this.#place(id);
    return await place.queue.run(async () => {
      // It may have been deleted while this waited.
      this.#place(id);
      place.file ??= await DraftFile.open(path.join(this.#deps.folder, id));
      place.asked = this.#deps.clock.monotonic();
      try {
        return await task(place.file);
      } catch (error) {
        // What is on the disk counts.
        if (!(error instanceof InvalidInputError || error instanceof ConflictError)) place.file = undefined;
        throw error;
      } finally {
        if (place.file) place.facts = factsOf(id, place.file);
      }
    });
  }

  async remove(id: string): Promise<void> {
    const { folder } = this.#deps;
    const { queue } = this.#place(id);
    await queue.run(async () => {
      this.#place(id);
      const away = path.join(folder, `${ASIDE}${id}`);
      await rename(path.join(folder, id), away);
      await syncFolder(folder);
      this.#places.delete(id);
      await rm(away, { recursive: true, force: true });
    });
  }

  #place(id: string): Place {
    const place = this.#places.get(id);
    if (!place) throw new NotFoundError(texts.gone);
    return place;
  }

  #letGo(): void {
    const before = this.#deps.clock.monotonic() - LET_GO;
    for (const place of this.#places.values()) if (place.asked < before) place.file = undefined;
  }
}

function factsOf(id: string, file: DraftFile): DraftFacts {
  return { ...file.head, id, changed: file.changed, seq: file.seq };
}
