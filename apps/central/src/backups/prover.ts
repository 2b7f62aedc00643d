/**
 * Reads through what has come, one backup at a time, each hub in its turn; and what is kept once a week, so that a disk that forgets is known before the
 * backup is needed.
 */
import { type Clock, errorText, isMissing, type Logger, rested, type Scope } from "@hubwart/core";
import type { Escrow } from "./escrow.ts";
import { pacedHash } from "./paced-hash.ts";
import type { BackupPlaces } from "./places.ts";
import { beginsEncrypted, type Prove, TOO_HEAVY } from "./prove.ts";
import { type BackupRow, isEncrypted } from "./row.ts";
import type { BackupRows } from "./rows.ts";
import { texts } from "./texts.ts";

export interface ProverParts {
  rows: BackupRows;
  places: BackupPlaces;
  escrow: Escrow;
  prove: Prove;
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** Changes of backups, one after the other. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** A row has got another state. */
  judged: (row: BackupRow) => Promise<void>;
}

const WEEK_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
const LOOK_MS = 600_000;
/** After a failure of the database, or of the machine. */
const REST_MS = 10_000;
const MOST_TRIES = 2;

type Found = Pick<BackupRow, "checked" | "device" | "reason" | "sha256" | "state" | "version">;

export class BackupProver {
  readonly #parts: ProverParts;
  readonly #served = new Map<string, number>();
  readonly #tries = new WeakMap<BackupRow, number>();
  #turns = 0;
  #wake = new AbortController();

  constructor(parts: ProverParts) {
    this.#parts = parts;
    const running = this.#run(parts.scope.signal);
    parts.scope.add(() => running);
  }

  wake(): void {
    this.#wake.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const row = this.#next();
      try {
        if (row) await this.#through(row, signal);
        else await rested(clock, LOOK_MS, AbortSignal.any([signal, this.#wake.signal]));
      } catch (error) {
        if (signal.aborted) return;
        log.warn(errorText(error));
        await rested(clock, REST_MS, signal);
      }
    }
  }

  /** What came first of the hub whose turn is longest ago; otherwise what was not read for a week. */
  #next(): BackupRow | undefined {
    const { clock, rows } = this.#parts;
    const all = rows.all();
    const [next] = all
      .filter(({ state }) => state === "proving")
      .sort((a, b) => this.#turnOf(a) - this.#turnOf(b) || a.received - b.received);
    if (next) return next;
    const now = clock.now();
    const due = ({ checked, state }: BackupRow) =>
      (state === "proved" || state === "whole" || state === "damaged") &&
      (checked < now - WEEK_MS || checked > now + DAY_MS);
    return all.filter(due).sort((a, b) => a.checked - b.checked)[0];
  }

  #turnOf = ({ hub }: BackupRow): number => this.#served.get(hub) ?? 0;

  async #through(row: BackupRow, signal: AbortSignal): Promise<void> {
    this.#turns += 1;
    this.#served.set(row.hub, this.#turns);
    const found = (await this.#lost(row, signal)) ?? (await this.#judged(row, signal));
    if (!found || signal.aborted) return;
    await this.#parts.run(async () => {
      const { judged, rows } = this.#parts;
      // Another one came in its place, a password came, or it went: it is looked at as it is now.
      if (rows.get(row.hub, row.name) !== row) return;
      const now = { ...row, ...found };
      await rows.put(now);
      if (now.state !== row.state) await judged(now);
    });
  }

  /** undefined: it is here as it came. What came just now was compared already. */
  async #lost(row: BackupRow, signal: AbortSignal): Promise<Found | undefined> {
    const { clock, places } = this.#parts;
    if (row.state === "proving" && row.checked > 0) return undefined;
    const lost = (reason: string): Found => ({ ...row, state: "lost", reason });
    try {
      const { sha256, size } = await pacedHash(places.file(row), clock, signal);
      if (row.sha256 === "") return { ...row, sha256, checked: clock.now() };
      const same = sha256 === row.sha256 && size === row.size;
      return same ? undefined : lost(texts.changedHere);
    } catch (error) {
      signal.throwIfAborted();
      return lost(isMissing(error) ? texts.missingHere : texts.unreadableHere);
    }
  }

  async #judged(row: BackupRow, signal: AbortSignal): Promise<Found | undefined> {
    const checked = this.#parts.clock.now();
    if (row.state !== "proving") return { ...row, checked };
    const found = { ...row, checked, reason: "" };
    const password = this.#passwordOf(row);
    if (isEncrypted(row) && password === undefined) {
      if (await beginsEncrypted(this.#parts.places.file(row))) return { ...found, state: "whole" };
      return { ...found, state: "damaged", reason: texts.notEncrypted };
    }
    const told = await this.#told(row, password, signal);
    if (!told) return undefined;
    if (!told.proved) return { ...found, state: "damaged", reason: told.why };
    return { ...found, state: "proved", version: told.version, device: told.device };
  }

  async #told(row: BackupRow, password: string | undefined, signal: AbortSignal) {
    const { places, prove } = this.#parts;
    const task = { file: places.file(row), size: row.size, ...(password !== undefined && { password }) };
    const told = await prove(task, signal);
    if (told || signal.aborted) return told;
    const tries = (this.#tries.get(row) ?? 0) + 1;
    this.#tries.set(row, tries);
    return tries < MOST_TRIES ? undefined : TOO_HEAVY;
  }

  #passwordOf(row: BackupRow): string | undefined {
    return row.password === undefined ? undefined : this.#parts.escrow.open(row, row.password);
  }
}
