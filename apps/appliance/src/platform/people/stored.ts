/** People as they are stored: one setting, and beside it when each was here last. */
import { LEVELS } from "@hubwart/contract";
import { defineSetting } from "@hubwart/core/store";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const level = z.enum(LEVELS);
const person = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  role: level,
  channels: z.nullable(z.array(z.string())),
  /** PHC string; empty before the person set one. */
  pwd: z.string(),
  stamp: z.string(),
  locked: z.boolean(),
  /** Signs in with a code; where none is stored any more, nobody does. */
  factor: z.boolean(),
  /** Of the open link, hex; empty without one. */
  invite_hash: z.string(),
  /** ms since the epoch. */
  invite_until: z.number(),
  /** Who it is for the directory service, which signs the person in instead of a password. */
  directory: z.optional(z.object({ issuer: z.string(), sub: z.string() })),
  /** The central that keeps the person here: SHA-256 of its authority. */
  central: z.optional(z.string()),
});
export type StoredPerson = z.output<typeof person>;

const schema = z.object({
  owner: z.object({
    name: z.string(),
    /** Name of the password that opens nothing; another one, as `hubwart password reset` sets it, does. */
    locked_for: z.string(),
  }),
  demand: z.array(level),
  people: z.array(person),
});
export type PeopleState = z.output<typeof schema>;

export const OWNER_NAME = "Administrator";
export const setting = defineSetting({
  name: "people",
  schema,
  fallback: { owner: { name: OWNER_NAME, locked_for: "" }, demand: [], people: [] },
  tells: ({ people }) =>
    people.map(({ channels, label, locked, name, pwd, role }) => ({
      about: "accounts",
      name: texts.called(name),
      shows: texts.role[role],
      mark: { channels, label, locked, pwd },
    })),
});

/** When somebody signed in last, by id; "" who has the one password. */
export const seenSetting = defineSetting({
  name: "people.seen",
  memory: true,
  schema: z.record(z.string(), z.number()),
  fallback: {},
});

/** Who somebody is for a directory service. */
export type Identity = NonNullable<StoredPerson["directory"]>;

/** The setting as it is stored; undefined where it is none that can be read. */
export function parsePeople(json: string | undefined): PeopleState | undefined {
  try {
    return json === undefined ? undefined : schema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
