/**
 * Takes the backups of hubs: held against the names of backups, kept below the hub's own folder, and read through afterwards (`prover.ts`), so that a large one
 * holds up no other hub.
 *
 * What is killed between any two writes is made good at the next start (`settle.ts`): the file is moved first, then the database hears of it.
 */
import { isBackupName } from "@hubwart/archive/names";
import { type Clock, errorText, type Logger, SerialQueue } from "@hubwart/core";
import { type BackupAbout, backupAbout, type FileOffer } from "@hubwart/fleet";
import * as z from "zod/mini";
import { FileLater, type FileReceiver, FileRefused } from "../files/file-receiver.ts";
import { type Room, takes } from "../files/kept-free.ts";
import type { Escrow } from "./escrow.ts";
import type { BackupPlaces } from "./places.ts";
import { IS_GONE, leaving, shareOf } from "./retention.ts";
import { type BackupRow, isEncrypted } from "./row.ts";
import type { BackupRows } from "./rows.ts";
import { texts } from "./texts.ts";

export interface ReceiverParts {
  rows: BackupRows;
  places: BackupPlaces;
  escrow: Escrow;
  /** Bytes for the backups of all sites. */
  bound: number;
  clock: Clock;
  log: Logger;
  /** Something waits to be read through. */
  arrived: () => void;
  /** A backup was not taken for want of room, the first time. */
  refused: (hub: string, why: string) => void;
  room?: Room;
}

/** For so long what a hub began to send counts as room that is taken, ms. */
const PROMISED_MS = 86_400_000;
const GB = 1e9;

export class BackupReceiver implements FileReceiver {
  readonly kind = "backups";
  readonly #parts: ReceiverParts;
  readonly #queue = new SerialQueue();
  /** Bytes that hubs were told to send. */
  readonly #promised = new Map<string, { size: number; until: number }>();
  readonly #refused = new Map<string, { at: number; why: string }>();

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  /** What was last not taken for want of room, and nothing since. */
  refusal(hub: string): { at: number; why: string } | undefined {
    return this.#refused.get(hub);
  }

  /** Changes of a hub's backups, one after the other. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(work);
  }

  has(hub: string, offer: FileOffer): Promise<boolean> {
    return this.run(async () => {
      const about = aboutOf(offer);
      const row = this.#parts.rows.get(hub, offer.name);
      if (row && this.#isThere(row, offer)) {
        await this.#passwordCame(row, about);
        return true;
      }
      this.#demandStay(rowOf(hub, offer, about, 0));
      await this.#demandRoom(hub, offer);
      const until = this.#parts.clock.monotonic() + PROMISED_MS;
      this.#promised.set(hub, { size: offer.size, until });
      return false;
    });
  }

  keep(hub: string, offer: FileOffer, file: string): Promise<void> {
    return this.run(async () => {
      const { arrived, clock, escrow, places, rows } = this.#parts;
      const about = aboutOf(offer);
      const known = rows.get(hub, offer.name);
      if (known && this.#isThere(known, offer)) return;
      const row = rowOf(hub, offer, about, clock.now());
      const { password } = about;
      // Of one that was lost here, what the site left before.
      row.password = password === undefined ? known?.password : escrow.seal(row, password);
      this.#demandStay(row);
      this.#promised.delete(hub);
      this.#demandBound(hub, offer);
      await places.take(row, file);
      await rows.put(row);
      this.#refused.delete(hub);
      arrived();
      await this.trim(hub);
    });
  }

  /** What is beyond what is kept goes. A failure is made good with the next. */
  async trim(hub: string): Promise<void> {
    const { bound, clock, log, places, rows } = this.#parts;
    try {
      for (const row of leaving(rows.of(hub), clock.now(), bound)) {
        await rows.drop(row);
        if (!IS_GONE.has(row.state)) await places.remove(row);
      }
    } catch (error) {
      log.warn(`${hub}: ${errorText(error)}`);
    }
  }

