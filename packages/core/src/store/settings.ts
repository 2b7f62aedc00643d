/**
 * Settings as JSON values under a name, each with its schema.
 *
 *     const ntp = defineSetting({ name: "ntp", schema, fallback: { use: false }, needs: "device" });
 *     store.settings.read(ntp);  store.settings.write(ntp, { … });
 *
 * A stored value that no longer fits its schema reads as the fallback.
 */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";
import * as z from "zod/mini";
import { int, type Row, text } from "./rows.ts";

/** What a change of a setting needs before it takes effect. */
export type Needs = "nothing" | "pod" | "hub" | "system" | "device";

export interface Setting<S extends z.ZodMiniType> {
  name: string;
  schema: S;
  fallback: z.output<S>;
  needs: Needs;
}

export function defineSetting<S extends z.ZodMiniType>(setting: Setting<S>): Setting<S> {
  return setting;
}

export class SettingsTable {
  readonly #db: DatabaseSyncInstance;
  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
  }

  read<S extends z.ZodMiniType>(setting: Setting<S>): z.output<S> {
    const row = this.#db.prepare("SELECT value FROM setting WHERE name = ?").get(setting.name);
    if (row === undefined) return setting.fallback;
    const parsed = z.safeParse(setting.schema, parseJson(text(row as Row, "value")));
    return parsed.success ? parsed.data : setting.fallback;
  }

  write<S extends z.ZodMiniType>(setting: Setting<S>, value: z.output<S>, now: number): void {
    this.writeRaw(setting.name, JSON.stringify(value), now);
  }

  writeRaw(name: string, json: string, now: number): void {
    this.#db
      .prepare(
        "INSERT INTO setting VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed = excluded.changed",
      )
      .run(name, json, now);
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

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
