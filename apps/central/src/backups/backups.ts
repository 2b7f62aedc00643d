/**
 * Backups of sites, kept and proved here.
 *
 *     const backups = await Backups.open({ … });
 *     backups.receiver;                       // takes what hubs send
 *     backups.list(hub);
 */
import path from "node:path";
import { fingerprintOf } from "@hubwart/archive";
import { timeIn } from "@hubwart/archive/names";
import { ConflictError, ensureFolder, errorText, NotFoundError } from "@hubwart/core";
import type { SiteBackup } from "@hubwart/fleet";
import type { Database } from "../register/database.ts";
import { type Download, Downloads } from "./downloads.ts";
import { Escrow } from "./escrow.ts";
import { BackupPlaces } from "./places.ts";
import { BackupProver, type ProverParts } from "./prover.ts";
import { BackupReceiver, type ReceiverParts } from "./receiver.ts";
import { IS_GONE, isOfOther } from "./retention.ts";
import { type BackupRow, isEncrypted } from "./row.ts";
import { BackupRows } from "./rows.ts";
import { settle } from "./settle.ts";
import { texts } from "./texts.ts";

/** What the change log tells of a site's backups. */
export type BackupEvent =
  | "siteBackupDamaged"
  | "siteBackupOther"
  | "siteBackupRefused"
  | "siteEscrowWithdrawn";

export interface BackupsParts
  extends Pick<ReceiverParts, "bound" | "clock" | "log" | "room">,
    Pick<ProverParts, "prove" | "scope"> {
  database: Pick<Database, "query">;
  /** Folder of all sites, absolute. */
  folder: string;
  /** 32 bytes, that passwords are sealed with. */
  key: Buffer;
  told: (hub: string, event: BackupEvent, detail: object) => Promise<void>;
}

type Of = Pick<BackupRow, "hub" | "name">;

/** Entries of the change log that one hub may cause in an hour. */
const MOST_EVENTS = 20;
const HOUR_MS = 3_600_000;

export class Backups {
  readonly receiver: BackupReceiver;
  readonly #parts: BackupsParts;
  readonly #rows: BackupRows;
  readonly #places: BackupPlaces;
  readonly #escrow: Escrow;
  readonly #downloads: Downloads;
  /** By hub, what it caused since when. */
  readonly #caused = new Map<string, { since: number; count: number }>();

  private constructor(parts: BackupsParts, rows: BackupRows, places: BackupPlaces) {
    this.#parts = parts;
    this.#rows = rows;
    this.#places = places;
    this.#escrow = new Escrow(parts.key);
    this.#downloads = new Downloads(parts.clock);
    const shared = { ...parts, rows, places, escrow: this.#escrow };
    const receiver = new BackupReceiver({
      ...shared,
      arrived: () => prover.wake(),
      refused: (hub, why) => this.#tell(hub, "siteBackupRefused", { why }),
    });
    const prover = new BackupProver({
      ...shared,
      run: (work) => receiver.run(work),
      judged: (row) => this.#judged(row),
    });
    parts.scope.add(() => receiver.run(async () => undefined));
    this.receiver = receiver;
  }

  static async open(parts: BackupsParts): Promise<Backups> {
    await ensureFolder(parts.folder);
    const rows = await BackupRows.open(parts.database);
    const places = new BackupPlaces(path.resolve(parts.folder));
    const hubs = await settle(rows, places, parts.clock.now());
    const backups = new Backups(parts, rows, places);
    for (const hub of hubs) await backups.receiver.run(() => backups.receiver.trim(hub));
    return backups;
  }

  /** The newest first. */
  list(hub: string): SiteBackup[] {
    const rows = this.#rows.of(hub).filter(({ state }) => state !== "removed");
    return rows
      .toSorted((a, b) => timeIn(b.name).localeCompare(timeIn(a.name)))
      .map((row) => {
        const { checked, device, made, name, password, reason, received, sha256, size, state, version } = row;
        return {
          name,
          size,
          sha256,
          made,
          received,
          encrypted: isEncrypted(row),
          state: state === "lost" || state === "removed" ? "damaged" : state,
          reason,
          checked,
          version,
          device: device === "" ? "" : fingerprintOf(device),
          other: isOfOther(rows, row),
          password: password !== undefined,
        };
      });
  }

  /** Of a file that is there. @throws NotFoundError */
  ticket(of: Of): string {
    const row = this.#there(of);
    return this.#downloads.ticket({ file: this.#places.file(row), name: row.name });
  }

  /** @throws DeniedError, UnavailableError */
  download(ticket: string): Promise<Download> {
    return this.#downloads.take(ticket);
  }

  /** @throws NotFoundError, ConflictError */
  password(of: Of): string {
    const row = this.#rows.get(of.hub, of.name);
    if (!row || row.state === "removed") throw new NotFoundError(texts.gone);
    if (row.password === undefined) throw new ConflictError(texts.noPassword);
    const password = this.#escrow.open(row, row.password);
    if (password === undefined) throw new ConflictError(texts.sealed);
    return password;
  }

  /** That it was stays, so that the hub does not send it again. @throws NotFoundError */
  remove(of: Of): Promise<void> {
    return this.receiver.run(async () => {
      const row = this.#rows.get(of.hub, of.name);
      if (!row || row.state === "removed") throw new NotFoundError(texts.gone);
      await this.#rows.put({ ...row, state: "removed", reason: "", password: undefined });
      await this.#places.remove(row);
    });
  }

  /** The site leaves its passwords here no longer: those that are here are forgotten. */
  async withdraw(hub: string): Promise<void> {
    if (!this.#rows.of(hub).some(({ password }) => password !== undefined)) return;
    await this.receiver.run(async () => {
      const left = this.#rows.of(hub).filter(({ password }) => password !== undefined);
      for (const row of left) await this.#rows.put({ ...row, password: undefined });
      if (left.length > 0) this.#tell(hub, "siteEscrowWithdrawn", { backups: left.length });
    });
  }

  #there({ hub, name }: Of): BackupRow {
    const row = this.#rows.get(hub, name);
    // What changed on the disk may still be worth something to whoever has nothing else.
    if (!row || (IS_GONE.has(row.state) && row.reason !== texts.changedHere))
      throw new NotFoundError(texts.gone);
    return row;
  }

  /** Since one was proved, another one may go. */
  async #judged(row: BackupRow): Promise<void> {
    const { hub, name, reason, state } = row;
    if (state === "damaged" || state === "lost") {
      this.#parts.log.warn(`${hub}: ${name}: ${reason}`);
      this.#tell(hub, "siteBackupDamaged", { backup: name, reason });
    } else if (isOfOther(this.#rows.of(hub), row)) {
      this.#tell(hub, "siteBackupOther", { backup: name, device: fingerprintOf(row.device) });
    }
    await this.receiver.trim(hub);
  }

  #tell(hub: string, event: BackupEvent, detail: object): void {
    const { clock, log, told } = this.#parts;
    const now = clock.monotonic();
    const last = this.#caused.get(hub);
    const caused = last && now - last.since < HOUR_MS ? last : { since: now, count: 0 };
    this.#caused.set(hub, caused);
    caused.count += 1;
    if (caused.count > MOST_EVENTS) return;
    void told(hub, event, detail).catch((error: unknown) => log.warn(errorText(error)));
  }
}