  /** @throws FileRefused, FileLater */
  #isThere(row: BackupRow, { sha256, size }: FileOffer): boolean {
    if (row.state === "removed") throw new FileRefused(texts.removedHere);
    if (row.state === "lost") return false;
    if (row.sha256 === "") throw new FileLater(texts.stillRead);
    if (row.sha256 !== sha256 || row.size !== size) throw new FileRefused(texts.otherContent);
    return true;
  }

  /** The site leaves one that it did not leave before: what nobody could read is read. */
  async #passwordCame(row: BackupRow, { password }: BackupAbout): Promise<void> {
    const { arrived, escrow, rows } = this.#parts;
    if (password === undefined) return;
    const known = row.password === undefined ? undefined : escrow.open(row, row.password);
    const proved = row.state === "proved";
    if (known === password || (proved && known !== undefined)) return;
    const state = proved ? row.state : "proving";
    await rows.put({ ...row, state, reason: "", password: escrow.seal(row, password) });
    arrived();
  }

  /** @throws FileRefused for one that would go again at once */
  #demandStay(row: BackupRow): void {
    const { bound, clock, rows } = this.#parts;
    const others = rows.of(row.hub).filter(({ name }) => name !== row.name);
    const goes = leaving([...others, row], clock.now(), bound).includes(row);
    if (goes && row.size <= shareOf(bound)) throw new FileRefused(texts.tooOld);
  }

  async #demandRoom(hub: string, offer: FileOffer): Promise<void> {
    this.#demandBound(hub, offer);
    const { places, room } = this.#parts;
    const bytes = offer.size + this.#promisedTo(hub);
    if (!(await takes(places.folder, bytes, room))) this.#refuse(hub, texts.noRoom);
  }

  #demandBound(hub: string, { name, size }: FileOffer): void {
    const { bound, clock, rows } = this.#parts;
    const after = { hub, name, size, state: "proving" } as const;
    const others = rows.of(hub).filter((row) => row.name !== name);
    const going = new Set<unknown>(leaving([...others, after], clock.now(), bound));
    const kept = [...rows.all().filter((row) => row.hub !== hub), ...others].filter(
      (row) => !IS_GONE.has(row.state) && !going.has(row),
    );
    const used = kept.reduce((sum, row) => sum + row.size, this.#promisedTo(hub));
    if (size > shareOf(bound)) this.#refuse(hub, texts.tooLarge);
    if (used + size > bound) this.#refuse(hub, texts.full(Math.round(bound / GB)));
  }

  /** Bytes that the others are about to send. */
  #promisedTo(hub: string): number {
    const now = this.#parts.clock.monotonic();
    for (const [of, { until }] of this.#promised) if (until < now) this.#promised.delete(of);
    return [...this.#promised].reduce((sum, [of, { size }]) => sum + (of === hub ? 0 : size), 0);
  }

  #refuse(hub: string, why: string): never {
    const first = this.#refused.get(hub)?.why !== why;
    this.#refused.set(hub, { at: this.#parts.clock.now(), why });
    if (first) this.#parts.refused(hub, why);
    throw new FileLater(why);
  }
}

/** @throws FileRefused for what is no backup of a hub */
function aboutOf({ about = "", name }: FileOffer): BackupAbout {
  if (!isBackupName(name)) throw new FileRefused(texts.noBackup);
  const { data } = z.safeParse(backupAbout, jsonOf(about));
  if (!data || data.encrypted !== isEncrypted({ name })) throw new FileRefused(texts.noBackup);
  if (data.password !== undefined && !data.encrypted) throw new FileRefused(texts.noBackup);
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Its hash was compared before it is kept. */
const rowOf = (
  hub: string,
  { name, sha256, size }: FileOffer,
  { at }: BackupAbout,
  now: number,
): BackupRow => ({
  hub,
  name,
  size,
  sha256,
  made: at,
  received: now,
  state: "proving",
  reason: "",
  checked: now,
  version: "",
  device: "",
  password: undefined,
});
