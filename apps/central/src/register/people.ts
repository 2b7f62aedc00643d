/**
 * Who may sign in at the central: a name and a level, with a password, a token, or both.
 *
 * Invariants
 * - Of a token and of a link's secret the SHA-256 is kept, of a password the argon2id hash.
 * - Somebody who manages the central can sign in after every change. That is looked at in the transaction of the change, in which
 *   nothing else changes people, here or in another process.
 * - A person's sessions belong to a stamp (`holds`): another password, another level, a new link, and a second factor that is switched on or off
 *   make another one.
 * - A code of a second factor is used up by one who asks, whoever else asks at the same moment.
 * - Memory follows the database after every change, also one of which nobody knows whether it was made.
 */
import { createHash, randomBytes } from "node:crypto";
import { type Level, LIMITS } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  errorText,
  type Logger,
  NotFoundError,
  type Scope,
  SerialQueue,
} from "@hubwart/core";
import { factorTexts, plainName, type UsedUp } from "@hubwart/core/sign-in";
import type { CentralPerson, PersonLink } from "@hubwart/fleet";
import type { PoolClient } from "pg";
import { texts } from "../texts.ts";
import {
  type Account,
  accountOf,
  DEMAND,
  freeName,
  lacksFactor,
  levelsOf,
  type Person,
  peopleOf,
  putFactor,
  type StoredFactor,
  someManages,
} from "./account.ts";
import type { Database, Row } from "./database.ts";

export type { Account, Person } from "./account.ts";

export interface PeopleParts {
  database: Pick<Database, "all" | "query">;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const PREFIX = "hwz_";
const SHAPE = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);
const FLUSH_EVERY = 5_000;
/** Uses of a person are noted this far apart, ms. */
const SEEN_EVERY = 60_000;

export class People {
  readonly #parts: PeopleParts;
  readonly #queue = new SerialQueue();
  #byId: ReadonlyMap<string, Account> = new Map();
  #byToken: ReadonlyMap<string, Account> = new Map();
  #demand: readonly Level[] = [];
  /** The database may know more than memory. */
  #stale = false;
  #unwritten = new Set<string>();

  private constructor(parts: PeopleParts) {
    this.#parts = parts;
    parts.scope.add(() => this.#flush());
    parts.scope.add(parts.clock.every(FLUSH_EVERY, () => void this.#flush()));
  }

  static async open(parts: PeopleParts): Promise<People> {
    const people = new People(parts);
    await people.#read();
    return people;
  }

  /** An administrator with this token. @returns the name */
  async addFirst(token: string): Promise<string> {
    return await this.#change(async (client, all) => {
      const name = freeName(texts.firstPerson, all);
      await this.#insert(client, { name, level: "admin", token: hashOf(token) });
      return name;
    });
  }

  list(): Person[] {
    return this.accounts().map(({ created, id, level, name }) => ({ id, name, level, created }));
  }

  accounts(): Account[] {
    return [...this.#byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, "de"));
  }

  /** As administrators see them. */
  shown(): CentralPerson[] {
    const now = this.#parts.clock.now();
    return this.accounts().map(
      ({ created, factor, id, level, link, linkUntil, name, password, seen, token }) => ({
        id,
        name,
        level,
        created,
        password: password !== undefined,
        token: token !== undefined,
        link: link !== undefined && linkUntil > now ? linkUntil : 0,
        factor: factor !== undefined,
        seen,
      }),
    );
  }

  get(id: string): Account | undefined {
    return this.#byId.get(id);
  }

  /** Levels that need a second factor besides the password. */
  get demand(): readonly Level[] {
    return this.#demand;
  }

  /** The password of this one lets nobody in. */
  lacksFactor(account: Account): boolean {
    return lacksFactor(account, this.#demand);
  }

  /** As it is written, or as people take it for the same. */
  named(name: string): Account | undefined {
    const alike = this.accounts().filter((one) => plainName(one.name) === plainName(name));
    return alike.find((one) => one.name === name.trim()) ?? alike[0];
  }

  authenticate(token: string): Account | undefined {
    return SHAPE.test(token) ? this.#byToken.get(hashOf(token)) : undefined;
  }

  /** Whose link it is. */
  invited(secret: string): Account | undefined {
    const [hash, now] = [hashOf(secret), this.#parts.clock.now()];
    return this.accounts().find(({ link, linkUntil }) => link === hash && linkUntil > now);
  }

  /** Noted with the next few others. @param address of a sign-in with the password */
  saw(id: string, address?: string): void {
    const account = this.#byId.get(id);
    const now = this.#parts.clock.now();
    if (!account || (address === undefined && Math.abs(now - account.seen) < SEEN_EVERY)) return;
    account.seen = now;
    if (address !== undefined) account.address = address;
    this.#unwritten.add(id);
  }

  /** @throws ConflictError where there is the name, in whatever spelling */
  async create(
    name: string,
    level: Level,
    by: "token" | "link",
  ): Promise<{ id: string; token?: string; link?: PersonLink }> {
    const token = newToken();
    const { link, stored } = this.#newLink();
    const how = by === "link" ? stored : { token: hashOf(token) };
    const id = await this.#change(async (client, all) => {
      if (all.some((one) => plainName(one.name) === plainName(name)))
        throw new ConflictError(texts.personTaken(name));
      return await this.#insert(client, { name, level, ...how });
    });
    return by === "link" ? { id, link } : { id, token };
  }

  /** Ends the person's sessions. @throws NotFoundError, ConflictError */
  async setLevel(id: string, level: Level, by: string): Promise<Person> {
    demandOther(id, by);
    return await this.#edit(id, (client) =>
      client.query("UPDATE people SET level = $2, stamp = $3 WHERE id = $1", [id, level, newStamp()]),
    );
  }

  /** By which the person sets a password; the one before and the sessions end. @throws NotFoundError, ConflictError */
  async renewLink(id: string, by: string): Promise<{ person: Person; link: PersonLink }> {
    demandOther(id, by);
    const { link, stored } = this.#newLink();
    const person = await this.#edit(id, (client) =>
      client.query(
        "UPDATE people SET password = NULL, link = $2, link_until = $3, stamp = $4 WHERE id = $1",
        [id, stored.link, stored.linkUntil, newStamp()],
      ),
    );
    return { person, link };
  }

