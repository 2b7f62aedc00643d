/** Backups of all sites: in memory, and in the database before it counts. */
import { isBackupName } from "@hubwart/archive/names";
import * as z from "zod/mini";
import type { Database, Row } from "../register/database.ts";
import type { BackupRow, BackupState } from "./row.ts";

const STATES = ["damaged", "lost", "proved", "proving", "removed", "whole"] as const satisfies BackupState[];
const state = z.enum(STATES);

const WRITE = `INSERT INTO site_backups
  (hub, name, size, sha256, made, received, state, reason, checked, version, device, password)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  ON CONFLICT (hub, name) DO UPDATE SET size = $3, sha256 = $4, made = $5, received = $6, state = $7, reason = $8, checked = $9,
  version = $10, device = $11, password = $12`;

export class BackupRows {
  readonly #database: Pick<Database, "query">;
  readonly #rows = new Map<string, Map<string, BackupRow>>();

  private constructor(database: Pick<Database, "query">) {
    this.#database = database;
  }

  static async open(database: Pick<Database, "query">): Promise<BackupRows> {
    const rows = new BackupRows(database);
    for (const row of await database.query("SELECT * FROM site_backups")) rows.#remember(rowOf(row));
    return rows;
  }

  get(hub: string, name: string): BackupRow | undefined {
    return this.#rows.get(hub)?.get(name);
  }

  of(hub: string): BackupRow[] {
    return [...(this.#rows.get(hub)?.values() ?? [])];
  }

  all(): BackupRow[] {
    return [...this.#rows.values()].flatMap((of) => [...of.values()]);
  }

  /** @throws UnavailableError, after which it is as before */
  async put(row: BackupRow): Promise<void> {
    const { checked, device, hub, made, name, password, reason, received, sha256, size, version } = row;
    await this.#database.query(WRITE, [
      hub,
      name,
      size,
      sha256,
      made,
      received,
      row.state,
      reason,
      checked,
      version,
      device,
      password ?? null,
    ]);
    this.#remember(row);
  }

  /** @throws UnavailableError, after which it is as before */
  async drop({ hub, name }: Pick<BackupRow, "hub" | "name">): Promise<void> {
    await this.#database.query("DELETE FROM site_backups WHERE hub = $1 AND name = $2", [hub, name]);
    this.#rows.get(hub)?.delete(name);
  }

  #remember(row: BackupRow): void {
    const of = this.#rows.get(row.hub) ?? new Map<string, BackupRow>();
    of.set(row.name, row);
    this.#rows.set(row.hub, of);
  }
}

function rowOf(row: Row): BackupRow {
  const text = (column: string) => String(row[column] ?? "");
  const name = text("name");
  if (!isBackupName(name)) throw new Error(`site_backups: ${JSON.stringify(name)} is no backup`);
  return {
    hub: text("hub"),
    name,
    size: Number(row["size"]),
    sha256: text("sha256"),
    made: Number(row["made"]),
    received: Number(row["received"]),
    state: state.parse(row["state"]),
    reason: text("reason"),
    checked: Number(row["checked"]),
    version: text("version"),
    device: text("device"),
    password: row["password"] === null ? undefined : text("password"),
  };
}
