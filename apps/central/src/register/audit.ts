/** The central's change log. */
import type { Clock } from "@hubwart/core";
import type { Database } from "./database.ts";

export interface AuditEntry {
  who: string;
  address: string;
  call: string;
  code: number;
  detail: unknown;
}

export class Audit {
  readonly #database: Pick<Database, "query">;
  readonly #clock: Clock;

  constructor(database: Pick<Database, "query">, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async add(entry: AuditEntry): Promise<void> {
    await insertEntry((...given) => this.#database.query(...given), entry, this.#clock.now());
  }

  async list(limit: number, before = Number.MAX_SAFE_INTEGER) {
    const rows = await this.#database.query("SELECT * FROM audit WHERE id < $1 ORDER BY id DESC LIMIT $2", [
      before,
      limit,
    ]);
    return rows.map((row) => ({
      id: Number(row["id"]),
      at: Number(row["at"]),
      who: String(row["who"]),
      address: String(row["address"]),
      call: String(row["call"]),
      code: Number(row["code"]),
      detail: JSON.parse(String(row["detail"])) as unknown,
    }));
  }
}

/** In a transaction too. */
export async function insertEntry(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  { address, call, code, detail, who }: AuditEntry,
  now: number,
): Promise<void> {
  await query("INSERT INTO audit (at, who, address, call, code, detail) VALUES ($1, $2, $3, $4, $5, $6)", [
    now,
    who,
    address,
    call,
    code,
    JSON.stringify(detail ?? {}),
  ]);
}
