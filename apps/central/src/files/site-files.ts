/**
 * Takes files of hubs, piece by piece, and hands them to whoever keeps their kind (`file-receiver.ts`).
 *
 *     const answer = await files.answer(hub, head, bytes);      // undefined: nothing is answered
 *
 * What has arrived of a file lies in `<folder>/<hub>/incoming` under its hash, so that a hub goes on there after whatever broke it off; of each hub and kind one at a
 * time, so that no hub fills more of the disk than it has to send.
 */
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  type Clock,
  errorText,
  hashFile,
  ifThere,
  type Logger,
  type Scope,
  SerialQueue,
} from "@hubwart/core";
import { FILE_KINDS, FILE_LIMITS, type FileAnswer, type FileOffer, type FilePiece } from "@hubwart/fleet";
import { texts } from "../texts.ts";
import { FileLater, type FileReceiver, FileRefused } from "./file-receiver.ts";
import { type Room, takes } from "./kept-free.ts";

export interface SiteFilesParts {
  /** Each hub has a folder below it. */
  folder: string;
  receivers: readonly FileReceiver[];
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** A hub sent what is no piece of its file. */
  garbage: (hub: string) => void;
  room?: Room;
}

/** An answer waits so long for a file to be read through, ms. */
const SOON_MS = 2_000;
/** Messages of a hub that wait for the one before; it has reason for one. */
const MOST_WAITING = 4;

/** A file on its way. */
interface Open {
  offer: FileOffer;
  file: string;
  /** Bytes that are there. */
  at: number;
  /** It is read through, until this resolves. */
  checking?: Promise<void> | undefined;
  /** What became of that. */
  outcome?: Omit<FileAnswer, "v" | "at">;
}

interface Hub {
  queue: SerialQueue;
  waiting: number;
  open: Map<string, Open>;
}

export class SiteFiles {
  readonly #parts: SiteFilesParts;
  readonly #hubs = new Map<string, Hub>();
  /** One file of a kind is read through at a time: a large backup holds up no history. */
  readonly #checks = new Map<string, SerialQueue>();

  constructor(parts: SiteFilesParts) {
    this.#parts = parts;
    for (const { kind } of parts.receivers) {
      const queue = new SerialQueue();
      this.#checks.set(kind, queue);
      parts.scope.add(() => queue.run(async () => undefined));
    }
  }

  /** @returns undefined for what is left without an answer */
  async answer(hub: string, head: FileOffer | FilePiece, bytes: Uint8Array): Promise<FileAnswer | undefined> {
    const of = this.#of(hub);
    if (of.waiting >= MOST_WAITING) {
      this.#parts.garbage(hub);
      return undefined;
    }
    of.waiting += 1;
    try {
      return await of.queue.run(() =>
        head.ask === "file" ? this.#offered(hub, of, head) : this.#piece(hub, of, head, bytes),
      );
    } finally {
      of.waiting -= 1;
      if (of.waiting === 0 && of.open.size === 0) this.#hubs.delete(hub);
    }
  }

