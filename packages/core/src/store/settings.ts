/**
 * Settings as JSON values under a name, each with its schema.
 *
 *     const ntp = defineSetting({ name: "ntp", schema, fallback: { use: false } });
 *     store.settings.read(ntp);  store.settings.write(ntp, { … });
 *
 * Invariants: what is stored and cannot be read (it fits neither its schema nor a migration, or a newer release wrote it) reads as
 * the fallback, is told (`unread`), and stays: nothing is written in its place until somebody does without it (`discard`), which
 * keeps it aside. Only what the device notes for itself makes room by itself, and is kept aside as well.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import * as z from "zod/mini";
import { ConflictError } from "../errors.ts";
import { texts } from "../texts.ts";
import { LastRoom } from "./last-room.ts";
import { int, type Row, text } from "./rows.ts";

export interface Setting<S extends z.ZodMiniType> {
  name: string;
  schema: S;
  fallback: z.output<S>;
  /**
   * From the first format to the second, from there to the third, …; without any the first is the present one. Whoever changes a
   * schema so that what is stored no longer fits it adds a step.
   */
  migrations?: readonly ((stored: unknown) => unknown)[];
  /** The device's own notes: nobody could enter them again, and the next one takes their place. */
  memory?: true;
  /** What people should see of it before another device's takes its place; else it is told by its name. */
  tells?(value: z.output<S>): readonly Told[];
}

/** A thing that a device has, as people know it, so that two states can be compared. No secrets but in `mark`. */
export interface Told {
  about: "accounts" | "targets" | "scripts" | "ports" | "certificates" | "others";
  /** German; the same thing has the same name in both states. */
  name: string;
  /** What is told of it, e.g. where it leads. */
  shows?: string;
  /** What else makes a difference; compared as JSON, and told to nobody. */
  mark?: unknown;
}

/** Someone has to decide what becomes of what is stored before anything takes its place. German. */
export class UnreadSettingError extends ConflictError {}

export interface UnreadSetting {
  name: string;
  /** Written by a newer release. */
  newer: boolean;
}

const defined = new Map<string, Setting<z.ZodMiniType>>();
/** Of this process. */
export const definedSettings = (): ReadonlyMap<string, Setting<z.ZodMiniType>> => defined;

export function defineSetting<S extends z.ZodMiniType>(setting: Setting<S>): Setting<S> {
  defined.set(setting.name, setting);
  return setting;
}

/** Around the value from the second format on; a value of the first stands alone. */
const FORMAT = "$format";
/** Of each setting, kept aside. */
const MOST_ASIDE = 3;

export class SettingsTable {
  readonly #db: DatabaseSyncInstance;
  readonly #unread = new Map<string, UnreadSetting>();
  readonly #room: LastRoom;
  constructor(db: DatabaseSyncInstance, room = new LastRoom()) {
    this.#db = db;
    this.#room = room;
  }

  read<S extends z.ZodMiniType>(setting: Setting<S>): z.output<S> {
    const row = this.#db.prepare("SELECT value FROM setting WHERE name = ?").get(setting.name);
    const found = row === undefined ? { value: setting.fallback } : parse(setting, text(row as Row, "value"));
    if ("value" in found) {
      this.#unread.delete(setting.name);
      return found.value;
    }
    this.#unread.set(setting.name, { name: setting.name, newer: found.newer });
    return setting.fallback;
  }

  /** @throws UnreadSettingError */
  write<S extends z.ZodMiniType>(setting: Setting<S>, value: z.output<S>, now: number): void {
    this.read(setting);
    if (this.#unread.has(setting.name)) {
      if (!setting.memory) throw new UnreadSettingError(texts.wouldBeOverwritten);
      this.discard(setting.name, now);
    }
    const format = formatOf(setting);
    this.writeRaw(setting.name, JSON.stringify(format === 1 ? value : { [FORMAT]: format, value }), now);
  }

  writeRaw(name: string, json: string, now: number): void {
    this.#room.keep(json.length);
    this.#db
      .prepare(
        "INSERT INTO setting VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed = excluded.changed",
      )
      .run(name, json, now);
  }

  /** What was found unreadable when it was last read, and somebody has to decide over. */
  unread(): UnreadSetting[] {
    return [...this.#unread.values()].filter(({ name }) => !defined.get(name)?.memory);
  }

  /** Reads all that is known, so that nothing unreadable waits for its page to be opened. */
  look(): void {
    for (const setting of defined.values()) this.read(setting);
  }

  /** Does without what is stored: kept aside, the oldest of many go. */
  discard(name: string, now: number): void {
    this.#db
      .prepare(
        "INSERT INTO setting_aside (name, value, at) SELECT name, value, ? FROM setting WHERE name = ?",
      )
      .run(now, name);
    this.#db.prepare("DELETE FROM setting WHERE name = ?").run(name);
    this.#db
      .prepare(
        "DELETE FROM setting_aside WHERE name = ? AND id NOT IN (SELECT id FROM setting_aside WHERE name = ? ORDER BY id DESC LIMIT ?)",
      )
      .run(name, name, MOST_ASIDE);
    this.#unread.delete(name);
  }

  /** Everything that is stored, for the diagnostics file and for saving what a damaged database still holds. */
  all(): { name: string; value: string; changed: number }[] {
    return this.#db
      .prepare("SELECT name, value, changed FROM setting ORDER BY name")
      .all()
      .map((row) => ({
        name: text(row as Row, "name"),
        value: text(row as Row, "value"),
        changed: int(row as Row, "changed"),
      }));
  }
}

const formatOf = ({ migrations = [] }: Pick<Setting<z.ZodMiniType>, "migrations">) => migrations.length + 1;

/** What a stored text reads as; undefined where it reads as nothing. */
export function readStored<S extends z.ZodMiniType>(
  setting: Setting<S>,
  json: string | undefined,
): z.output<S> | undefined {
  if (json === undefined) return setting.fallback;
  const found = parse(setting, json);
  return "value" in found ? found.value : undefined;
}

const enveloped = z.strictObject({ [FORMAT]: z.int().check(z.minimum(2)), value: z.unknown() });

function parse<S extends z.ZodMiniType>(
  setting: Setting<S>,
  json: string,
): { value: z.output<S> } | { newer: boolean } {
  const stored = parseJson(json);
  const envelope = z.safeParse(enveloped, stored);
  const format = envelope.success ? envelope.data[FORMAT] : 1;
  if (format > formatOf(setting)) return { newer: true };
  try {
    let value = envelope.success ? envelope.data.value : stored;
    for (const step of (setting.migrations ?? []).slice(format - 1)) value = step(value);
    const parsed = z.safeParse(setting.schema, value);
    return parsed.success ? { value: parsed.data } : { newer: false };
  } catch {
    // A step met what it was not made for.
    return { newer: false };
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
