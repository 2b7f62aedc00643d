/**
 * People and sessions without a PostgreSQL: the few statements of theirs, read as far as they go, with transactions that follow one another.
 * What only PostgreSQL itself can show (two processes at once) is in `people/sessions.integration.test.ts`.
 *
 *     const register = new FakeRegister();
 *     const { people, sessions } = await register.open(clock);
 *     register.away = true;      // every statement fails
 */
import { type Clock, createLogger, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import type { PoolClient } from "pg";
import type { Row } from "../register/database.ts";
import { People } from "../register/people.ts";
import { Sessions } from "../register/sessions.ts";

type Cell = string | number | null;

const EMPTY = {
  hash: null,
  password: null,
  link: null,
  link_until: 0,
  stamp: "",
  address: "",
  seen: 0,
  factor: null,
  factor_since: 0,
  factor_step: 0,
  factor_recovery: "[]",
};

export class FakeRegister {
  people: Row[] = [];
  sessions: Row[] = [];
  demand: Row[] = [];
  failures: Row[] = [];
  away = false;
  /** The commit is made, and nobody hears of it. */
  unheard = false;
  scope = new Scope();

  async open(clock: Clock): Promise<{ people: People; sessions: Sessions }> {
    this.scope = new Scope();
    const parts = { clock, scope: this.scope, log: createLogger("central", "test", new MemoryLogSink()) };
    const people = await People.open({ ...parts, database: this });
    return { people, sessions: await Sessions.open({ ...parts, database: this, people }) };
  }

  async query(text: string, values: unknown[] = []): Promise<Row[]> {
    if (this.away) throw new UnavailableError("away");
    return this.#run(text, values as Cell[]);
  }

  async all<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const before = [this.people, this.demand] as const;
    const query = async (text: string, values: unknown[] = []) => {
      const rows = await this.query(text, values);
      return { rows, rowCount: rows.length };
    };
    try {
      const result = await work({ query } as unknown as PoolClient);
      if (this.unheard) throw new UnavailableError("lost");
      return result;
    } catch (error) {
      if (!this.unheard) [this.people, this.demand] = before;
      throw error;
    }
  }

  #run(text: string, values: Cell[]): Row[] {
    if (text.startsWith("SELECT * FROM")) return this.#table(text);
    if (text.includes("people_demand")) return this.#demand(text, values);
    if (text.includes("failures")) return this.#fail(values as unknown as Cell[][]);
    if (text.startsWith("LOCK")) return [];
    if (text.startsWith("INSERT INTO people")) return this.#insert(text, values);
    if (text.startsWith("INSERT INTO sessions")) return this.#begin(values);
    if (text.startsWith("DELETE FROM sessions")) {
      this.sessions = this.sessions.filter(({ hash }) => hash !== values[0]);
      return [];
    }
    if (text.startsWith("WITH live")) return this.#keep(values as unknown as [string[], number[]]);
    if (text.includes("unnest")) return this.#seen(values as unknown as [string[], number[], string[]]);
    const chosen = this.people.filter((row) => matches(row, text, values));
    if (text.startsWith("DELETE")) {
      this.people = this.people.filter((row) => !chosen.includes(row));
      return chosen;
    }
    const set = Object.fromEntries(
      [...(/SET (.*?)\s+WHERE/s.exec(text)?.[1]?.matchAll(/(\w+) = (\$\d|NULL|0)/g) ?? [])].map(
        ([, name = "", value = ""]) => [name, valueOf(value, values)],
      ),
    );
    this.people = this.people.map((row) => (chosen.includes(row) ? { ...row, ...set } : row));
    return chosen;
  }

  #table(text: string): Row[] {
    if (text.includes("people_demand")) return this.demand;
    if (text.includes("failures")) return this.failures;
    return text.endsWith("people") ? this.people : this.sessions;
  }

  #demand(text: string, [level = ""]: Cell[]): Row[] {
    this.demand = text.startsWith("DELETE") ? [] : [...this.demand, { level }];
    return [];
  }

  #fail([
    gone = [],
    names = [],
    failures = [],
    first = [],
    last = [],
    locks = [],
    until = [],
  ]: Cell[][]): Row[] {
    const over = new Set([...gone, ...names]);
    const rows = names.map((name, at) => ({
      name,
      failures: failures[at] ?? 0,
      first: first[at] ?? 0,
      last: last[at] ?? 0,
      locks: locks[at] ?? 0,
      locked_until: until[at] ?? 0,
    }));
    this.failures = [...this.failures.filter(({ name }) => !over.has(name ?? "")), ...rows];
    return [];
  }

  #insert(text: string, values: Cell[]): Row[] {
    const names = /\((.*?)\)/.exec(text)?.[1]?.split(", ") ?? [];
    const row = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
    this.people = [...this.people, { ...EMPTY, ...row }];
    return [];
  }

  #begin([hash = "", person = "", stamp = "", at = 0]: Cell[]): Row[] {
    const owner = this.people.find(({ id }) => id === person);
    if (owner?.["stamp"] !== stamp && `${owner?.["stamp"]}/${owner?.["hash"]}` !== stamp) return [];
    this.sessions = [...this.sessions, { hash, person, stamp, began: at, used: at }];
    return [{ hash }];
  }

  #keep([hashes, used]: [string[], number[]]): Row[] {
    this.sessions = this.sessions.flatMap((row) => {
      const at = hashes.indexOf(String(row["hash"]));
      return at < 0 ? [] : [{ ...row, used: used[at] ?? 0 }];
    });
    return [];
  }

  #seen([ids, seen, addresses]: [string[], number[], string[]]): Row[] {
    this.people = this.people.map((row) => {
      const at = ids.indexOf(String(row["id"]));
      return at < 0 ? row : { ...row, seen: seen[at] ?? 0, address: addresses[at] ?? "" };
    });
    return [];
  }
}

const valueOf = (text: string, values: Cell[]): Cell =>
  text.startsWith("$") ? (values[Number(text.slice(1)) - 1] ?? null) : text === "NULL" ? null : Number(text);

/** By the conditions after WHERE, each a column, `=`, `>` or `<=`, and a value. */
function matches(row: Row, text: string, values: Cell[]): boolean {
  const where = /WHERE (.*?)(?:RETURNING|$)/s.exec(text)?.[1] ?? "";
  return [...where.matchAll(/(\w+) (=|>|<=) (\$\d)/g)].every(([, name = "", how, value = ""]) => {
    const [mine, given] = [row[name] ?? null, valueOf(value, values)];
    if (how === "=") return mine === given;
    return how === ">" ? Number(mine) > Number(given) : Number(mine) <= Number(given);
  });
}
