/** Who may sign in at the central: a name, a level, and a token of which the SHA-256 is kept. */
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { includes, LEVELS, type Level } from "@hubwart/contract";
import { type Clock, ConflictError, NotFoundError, writeFileAtomic } from "@hubwart/core";
import { texts } from "../texts.ts";
import type { Database } from "./database.ts";

export interface Person {
  id: string;
  name: string;
  level: Level;
  created: number;
}

const PREFIX = "hwz_";
const SHAPE = new RegExp(`^${PREFIX}[A-Za-z0-9_-]{43}$`);

export class People {
  readonly #database: Database;
  readonly #clock: Clock;
  #byHash: ReadonlyMap<string, Person> = new Map();

  private constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  static async open(database: Database, clock: Clock): Promise<People> {
    const people = new People(database, clock);
    await people.#read();
    return people;
  }

  /** Where nobody may sign in yet: an administrator, whose token lies in a file of the folder. Its path; undefined where somebody may. */
  async first(folder: string): Promise<string | undefined> {
    if (this.#byHash.size > 0) return undefined;
    const file = path.join(folder, "first-token.txt");
    const made = newToken();
    // The file first: a token that nobody knows would lock everybody out.
    await writeFileAtomic(file, `${made}\n`);
    await this.#insert(texts.firstPerson, "admin", made);
    return file;
  }

  list(): Person[] {
    return [...this.#byHash.values()].toSorted((a, b) => a.name.localeCompare(b.name, "de"));
  }

  authenticate(token: string): Person | undefined {
    return SHAPE.test(token) ? this.#byHash.get(hashOf(token)) : undefined;
  }

  /** @throws ConflictError */
  async create(name: string, level: Level): Promise<{ id: string; token: string }> {
    if (this.list().some((person) => person.name === name)) throw new ConflictError(texts.personTaken(name));
    const token = newToken();
    return { id: await this.#insert(name, level, token), token };
  }

  /** @throws NotFoundError, ConflictError for the last one who may manage the central */
  async remove(id: string): Promise<Person> {
    const all = this.list();
    const person = all.find((one) => one.id === id);
    if (!person) throw new NotFoundError(texts.noSuchPerson);
    if (!all.some((other) => other !== person && includes(other.level, "admin")))
      throw new ConflictError(texts.lastAdministrator);
    await this.#database.query("DELETE FROM people WHERE id = $1", [id]);
    await this.#read();
    return person;
  }

  async #insert(name: string, level: Level, token: string): Promise<string> {
    const id = randomBytes(9).toString("base64url");
    await this.#database.query(
      "INSERT INTO people (id, name, level, hash, created) VALUES ($1, $2, $3, $4, $5)",
      [id, name, level, hashOf(token), this.#clock.now()],
    );
    await this.#read();
    return id;
  }

  async #read(): Promise<void> {
    const rows = await this.#database.query("SELECT * FROM people");
    this.#byHash = new Map(
      rows.map((row) => [
        String(row["hash"]),
        {
          id: String(row["id"]),
          name: String(row["name"]),
          // What there is no level for may look.
          level: LEVELS.find((level) => level === row["level"]) ?? "see",
          created: Number(row["created"]),
        },
      ]),
    );
  }
}

const newToken = (): string => `${PREFIX}${randomBytes(32).toString("base64url")}`;
const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