  /** Ends the sessions that the one before began. @throws NotFoundError */
  async renewToken(id: string): Promise<{ person: Person; token: string }> {
    const token = newToken();
    const person = await this.#edit(id, (client) =>
      client.query("UPDATE people SET hash = $2 WHERE id = $1", [id, hashOf(token)]),
    );
    return { person, token };
  }

  /** @throws NotFoundError, ConflictError */
  async removeToken(id: string): Promise<Person> {
    return await this.#edit(id, (client) =>
      client.query("UPDATE people SET hash = NULL WHERE id = $1", [id]),
    );
  }

  /** @throws NotFoundError, ConflictError for the last one who may manage the central, and for oneself */
  async remove(id: string, by: string): Promise<Person> {
    demandOther(id, by);
    return await this.#edit(id, (client) => client.query("DELETE FROM people WHERE id = $1", [id]));
  }

  /** Ends the person's sessions and closes a link. @param before the stamp for which it was decided. @throws NotFoundError where it is over */
  async setPassword(id: string, hash: string, before: string): Promise<void> {
    await this.#edit(id, async (client) => {
      const { rowCount } = await client.query(
        "UPDATE people SET password = $2, link = NULL, link_until = 0, stamp = $3 WHERE id = $1 AND stamp = $4",
        [id, hash, newStamp(), before],
      );
      if (rowCount !== 1) throw new NotFoundError(texts.noSuchPerson);
    });
  }

  /**
   * The same with a link, which is used up.
   * @param factor switched on with it
   * @throws NotFoundError where it is used or over
   */
  async accept(secret: string, hash: string, factor?: StoredFactor): Promise<Account> {
    const now = this.#parts.clock.now();
    const id = await this.#change(async (client) => {
      const { rows } = await client.query<Row>(
        // A clock set back makes no link good for longer.
        `UPDATE people SET password = $2, link = NULL, link_until = 0, stamp = $3
         WHERE link = $1 AND link_until > $4 AND link_until <= $5 RETURNING id`,
        [hashOf(secret), hash, newStamp(), now, now + LIMITS.invitationLife],
      );
      if (!rows[0]) throw new NotFoundError(texts.noInvitation);
      const found = String(rows[0]["id"]);
      if (factor) await putFactor(client, found, factor);
      return found;
    });
    const account = this.#byId.get(id);
    if (!account) throw new NotFoundError(texts.noInvitation);
    return account;
  }

  /**
   * Switches the second factor on, or off, and ends the person's sessions.
   * @param before the stamp for which it was decided
   * @throws NotFoundError where that is over; ConflictError where the level needs one
   */
  async setFactor(id: string, factor: StoredFactor | undefined, before: string): Promise<void> {
    await this.#edit(id, async (client, { level }) => {
      if (!factor && levelsOf((await client.query<Row>(DEMAND)).rows).includes(level))
        throw new ConflictError(factorTexts.factorDemanded);
      const { rowCount } = await client.query("UPDATE people SET stamp = $2 WHERE id = $1 AND stamp = $3", [
        id,
        newStamp(),
        before,
      ]);
      if (rowCount !== 1) throw new NotFoundError(texts.noSuchPerson);
      await putFactor(client, id, factor);
    });
  }

  /** That of somebody who lost it; ends the sessions. @throws NotFoundError, ConflictError */
  async removeFactor(id: string, by: string): Promise<Person> {
    demandOther(id, by);
    return await this.#edit(id, async (client, { factor }) => {
      if (!factor) throw new ConflictError(texts.noFactor);
      await client.query("UPDATE people SET stamp = $2 WHERE id = $1", [id, newStamp()]);
      await putFactor(client, id, undefined);
    });
  }

  /** Uses a code up. @param factor as it was judged. @returns false where somebody else did so meanwhile, or it is another one by now */
  async useFactor(id: string, { recovery, sealed, step }: StoredFactor, used: UsedUp): Promise<boolean> {
    const [column, next, before] =
      "step" in used
        ? ["factor_step", used.step, step]
        : ["factor_recovery", JSON.stringify(used.recovery), JSON.stringify(recovery)];
    return await this.#change(async (client) => {
      const { rowCount } = await client.query(
        `UPDATE people SET ${column} = $2 WHERE id = $1 AND factor = $3 AND ${column} = $4`,
        [id, next, sealed, before],
      );
      return rowCount === 1;
    });
  }

  /** Which levels need a second factor; ends the sessions of who has none. @throws ConflictError where that would shut out who asks */
  async setDemand(levels: readonly Level[], by: string): Promise<readonly Level[]> {
    await this.#change(async (client, all) => {
      const out = all.filter((one) => one.password !== undefined && lacksFactor(one, levels));
      if (out.some(({ id }) => id === by)) throw new ConflictError(texts.factorFirst);
      await client.query("DELETE FROM people_demand");
      for (const level of levels) await client.query("INSERT INTO people_demand VALUES ($1)", [level]);
      for (const { id } of out)
        await client.query("UPDATE people SET stamp = $2 WHERE id = $1", [id, newStamp()]);
    });
    return this.#demand;
  }

  async #edit(id: string, work: (client: PoolClient, found: Account) => Promise<unknown>): Promise<Person> {
    return await this.#change(async (client, all) => {
      const found = all.find((one) => one.id === id);
      if (!found) throw new NotFoundError(texts.noSuchPerson);
      await work(client, found);
      const { created, level, name } = found;
      return { id, name, level, created };
    });
  }

  /** @throws ConflictError where nobody would be left who manages the central; what `work` throws */
  async #change<T>(work: (client: PoolClient, all: readonly Account[]) => Promise<T>): Promise<T> {
    return await this.#queue.run(async () => {
      this.#stale = true;
      try {
        return await this.#parts.database.all(async (client) => {
          await client.query("LOCK TABLE people IN SHARE ROW EXCLUSIVE MODE");
          const before = await peopleOf(client);
          const result = await work(client, before.all);
          const after = await peopleOf(client);
          if (someManages(before.all, before.demand) && !someManages(after.all, after.demand))
            throw new ConflictError(texts.lastAdministrator);
          return result;
        });
      } finally {
        await this.#read().catch((error: unknown) => this.#parts.log.warn(errorText(error)));
      }
    });
  }

  async #insert(
    client: PoolClient,
    { level, link, linkUntil, name, token }: Pick<Account, "name" | "level"> & Partial<Account>,
  ): Promise<string> {
    const id = randomBytes(9).toString("base64url");
    await client.query(
      "INSERT INTO people (id, name, level, hash, created, link, link_until, stamp) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      [id, name, level, token, this.#parts.clock.now(), link, linkUntil ?? 0, newStamp()],
    );
    return id;
  }

  #newLink(): { link: PersonLink; stored: { link: string; linkUntil: number } } {
    const token = randomBytes(32).toString("base64url");
    const until = this.#parts.clock.now() + LIMITS.invitationLife;
    return { link: { token, until }, stored: { link: hashOf(token), linkUntil: until } };
  }

  async #read(): Promise<void> {
    const all = (await this.#parts.database.query("SELECT * FROM people")).map(accountOf);
    for (const account of all) {
      const known = this.#unwritten.has(account.id) ? this.#byId.get(account.id) : undefined;
      if (known) Object.assign(account, { seen: known.seen, address: known.address });
    }
    this.#demand = levelsOf(await this.#parts.database.query(DEMAND));
    this.#byId = new Map(all.map((one) => [one.id, one]));
    this.#byToken = new Map(all.flatMap((one) => (one.token === undefined ? [] : [[one.token, one]])));
    this.#stale = false;
  }

  /** When they were seen; and memory anew, where it may be behind. */
  async #flush(): Promise<void> {
    await this.#queue.run(async () => {
      const ids = [...this.#unwritten];
      const seen = ids.flatMap((id) => this.#byId.get(id) ?? []);
      this.#unwritten = new Set();
      try {
        if (seen.length > 0)
          await this.#parts.database.query(
            `UPDATE people SET seen = u.seen, address = u.address
             FROM unnest($1::text[], $2::bigint[], $3::text[]) AS u (id, seen, address) WHERE people.id = u.id`,
            [seen.map((one) => one.id), seen.map((one) => one.seen), seen.map((one) => one.address)],
          );
        if (this.#stale) await this.#read();
      } catch (error) {
        // Comes with the next.
        for (const id of ids) this.#unwritten.add(id);
        this.#parts.log.debug(errorText(error));
      }
    });
  }
}

function demandOther(id: string, by: string): void {
  if (id === by) throw new ConflictError(texts.ownAccount);
}

export const newToken = (): string => `${PREFIX}${randomBytes(32).toString("base64url")}`;
const newStamp = (): string => randomBytes(12).toString("base64url");
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
