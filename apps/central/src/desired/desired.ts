/**
 * What the sites of a group are to be set to. Sites are asked and changed only when a person wants it, in that person's name; what was found is remembered
 * until the central ends, or the wishes change.
 *
 *     await desired.save(group, { channel: "stable" });
 *     desired.look(group, person);                        // answers come one by one
 *     desired.sites(group);                               // who differs in what
 *     await desired.apply(group, [hub], person);
 */
import { type Clock, errorText, InvalidInputError } from "@hubwart/core";
import {
  DESIRED,
  type DesiredSettings,
  desiredSettings,
  type Desired as Name,
  type SiteDrift,
  type SiteShown,
} from "@hubwart/fleet";
import * as z from "zod/mini";
import { type Routed, SiteCalls } from "../bus/site-calls.ts";
import { fewAtATime } from "../few-at-a-time.ts";
import type { Database } from "../register/database.ts";
import type { Groups } from "../register/groups.ts";
import type { Person } from "../register/people.ts";
import type { Sites } from "../register/sites.ts";
import { SETTINGS } from "./settings.ts";
import { texts } from "./texts.ts";

export interface DesiredParts {
  database: Pick<Database, "query">;
  groups: Pick<Groups, "get">;
  sites: Pick<Sites, "shown">;
  routed: Routed;
  clock: Clock;
}

type Found = Pick<SiteDrift, "at" | "differs" | "reason" | "state">;

export class Desired {
  readonly #parts: DesiredParts;
  /** By group. */
  readonly #settings: Map<string, DesiredSettings>;
  /** By group and hub. */
  readonly #found = new Map<string, Map<string, Found>>();
  readonly #asking = new Set<string>();

  private constructor(parts: DesiredParts, settings: Map<string, DesiredSettings>) {
    this.#parts = parts;
    this.#settings = settings;
  }

  static async open(parts: DesiredParts): Promise<Desired> {
    const rows = await parts.database.query("SELECT * FROM desired");
    const read = rows.flatMap((row) => {
      const { data } = z.safeParse(desiredSettings, JSON.parse(String(row["settings"])));
      return data ? [[String(row["group_id"]), data] as const] : [];
    });
    return new Desired(parts, new Map(read));
  }

  settings(group: string): DesiredSettings {
    return this.#settings.get(group) ?? {};
  }

  asking(group: string): boolean {
    return this.#asking.has(group);
  }

  /** @throws NotFoundError */
  async save(group: string, settings: DesiredSettings): Promise<void> {
    this.#parts.groups.get(group);
    await this.#parts.database.query(
      "INSERT INTO desired (group_id, settings) VALUES ($1, $2) ON CONFLICT (group_id) DO UPDATE SET settings = excluded.settings",
      [group, JSON.stringify(settings)],
    );
    this.#settings.set(group, settings);
    // What was found was held against other wishes.
    this.#found.delete(group);
  }

  /** All that are in the group now. @throws NotFoundError */
  sites(group: string): SiteDrift[] {
    const found = this.#found.get(group);
    const unasked: Found = { state: "unknown", differs: [], reason: texts.notAsked, at: 0 };
    return this.#members(group).map(({ hub, name }) => ({ hub, name, ...(found?.get(hub) ?? unasked) }));
  }

  /** Asks all of them; at once only one person does. @throws NotFoundError */
  look(group: string, by: Person): void {
    const members = this.#members(group);
    if (this.#asking.has(group)) return;
    this.#asking.add(group);
    void fewAtATime(members, ({ hub }) => this.#ask(group, hub, by)).finally(() =>
      this.#asking.delete(group),
    );
  }

  /** @throws NotFoundError; InvalidInputError for a site of another group */
  async apply(group: string, hubs: readonly string[], by: Person): Promise<SiteDrift[]> {
    const members = new Set(this.#members(group).map(({ hub }) => hub));
    if (!hubs.every((hub) => members.has(hub)))
      throw new InvalidInputError([{ field: "hubs", message: texts.notOfGroup }]);
    await fewAtATime([...new Set(hubs)], (hub) => this.#ask(group, hub, by, true));
    return this.sites(group).filter(({ hub }) => hubs.includes(hub));
  }

  #members(group: string): SiteShown[] {
    const { clock, groups, sites } = this.#parts;
    const { matches } = groups.get(group);
    return sites.shown().filter((site) => site.revoked === 0 && matches(site, clock.now()));
  }

  /** @param mend what differs */
  async #ask(group: string, hub: string, by: Person, mend = false): Promise<void> {
    const wanted = this.settings(group);
    const site = new SiteCalls(this.#parts.routed, hub, by);
    let differs: Name[] = [];
    let reason = "";
    try {
      differs = await differing(site, wanted);
      if (mend && differs.length > 0) {
        for (const name of differs) await SETTINGS[name].make(site, wanted);
        differs = await differing(site, wanted);
      }
    } catch (error) {
      reason = errorText(error);
    }
    // Other wishes were saved meanwhile.
    if (this.settings(group) !== wanted) return;
    const state = reason !== "" ? "unknown" : differs.length > 0 ? "differs" : "same";
    const all = this.#found.get(group) ?? new Map<string, Found>();
    this.#found.set(group, all.set(hub, { state, differs, reason, at: this.#parts.clock.now() }));
  }
}

async function differing(site: SiteCalls, wanted: DesiredSettings): Promise<Name[]> {
  const differs: Name[] = [];
  for (const name of DESIRED) if (await SETTINGS[name].differs(site, wanted)) differs.push(name);
  return differs;
}
