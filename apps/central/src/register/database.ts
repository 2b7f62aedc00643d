/** The central's database: connections, the schema, and errors as the rest of the program knows them. */
import { ConflictError, errorText, type Logger, type Scope, UnavailableError } from "@hubwart/core";
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from "pg";
import { texts } from "../texts.ts";

/** Each brings the schema one step further; never changed once shipped. JSON is kept as text: what PostgreSQL refuses in jsonb (U+0000, lone surrogates) is no reason to lose the rest. */
const STEPS = [
  `CREATE TABLE sites (
     hub text PRIMARY KEY, customer text NOT NULL, name text NOT NULL, tags text NOT NULL, key text NOT NULL UNIQUE,
     joined bigint NOT NULL, revoked bigint NOT NULL DEFAULT 0, seen bigint NOT NULL DEFAULT 0, state text);
   CREATE TABLE codes (
     hash text PRIMARY KEY, customer text NOT NULL, name text NOT NULL, tags text NOT NULL, expires bigint NOT NULL,
     made_by text NOT NULL, used bigint NOT NULL DEFAULT 0);
   CREATE TABLE people (
     id text PRIMARY KEY, name text NOT NULL UNIQUE, level text NOT NULL, hash text NOT NULL UNIQUE, created bigint NOT NULL);
   CREATE TABLE audit (
     id bigserial PRIMARY KEY, at bigint NOT NULL, who text NOT NULL, address text NOT NULL, call text NOT NULL,
     code integer NOT NULL, detail text NOT NULL)`,
  "CREATE TABLE groups (id text PRIMARY KEY, name text NOT NULL UNIQUE, rule text NOT NULL)",
  // An entry as its hub sent it, and beside it what is searched.
  `CREATE TABLE site_alarms (
     id bigserial PRIMARY KEY, hub text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, received bigint NOT NULL,
     kind text NOT NULL, priority smallint NOT NULL, words text NOT NULL, entry text NOT NULL, UNIQUE (hub, seq, at));
   CREATE INDEX site_alarms_by_hub ON site_alarms (hub, id);
   CREATE TABLE site_changes (
     id bigserial PRIMARY KEY, hub text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, received bigint NOT NULL,
     kind text NOT NULL, priority smallint NOT NULL, words text NOT NULL, entry text NOT NULL, UNIQUE (hub, seq, at));
   CREATE INDEX site_changes_by_hub ON site_changes (hub, id);
   CREATE TABLE feeds (
     hub text NOT NULL, feed text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, received bigint NOT NULL,
     gaps bigint NOT NULL, PRIMARY KEY (hub, feed))`,
  `CREATE TABLE rollouts (id text PRIMARY KEY, began bigint NOT NULL, open boolean NOT NULL, data text NOT NULL)`,
  // Goes with its group.
  `CREATE TABLE desired (group_id text PRIMARY KEY REFERENCES groups (id) ON DELETE CASCADE, settings text NOT NULL)`,
  "CREATE TABLE projects (id text PRIMARY KEY, name text NOT NULL UNIQUE, data text NOT NULL)",
  `CREATE TABLE site_backups (
     hub text NOT NULL, name text NOT NULL, size bigint NOT NULL, sha256 text NOT NULL, made bigint NOT NULL, received bigint NOT NULL,
     state text NOT NULL, reason text NOT NULL, checked bigint NOT NULL, version text NOT NULL, device text NOT NULL, password text,
     PRIMARY KEY (hub, name))`,
  `ALTER TABLE people ALTER COLUMN hash DROP NOT NULL, ADD COLUMN password text, ADD COLUMN link text UNIQUE,
     ADD COLUMN link_until bigint NOT NULL DEFAULT 0, ADD COLUMN stamp text NOT NULL DEFAULT '',
     ADD COLUMN address text NOT NULL DEFAULT '', ADD COLUMN seen bigint NOT NULL DEFAULT 0;
   CREATE TABLE sessions (
     hash text PRIMARY KEY, person text NOT NULL REFERENCES people (id) ON DELETE CASCADE, stamp text NOT NULL,
     began bigint NOT NULL, used bigint NOT NULL)`,
  "CREATE INDEX audit_by_time ON audit (at)",
  `CREATE TABLE failures (
     name text PRIMARY KEY, failures integer NOT NULL, first bigint NOT NULL, last bigint NOT NULL, locks integer NOT NULL,
     locked_until bigint NOT NULL)`,
  `ALTER TABLE people ADD COLUMN factor text, ADD COLUMN factor_since bigint NOT NULL DEFAULT 0,
     ADD COLUMN factor_step bigint NOT NULL DEFAULT 0, ADD COLUMN factor_recovery text NOT NULL DEFAULT '[]';
   CREATE TABLE people_demand (level text PRIMARY KEY)`,
];
/** Held while the schema is looked at: two centrals over one database start one after the other. */
const LOCK = 4_242_001;
const QUERY_MS = 10_000;

export type Row = Record<string, string | number | null>;

export class Database {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  static async open(config: PoolConfig, log: Logger, scope: Scope): Promise<Database> {
    const pool = new Pool({
      max: 8,
      connectionTimeoutMillis: 5_000,
      statement_timeout: QUERY_MS,
      query_timeout: QUERY_MS,
      ...config,
    });
    // Of connections that nobody uses just now; whoever asks next gets another.
    pool.on("error", (error) => log.debug(`database: ${errorText(error)}`));
    scope.add(() => pool.end());
    const database = new Database(pool);
    await database.all(async (client) => {
      await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
      await client.query("CREATE TABLE IF NOT EXISTS schema_steps (done integer NOT NULL)");
      const { rows } = await client.query("SELECT done FROM schema_steps");
      const done = Number(rows[0]?.done ?? 0);
      for (const step of STEPS.slice(done)) await client.query(step);
      await client.query("DELETE FROM schema_steps");
      await client.query("INSERT INTO schema_steps VALUES ($1)", [Math.max(done, STEPS.length)]);
    });
    return database;
  }

  /** @throws UnavailableError while it cannot be reached; ConflictError for what belongs to something that is gone; the database's own error for anything else */
  async query(text: string, values: unknown[] = []): Promise<Row[]> {
    return await this.#reached(async () => (await this.#pool.query<Row>(text, values)).rows);
  }

  /** All or nothing. @throws as `query` */
  async all<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return await this.#reached(async () => {
      const client = await this.#pool.connect();
      let broken = true;
      try {
        await client.query("BEGIN");
        const result = await work(client);
        await client.query("COMMIT");
        broken = false;
        return result;
      } finally {
        // A connection with an open transaction is closed, which rolls it back.
        client.release(broken);
      }
    });
  }

  async #reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DatabaseError && error.code === GONE)
        throw new ConflictError(texts.goneMeanwhile, { cause: error });
      if (error instanceof DatabaseError && !isOutage(error.code)) throw error;
      if (error instanceof DatabaseError || isConnection(error))
        throw new UnavailableError(texts.notNow, { cause: error });
      throw error;
    }
  }
}

/** foreign_key_violation: what it belongs to was removed meanwhile. */
const GONE = "23503";

/**
 * Connection exceptions, shutting down, too many connections, out of disk or memory, timeouts, errors of the system; one that may only be read from,
 * as managed ones are when they are nearly full, and a standby; and what another transaction was faster with.
 */
export const isOutage = (code = ""): boolean => /^(08|40|53|57|58)|^25006$/.test(code);

const isConnection = (error: unknown): boolean =>
  error instanceof Error &&
  ("syscall" in error ||
    /^(Connection terminated|timeout e|Query read timeout|Client has encountered)/.test(error.message));
