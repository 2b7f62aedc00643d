/** Codes with which hubs join: only their SHA-256 is kept, each is good once and for 15 minutes. */
import { createHash } from "node:crypto";
import { type Clock, DeniedError } from "@hubwart/core";
import { FLEET_LIMITS, newSecret } from "@hubwart/fleet";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import type { Database } from "./database.ts";

export interface Invited {
  customer: string;
  name: string;
  tags: readonly string[];
}

const tagsShape = z.array(z.string());
/** Used and expired ones are removed after this, ms. */
const KEPT = 86_400_000;

export class Codes {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** @param by who makes it, for people */
  async create(site: Invited, by: string): Promise<{ secret: string; expires: number }> {
    const secret = newSecret();
    const now = this.#clock.now();
    const expires = now + FLEET_LIMITS.joinCode;
    await this.#database.query("DELETE FROM codes WHERE expires < $1", [now - KEPT]);
    await this.#database.query(
      "INSERT INTO codes (hash, customer, name, tags, expires, made_by) VALUES ($1, $2, $3, $4, $5, $6)",
      [hashOf(secret), site.customer, site.name, JSON.stringify(site.tags), expires, by],
    );
    return { secret, expires };
  }

  /** What it was made for; from then on it is used. @throws DeniedError, the same for every reason */
  async use(secret: string): Promise<Invited> {
    const now = this.#clock.now();
    const [row] = await this.#database.query(
      "UPDATE codes SET used = $2 WHERE hash = $1 AND used = 0 AND expires > $2 AND expires <= $3 RETURNING *",
      // A clock set back makes no code good for longer.
      [hashOf(secret), now, now + FLEET_LIMITS.joinCode],
    );
    if (!row) throw new DeniedError(texts.joinRefused);
    return {
      customer: String(row["customer"]),
      name: String(row["name"]),
      tags: tagsShape.parse(JSON.parse(String(row["tags"]))),
    };
  }
}

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");