  #of(hub: string): Hub {
    const known = this.#hubs.get(hub) ?? { queue: new SerialQueue(), waiting: 0, open: new Map() };
    this.#hubs.set(hub, known);
    return known;
  }

  async #offered(hub: string, of: Hub, offer: FileOffer): Promise<FileAnswer> {
    const { kind, sha256, size } = offer;
    const receiver = this.#parts.receivers.find((one) => one.kind === kind);
    if (!receiver) return { v: 1, at: 0, stored: false, refused: "never", why: texts.fileKindNotTaken };
    const known = of.open.get(kind);
    if (known && same(known.offer, offer)) return this.#standing(hub, of, receiver, known);
    try {
      if (await receiver.has(hub, offer)) return { v: 1, at: size, stored: true };
    } catch (error) {
      return { v: 1, at: 0, ...this.#refusal(hub, offer, error) };
    }
    const folder = path.join(this.#parts.folder, hub, "incoming");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${kind}-${sha256}`);
    await this.#onlyOne(folder, kind, path.basename(file));
    const there = (await ifThere(stat(file)))?.size ?? 0;
    const at = there <= size ? there : 0;
    if (!(await this.#fits(size - at)))
      return { v: 1, at, stored: false, refused: "later", why: texts.filesNoRoom };
    const begun: Open = { offer, file, at };
    of.open.set(kind, begun);
    return this.#standing(hub, of, receiver, begun);
  }

  /** How far it is; what is whole is checked. */
  async #standing(hub: string, of: Hub, receiver: FileReceiver, known: Open): Promise<FileAnswer> {
    const { offer } = known;
    if (known.at === offer.size && !known.outcome) {
      known.checking ??= this.#checks.get(offer.kind)?.run(() => this.#check(hub, receiver, known));
      await this.#soon(known.checking);
    }
    if (!known.outcome) return { v: 1, at: known.at, stored: false };
    of.open.delete(offer.kind);
    return { v: 1, at: known.at, ...known.outcome };
  }

  /** Most files are read through at once: their hub need not ask again. */
  async #soon(done: Promise<void> | undefined): Promise<void> {
    const { clock } = this.#parts;
    let cancel: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = clock.after(SOON_MS, resolve);
    });
    await Promise.race([done, late]);
    cancel();
  }

  async #piece(hub: string, of: Hub, head: FilePiece, bytes: Uint8Array): Promise<FileAnswer> {
    const known = [...of.open.values()].find(({ offer }) => offer.sha256 === head.sha256);
    if (!known) return { v: 1, at: 0, stored: false };
    const { file, offer } = known;
    const fits =
      bytes.length > 0 && bytes.length <= FILE_LIMITS.piece && head.at + bytes.length <= offer.size;
    if (known.checking || head.at !== known.at || !fits) {
      if (!fits) this.#parts.garbage(hub);
      return { v: 1, at: known.at, stored: false };
    }
    try {
      await writeAt(file, known.at, bytes);
    } catch (error) {
      this.#parts.log.warn(`${hub}: ${errorText(error)}`);
      of.open.delete(offer.kind);
      return { v: 1, at: known.at, stored: false, refused: "later", why: texts.filesNoRoom };
    }
    known.at += bytes.length;
    return { v: 1, at: known.at, stored: false };
  }

  async #check(hub: string, receiver: FileReceiver, known: Open): Promise<void> {
    const { file, offer } = known;
    if (this.#parts.scope.ended) return;
    try {
      if ((await hashFile(file)) !== offer.sha256) {
        await rm(file, { force: true });
        known.at = 0;
        known.checking = undefined;
        return;
      }
      await receiver.keep(hub, offer, file);
      known.outcome = { stored: true };
    } catch (error) {
      known.outcome = this.#refusal(hub, offer, error);
    }
    if (known.outcome.refused !== "later") await rm(file, { force: true }).catch(() => undefined);
  }

  #refusal(hub: string, { name }: FileOffer, error: unknown): Omit<FileAnswer, "v" | "at"> {
    const told = error instanceof FileRefused || error instanceof FileLater;
    if (!told) this.#parts.log.warn(`${hub}: ${name}: ${errorText(error)}`);
    const why = (told ? error.message : texts.notNow).slice(0, FILE_LIMITS.about);
    return { stored: false, refused: error instanceof FileRefused ? "never" : "later", why };
  }

  async #fits(bytes: number): Promise<boolean> {
    const { folder, room } = this.#parts;
    return await takes(folder, bytes, room);
  }

  /** Others of the kind that were begun go. */
  async #onlyOne(folder: string, kind: string, name: string): Promise<void> {
    for (const other of await readdir(folder)) {
      const ours = FILE_KINDS.some((one) => other.startsWith(`${one}-`));
      if (other !== name && (!ours || other.startsWith(`${kind}-`)))
        await rm(path.join(folder, other), { recursive: true, force: true });
    }
  }
}

const same = (one: FileOffer, other: FileOffer): boolean =>
  one.sha256 === other.sha256 &&
  one.size === other.size &&
  one.name === other.name &&
  one.about === other.about;

async function writeAt(file: string, at: number, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, at === 0 ? "w" : "r+", 0o600);
  try {
    await handle.write(bytes, 0, bytes.length, at);
  } finally {
    await handle.close();
  }
}
