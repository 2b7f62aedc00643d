/** Rules under a name, by which sites are grouped. Which sites are in one is found anew each time. */
import { randomBytes } from "node:crypto";
import { ConflictError, InvalidInputError, NotFoundError, SerialQueue } from "@hubwart/core";
import { parseRule, RuleError, type SiteShown } from "@hubwart/fleet";
import { texts } from "../texts.ts";
import type { Database } from "./database.ts";

export interface Group {
  id: string;
  name: string;
  rule: string;
}

type Matches = (site: SiteShown, now: number) => boolean;

/** As many are shown beside one another. */
const MOST = 100;

export class Groups {
  readonly #database: Pick<Database, "query">;
  /** One change after the other: two people may want the same name at the same moment. */
  readonly #changes = new SerialQueue();
  /** By id. */
  #groups: ReadonlyMap<string, Group & { matches: Matches }> = new Map();

  private constructor(database: Pick<Database, "query">) {
    this.#database = database;
  }

  static async open(database: Pick<Database, "query">): Promise<Groups> {
    const groups = new Groups(database);
    await groups.#read();
    return groups;
  }

  /** By name. */
  list(): (Group & { matches: Matches })[] {
    return [...this.#groups.values()];
  }

  /** @throws NotFoundError */
  get(id: string): Group & { matches: Matches } {
    const group = this.#groups.get(id);
    if (!group) throw new NotFoundError(texts.noSuchGroup);
    return group;
  }

  /** @returns its id. @throws InvalidInputError for a rule that is none; ConflictError, NotFoundError */
  async save(given: { id?: string | undefined; name: string; rule: string }): Promise<string> {
    matcherOf(given.rule);
    return await this.#changes.run(() => this.#save(given));
  }

  /** What it was. @throws NotFoundError */
  async remove(id: string): Promise<Group> {
    return await this.#changes.run(async () => {
      const group = this.get(id);
      await this.#database.query("DELETE FROM groups WHERE id = $1", [id]);
      await this.#read();
      return group;
    });
  }

  async #save({ id, name, rule }: { id?: string | undefined; name: string; rule: string }): Promise<string> {
    if (this.list().some((other) => other.name === name && other.id !== id))
      throw new ConflictError(texts.groupTaken(name));
    if (id !== undefined) {
      this.get(id);
      await this.#database.query("UPDATE groups SET name = $2, rule = $3 WHERE id = $1", [id, name, rule]);
    } else if (this.#groups.size >= MOST) throw new ConflictError(texts.manyGroups(MOST));
    const saved = id ?? randomBytes(9).toString("base64url");
    if (id === undefined)
      await this.#database.query("INSERT INTO groups (id, name, rule) VALUES ($1, $2, $3)", [
        saved,
        name,
        rule,
      ]);
    await this.#read();
    return saved;
  }

  async #read(): Promise<void> {
    const rows = await this.#database.query("SELECT * FROM groups");
    const all = rows.map((row) => {
      const rule = String(row["rule"]);
      return { id: String(row["id"]), name: String(row["name"]), rule, matches: storedMatcher(rule) };
    });
    all.sort((a, b) => a.name.localeCompare(b.name, "de", { numeric: true }));
    this.#groups = new Map(all.map((group) => [group.id, group]));
  }
}

/** @throws InvalidInputError that names the place in the rule */
export function matcherOf(rule: string): Matches {
  try {
    return parseRule(rule);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    throw new InvalidInputError([{ field: "rule", message: error.message }], { cause: error });
  }
}

/** One that this release does not understand takes no site. */
export function storedMatcher(rule: string): Matches {
  try {
    return parseRule(rule);
  } catch {
    return () => false;
  }
}
