/**
 * What the manufacturer knows of its licences. SQLite, because the service and the command line may
 * write at the same moment; every change is one statement or one transaction.
 */

import { chmod, open } from "node:fs/promises";
import path from "node:path";
import { ensureFolder } from "@hubwart/core";
import { DatabaseSync } from "@photostructure/sqlite";
import * as z from "zod/mini";

export interface IssuedLicense {
  /** SHA-256 of the key, hex. */
  id: string;
  /** First group of the key. */
  hint: string;
  name: string;
  meta: Record<string, string>;
  /** Days it is valid from its activation. */
  days: number;
  /** ms since the epoch. */
  issued: number;
  /** Device it is bound to since its first activation. */
  fingerprint: string | null;
  /** ms since the epoch; null before the first activation. */
  expiry: number | null;
  revoked: boolean;
}

const row = z.object({
  id: z.string(),
  hint: z.string(),
  name: z.string(),
  meta: z.string(),
  days: z.number(),
  issued: z.number(),
  fingerprint: z.nullable(z.string()),
  expiry: z.nullable(z.number()),
  revoked: z.number(),
});
const metaSchema = z.record(z.string(), z.string());

export class LicenseStore {
  readonly #db: InstanceType<typeof DatabaseSync>;

  private constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;");
    this.#db.exec(`CREATE TABLE IF NOT EXISTS license (
      id TEXT PRIMARY KEY, hint TEXT NOT NULL, name TEXT NOT NULL, meta TEXT NOT NULL, days INTEGER NOT NULL,
      issued INTEGER NOT NULL, fingerprint TEXT, expiry INTEGER, revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT`);
  }

  static async open(folder: string): Promise<LicenseStore> {
    await ensureFolder(folder);
    const file = path.join(folder, "licenses.db");
    // SQLite gives its companion files the mode of the database.
    await (await open(file, "a", 0o600)).close();
    await chmod(file, 0o600);
    return new LicenseStore(file);
  }

  add(license: IssuedLicense): void {
    this.#db
      .prepare(
        "INSERT INTO license (id, hint, name, meta, days, issued, fingerprint, expiry, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      )
      .run(
        license.id,
        license.hint,
        license.name,
        JSON.stringify(license.meta),
        license.days,
        license.issued,
        license.fingerprint,
        license.expiry,
        license.revoked ? 1 : 0,
      );
  }

  get(id: string): IssuedLicense | undefined {
    const found: unknown = this.#db.prepare("SELECT * FROM license WHERE id = ?").get(id);
    return found === undefined ? undefined : toLicense(found);
  }

  list(): IssuedLicense[] {
    return this.#db.prepare("SELECT * FROM license ORDER BY issued, id").all().map(toLicense);
  }

  /** Binds the licence to the device unless it is bound already. The stored licence decides, not the caller's copy. */
  bind(id: string, fingerprint: string, expiry: number): void {
    this.#db
      .prepare("UPDATE license SET fingerprint = ?, expiry = ? WHERE id = ? AND fingerprint IS NULL")
      .run(fingerprint, expiry, id);
  }

  /** False if there is no such licence. */
  setExpiry(id: string, expiry: number): boolean {
    return this.#db.prepare("UPDATE license SET expiry = ? WHERE id = ?").run(expiry, id).changes === 1;
  }

  addDays(id: string, days: number): boolean {
    return (
      this.#db
        .prepare("UPDATE license SET days = days + ?, expiry = expiry + ? WHERE id = ?")
        .run(days, days * DAY, id).changes === 1
    );
  }

  revoke(id: string): boolean {
    return this.#db.prepare("UPDATE license SET revoked = 1 WHERE id = ?").run(id).changes === 1;
  }

  close(): void {
    this.#db.close();
  }
}

/** ms. */
export const DAY = 86_400_000;

function toLicense(found: unknown): IssuedLicense {
  const { meta, revoked, ...rest } = row.parse(found);
  return { ...rest, meta: metaSchema.parse(JSON.parse(meta)), revoked: revoked !== 0 };
}
