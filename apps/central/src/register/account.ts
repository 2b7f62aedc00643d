/** Somebody who may sign in, as the database has it. */
import { includes, LEVELS, type Level } from "@hubwart/contract";
import { plainName } from "@hubwart/core/sign-in";
import type { PoolClient } from "pg";
import type { Row } from "./database.ts";

/** The code besides the password (`@hubwart/core/sign-in`), as it is stored. */
export interface StoredFactor {
  /** The secret, sealed for this person. */
  sealed: string;
  /** When it was switched on, ms since the epoch. */
  since: number;
  /** Time step of the last code that was accepted. */
  step: number;
  /** SHA-256 of the recovery codes that are left, hex. */
  recovery: readonly string[];
}

export interface Person {
  id: string;
  name: string;
  level: Level;
  created: number;
}

/** With what nobody is told. */
export interface Account extends Person {
  /** What sessions belong to. */
  stamp: string;
  /** PHC string; undefined without a password. */
  password: string | undefined;
  /** SHA-256; undefined without a token. */
  token: string | undefined;
  /** SHA-256 of the secret of an open link; undefined without one. */
  link: string | undefined;
  linkUntil: number;
  /** Address of the last sign-in with the password; empty before the first. */
  address: string;
  seen: number;
  /** What is asked besides the password; undefined without it. */
  factor: StoredFactor | undefined;
}

/** Whether a session of this stamp is still the person's; `by` the token, it ends with that as well. */
export const holds = ({ stamp, token }: Account, session: string): boolean =>
  session === stamp || (token !== undefined && session === tokenStamp({ stamp, token }));

/** Of a session that a token begins. */
export const tokenStamp = ({ stamp, token }: Pick<Account, "stamp" | "token">): string =>
  `${stamp}/${token ?? ""}`;

/** The password alone does not let this one in, and there is no more. @param demand levels that need a second factor */
export const lacksFactor = ({ factor, level }: Account, demand: readonly Level[]): boolean =>
  factor === undefined && demand.includes(level);

/** Somebody who manages the central can sign in. */
export const someManages = (all: readonly Account[], demand: readonly Level[]): boolean =>
  all.some(
    (one) =>
      includes(one.level, "admin") &&
      (one.token !== undefined || (one.password !== undefined && !lacksFactor(one, demand))),
  );

const textOf = (value: string | number | null | undefined): string | undefined =>
  value === null || value === undefined ? undefined : String(value);

export const accountOf = (row: Row): Account => ({
  id: String(row["id"]),
  name: String(row["name"]),
  // What there is no level for may look.
  level: LEVELS.find((level) => level === row["level"]) ?? "see",
  created: Number(row["created"]),
  stamp: String(row["stamp"]),
  password: textOf(row["password"]),
  token: textOf(row["hash"]),
  link: textOf(row["link"]),
  linkUntil: Number(row["link_until"]),
  address: String(row["address"]),
  seen: Number(row["seen"]),
  factor: factorOf(row),
});

function factorOf(row: Row): StoredFactor | undefined {
  const sealed = textOf(row["factor"]);
  if (sealed === undefined) return undefined;
  const recovery = JSON.parse(String(row["factor_recovery"])) as string[];
  return {
    sealed,
    since: Number(row["factor_since"]),
    step: Number(row["factor_step"]),
    recovery,
  };
}

export const levelsOf = (rows: readonly Row[]): Level[] =>
  LEVELS.filter((level) => rows.some((row) => row["level"] === level));

export const DEMAND = "SELECT * FROM people_demand";

export async function peopleOf(client: PoolClient): Promise<{ all: Account[]; demand: Level[] }> {
  const { rows } = await client.query<Row>("SELECT * FROM people");
  return { all: rows.map(accountOf), demand: levelsOf((await client.query<Row>(DEMAND)).rows) };
}

export async function putFactor(
  client: PoolClient,
  id: string,
  factor: StoredFactor | undefined,
): Promise<void> {
  const { recovery = [], sealed = null, since = 0, step = 0 } = factor ?? {};
  await client.query(
    "UPDATE people SET factor = $2, factor_since = $3, factor_step = $4, factor_recovery = $5 WHERE id = $1",
    [id, sealed, since, step, JSON.stringify(recovery)],
  );
}

/** `name`, or the first of `name 2`, `name 3`, … that nobody has. */
export function freeName(name: string, people: readonly Person[]): string {
  const taken = new Set(people.map((one) => plainName(one.name)));
  let free = name;
  for (let number = 2; taken.has(plainName(free)); number += 1) free = `${name} ${number}`;
  return free;
}
