/**
 * The appliance's database.
 *
 *     const store = openStore({ file: layout.stateDb, credentialFile: layout.credentialFile, now });
 *     store.settings / sessions / throttle / audit / jobs / credential
 *     store.transaction(() => …);
 *     store.close();                    // whoever opened it closes it, once
 *
 * SQLite in WAL mode with synchronous=FULL: a statement that has returned survives a power cut. Several
 * processes may have it open (the appliance, `hubwart password reset`); writers wait for each other up to 5 s.
 * A damaged file is kept aside and replaced; see docs/decisions/password-survives-the-database.md.
 */

import { accessSync, chmodSync, constants, mkdirSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";
import * as z from "zod/mini";
import { isDiskFull, isUnwritable } from "../disk-room.ts";
import { errorText, NotFoundError } from "../errors.ts";
import { texts } from "../texts.ts";
import { AuditTable } from "./audit.ts";
import { listCopies, makeCopy, type StoreCopy, takeBack } from "./copies.ts";
import { CredentialTable, LOST, readCredentialFile, writeCredentialFile } from "./credential.ts";
import { isDamage, keepAside, type Salvage, salvage } from "./damage.ts";
import { JobTable } from "./jobs.ts";
import { LastRoom } from "./last-room.ts";
import { dropActive, migrate } from "./migrations.ts";
import { PasskeyTable } from "./passkeys.ts";
import { PersonFactorTable, SecondFactorTable } from "./second-factor.ts";
import { SessionTable } from "./sessions.ts";
import { defineSetting, SettingsTable } from "./settings.ts";
import { Shelter } from "./shelter.ts";
import { ThrottleTable } from "./throttle.ts";

export interface StoreOptions {
  file: string;
  credentialFile: string;
  /** ms since the epoch. */
  now: () => number;
}

/** What was found and done when the database was opened damaged. */
export interface StoreDamage {
  kind: StoreLoss["kind"];
  /** Where the damaged file lies now; empty if there was none. */
  kept: string;
  /** Settings that could be carried over. */
  settings: number;
  /** The password is gone and has to be reset on the device. */
  passwordLost: boolean;
}

/** What was lost with a database; known until somebody took a copy back or did without. */
const lossSchema = z.object({ kind: z.enum(["damaged", "missing", "emptied"]), at: z.number() });
export type StoreLoss = z.output<typeof lossSchema>;
const lossSetting = defineSetting({
  name: "store.loss",
  memory: true,
  schema: z.nullable(lossSchema),
  fallback: null,
});
/** Settings that are about this database and not of it. */
const OWN_SETTINGS = [lossSetting.name];

export class Store {
  readonly settings: SettingsTable;
  readonly credential: CredentialTable;
  readonly sessions: SessionTable;
  readonly secondFactor: SecondFactorTable;
  readonly personFactors: PersonFactorTable;
  readonly passkeys: PasskeyTable;
  readonly throttle: ThrottleTable;
  readonly audit: AuditTable;
  readonly jobs: JobTable;
  readonly damage: StoreDamage | undefined;
  readonly #db: DatabaseSyncInstance;
  readonly #credentialFile: string;
  readonly #shelter: Shelter;
  #closed = false;

  constructor(
    db: DatabaseSyncInstance,
    credentialFile: string,
    damage: StoreDamage | undefined,
    room = new LastRoom(),
  ) {
    this.#db = db;
    this.#credentialFile = credentialFile;
    this.damage = damage;
    this.settings = new SettingsTable(db, room);
    this.credential = new CredentialTable(db);
    this.#shelter = new Shelter(db);
    this.sessions = new SessionTable(db, this.#shelter);
    this.secondFactor = new SecondFactorTable(db, this.#shelter);
    this.personFactors = new PersonFactorTable(db, this.#shelter);
    this.passkeys = new PasskeyTable(db, this.#shelter);
    this.throttle = new ThrottleTable(db, this.#shelter);
    this.audit = new AuditTable(db, room);
    this.jobs = new JobTable(db);
  }

  /** All or nothing. `work` must not wait for anything. */
  transaction<T>(work: () => T): T {
    return this.#shelter.write(() => this.#transaction(work));
  }

  #transaction<T>(work: () => T): T {
    // In memory nobody else writes; the file, whose lock would be taken, cannot be written.
    this.#db.exec(this.#shelter.active ? "BEGIN" : "BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      // On a full disk SQLite has undone it already; the error to tell is the first one.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /** Brings the password's copy up to date; to be awaited after each change of the password, and at start. False without room for it. */
  async copyCredential(): Promise<boolean> {
    const current = this.credential.read();
    if (!current) return true;
    const copy = readCredentialFile(this.#credentialFile);
    const factor = this.secondFactor.read();
    const stored = factor && { secret: factor.secret, since: factor.since, recovery: factor.recovery };
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    if (copy !== undefined && copy !== "damaged" && copy.id === current.id && same(copy.factor, stored))
      return true;
    try {
      // What cannot be read may be no file at all, which nothing can take the place of.
      if (copy === "damaged") await rename(this.#credentialFile, `${this.#credentialFile}.damaged`);
      await writeCredentialFile(this.#credentialFile, { ...current, factor: stored });
      return true;
    } catch (error) {
      if (!isDiskFull(error) && !isUnwritable(error)) throw error;
      return false;
    }
  }

  /** Settings and change log were lost, and nobody has decided yet what becomes of it. */
  get loss(): StoreLoss | null {
    return this.settings.read(lossSetting);
  }

  /** Does without what was lost. */
  acceptLoss(now: number): void {
    this.settings.write(lossSetting, null, now);
  }

  /** Copies in `folder`, newest first. */
  copies(folder: string): StoreCopy[] {
    return listCopies(folder);
  }

  /** Keeps a good copy in `folder`. None while a loss is undecided: it would push out those from before. */
  keepCopy(folder: string, now: number): StoreCopy | undefined {
    return this.loss === null && this.settings.unread().length === 0
      ? makeCopy(this.#db, folder, now)
      : undefined;
  }

  /** Settings and change log as in the copy. Who holds settings in memory has to start anew. @returns how many settings */
  takeBack(folder: string, name: string, now: number): number {
    if (!listCopies(folder).some((copy) => copy.name === name)) {
      throw new NotFoundError(texts.copyGone);
    }
    const settings = takeBack(this.#db, path.join(folder, name), OWN_SETTINGS);
    this.acceptLoss(now);
    return settings;
  }

  /** A consistent copy as a database of its own, while this one is in use; the file must not exist. */
  copyTo(file: string): void {
    this.#db.prepare("VACUUM INTO ?").run(file);
    chmodSync(file, 0o600);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    // Leaves one file behind; if another process reads right now, the log simply stays.
    try {
      this.#db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // The log stays, and the next start reads it.
      if (!isDiskFull(error) && !isUnwritable(error)) throw error;
    } finally {
      this.#db.close();
    }
  }
}

export function openStore(options: StoreOptions): Store {
  mkdirSync(path.dirname(options.file), { recursive: true, mode: 0o700 });
  const found = sizeOf(options.file);
  const existed = found !== undefined;
  let damage: { kept: string; saved: Salvage } | undefined;
  let db: DatabaseSyncInstance;
  if (existed) makeOurs(options.file);
  try {
    db = openDatabase(options.file);
  } catch (error) {
    if (!existed || !isDamage(error)) throw named(options.file, error);
    const kept = keepAside(options.file, options.now());
    damage = { kept, saved: salvage(kept) };
    db = openDatabase(options.file);
  }
  chmodSync(options.file, 0o600);
  const passwordLost = restoreCredential(db, options, damage);
  const settings = new SettingsTable(db);
  const kind = damage ? "damaged" : lossOf(found, db);
  const room = new LastRoom(options.file);
  if (kind === undefined) return new Store(db, options.credentialFile, undefined, room);
  const at = options.now();
  settings.write(lossSetting, { kind, at }, at);
  if (!damage)
    return new Store(db, options.credentialFile, { kind, kept: "", settings: 0, passwordLost }, room);
  for (const row of damage.saved.settings) settings.writeRaw(row.name, row.value, row.changed);
  const told = { kind, kept: damage.kept, settings: damage.saved.settings.length, passwordLost };
  return new Store(db, options.credentialFile, told, room);
}

/** Bytes; undefined without a file. @throws Error that names what lies in its place */
function sizeOf(file: string): number | undefined {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts && !facts.isFile()) throw new Error(texts.noFile(file));
  return facts?.size;
}

/** Whatever rights somebody gave it. Where it is not ours, opening it says so. */
function makeOurs(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    if (!isDenied(error) && !isUnwritable(error)) throw error;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");
}

/** SQLite itself says neither which file it is about, nor that it is somebody else's. */
function named(file: string, error: unknown): Error {
  const facts = statSync(file, { throwIfNoEntry: false });
  try {
    if (facts) accessSync(file, constants.R_OK | constants.W_OK);
  } catch (cause) {
    const mode = ((facts?.mode ?? 0) & 0o777).toString(8);
    return new Error(texts.notAccessible(file, facts?.uid, mode), {
      cause,
    });
  }
  const text = errorText(error);
  return new Error(text.includes(file) ? text : `${file}: ${text}`, { cause: error });
}

/** A database that was not there or was empty, although a password was set before. */
function lossOf(found: number | undefined, db: DatabaseSyncInstance): StoreLoss["kind"] | undefined {
  if (found !== undefined && found > 0) return undefined;
  if (!new CredentialTable(db).read()) return undefined;
  return found === undefined ? "missing" : "emptied";
}

function openDatabase(file: string): DatabaseSyncInstance {
  const db = new DatabaseSync(file);
  try {
    db.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000;");
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    // A small write-ahead log, so that a full disk is not filled by it.
    db.exec("PRAGMA cache_size = -1024; PRAGMA foreign_keys = ON; PRAGMA wal_autocheckpoint = 128;");
    const verdict = db.prepare("PRAGMA quick_check(1)").get() as { quick_check: string };
    if (verdict.quick_check !== "ok") throw new Error(`database corruption: ${verdict.quick_check}`);
    migrate(db);
    dropActive(db);
    keepRoom(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Bytes, and pages after which the write-ahead log is written over from its beginning; well below them. */
const ROOM = 256 * 1024;
const CHECKPOINT_PAGES = 32;

/**
 * Makes the file and its write-ahead log somewhat larger than they need to be. Signing in and out then writes into
 * room that is there already, also once the disk has none left and somebody has to sign in to tidy up.
 */
function keepRoom(db: DatabaseSyncInstance): void {
  db.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  try {
    db.exec(`INSERT INTO room VALUES (zeroblob(${ROOM})); PRAGMA wal_checkpoint(RESTART); DELETE FROM room;`);
  } catch (error) {
    // It is too late for that; the next start tries again.
    if (!isDiskFull(error)) throw error;
  }
}

/**
 * A database without a password is a new device only if nothing says otherwise: a copy of the password is
 * put back, and where there was one that nobody can read, nobody signs in. True if it is lost.
 */
function restoreCredential(
  db: DatabaseSyncInstance,
  options: StoreOptions,
  damage: { saved: Salvage } | undefined,
): boolean {
  const table = new CredentialTable(db);
  const present = table.read();
  if (present) return present.hash === LOST;
  const copy = readCredentialFile(options.credentialFile);
  const readable = copy === "damaged" ? undefined : copy;
  const found = readable ?? damage?.saved.credential;
  if (found && (found.hash === LOST || found.hash.startsWith("$argon2id$"))) {
    table.put({ id: found.id, hash: found.hash, changed: found.changed });
    const factor = readable ? readable.factor : damage?.saved.factor;
    if (factor) new SecondFactorTable(db).put({ step: 0, ...factor });
    return found.hash === LOST;
  }
  if (copy !== "damaged" && !damage) return false;
  table.put({ id: "lost", hash: LOST, changed: options.now() });
  return true;
}
