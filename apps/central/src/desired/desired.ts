/**
 * What the sites of a group are to be set to. Sites are asked and changed only when a person wants it, in that person's name; what was found is remembered
 * until the central ends, or the wishes change.
 *
 *     await desired.save(group, { channel: "stable" });
 *     desired.look(group, person);                        // answers come one by one
 *     desired.sites(group);                               // who differs in what
 *     await desired.apply(group, [hub], person);
 */
import { createHash } from "node:crypto";
import { entrustedPersonLink } from "@hubwart/contract";
import { type Clock, ConflictError, errorText, InvalidInputError, SerialQueue } from "@hubwart/core";
import {
  DESIRED,
  type DesiredSettings,
  desiredSettings,
  ENTRUSTED,
  type Desired as Name,
  type SiteDrift,
  type SiteShown,
} from "@hubwart/fleet";
import * as z from "zod/mini";
import { type Routed, SiteCalls, SiteRefusal } from "../bus/site-calls.ts";
import { fewAtATime } from "../few-at-a-time.ts";
import type { Database } from "../register/database.ts";
import type { Groups } from "../register/groups.ts";
import type { Person } from "../register/people.ts";
import type { Sites } from "../register/sites.ts";
import { storedAuthority } from "./authority.ts";
import { checkedWishes, sameName } from "./check.ts";
import type { Looked } from "./setting.ts";
import { SETTINGS } from "./settings.ts";
import { texts } from "./texts.ts";

export interface DesiredParts {
  database: Pick<Database, "query">;
  groups: Pick<Groups, "get">;
  sites: Pick<Sites, "shown">;
  routed: Routed;
  clock: Clock;
}

type Found = Omit<SiteDrift, "hub" | "name">;
/** `reason`: what the site said of the first part that it does not let the person look at. */
type Drift = Pick<Found, "details" | "differs" | "reason" | "waiting">;

export class Desired {
  readonly #parts: DesiredParts;
  /** By group. */
  readonly #settings: Map<string, DesiredSettings>;
  /** By group and hub. */
  readonly #found = new Map<string, Map<string, Found>>();
  readonly #asking = new Set<string>();
  readonly #saves = new SerialQueue();

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

  /** Of the wishes, as people read them. */
  authorities(group: string) {
    const pems = this.settings(group).authorities ?? [];
    return pems.map(storedAuthority).map(({ fingerprint, name, until }) => ({ fingerprint, name, until }));
  }

  asking(group: string): boolean {
    return this.#asking.has(group);
  }

  /** Another one with each change of the wishes. */
  mark(group: string): string {
    return createHash("sha256")
      .update(JSON.stringify(this.settings(group)))
      .digest("base64url");
  }

  /**
   * @param was mark of the wishes that these come from
   * @throws NotFoundError; InvalidInputError for wishes that no site could take; ConflictError where somebody else was faster
   */
  save(group: string, given: DesiredSettings, was?: string): Promise<void> {
    return this.#saves.run(() => this.#save(group, given, was));
  }

  async #save(group: string, given: DesiredSettings, was: string | undefined): Promise<void> {
    this.#parts.groups.get(group);
    if (was !== undefined && was !== this.mark(group)) throw new ConflictError(texts.changedElsewhere);
    const settings = checkedWishes(given, this.#parts.clock.now());
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
    const unasked: Found = { ...NOTHING, reason: texts.notAsked, state: "unknown", withheld: [], at: 0 };
    return this.#members(group).map(({ hub, name }) => ({ hub, name, ...(found?.get(hub) ?? unasked) }));
  }

  /** Asks all of them; at once only one person does. @throws NotFoundError */
  look(group: string, by: Person): void {
    const members = this.#members(group);
    if (this.#asking.has(group)) return;
    this.#asking.add(group);
    void fewAtATime(members, (site) => this.#ask(group, site, by)).finally(() => this.#asking.delete(group));
  }

  /** @throws NotFoundError; InvalidInputError for a site of another group */
  async apply(group: string, hubs: readonly string[], by: Person): Promise<SiteDrift[]> {
    const chosen = this.#members(group).filter(({ hub }) => hubs.includes(hub));
    if (chosen.length < new Set(hubs).size)
      throw new InvalidInputError([{ field: "hubs", message: texts.notOfGroup }]);
    await fewAtATime(chosen, (site) => this.#ask(group, site, by, true));
    return this.sites(group).filter(({ hub }) => hubs.includes(hub));
  }

  /** A link for a wished person, made by the site. @throws NotFoundError, InvalidInputError; UnavailableError with what the site said */
  async link(group: string, hub: string, name: string, by: Person) {
    if (!this.#members(group).some((site) => site.hub === hub))
      throw new InvalidInputError([{ field: "hub", message: texts.notOfGroup }]);
    if (!this.settings(group).people?.some((one) => sameName(one.name) === sameName(name)))
      throw new InvalidInputError([{ field: "name", message: texts.notWished }]);
    const site = new SiteCalls(this.#parts.routed, hub, by);
    return await site.read("entrustedPersonLink", entrustedPersonLink, { body: { name } });
  }

  #members(group: string): SiteShown[] {
    const { clock, groups, sites } = this.#parts;
    const { matches } = groups.get(group);
    return sites.shown().filter((site) => site.revoked === 0 && matches(site, clock.now()));
  }

  /** @param mend what differs */
  async #ask(group: string, { hub, state }: SiteShown, by: Person, mend = false): Promise<void> {
    const wanted = this.settings(group);
    const wished = DESIRED.filter((name) => wanted[name] !== undefined);
    // As the site said last: what it does not say it does not want.
    const withheld = state?.entrusts === true ? [] : wished.filter((name) => ENTRUSTED.includes(name));
    const looked = wished.filter((name) => !withheld.includes(name));
    const site = new SiteCalls(this.#parts.routed, hub, by);
    let drift: Drift = NOTHING;
    let failed = "";
    try {
      drift = await driftOf(site, wanted, looked);
      if (mend && drift.differs.length > 0) {
        const { details, reason } = await mended(site, wanted, drift.differs);
        drift = await driftOf(site, wanted, looked);
        drift = { ...drift, details: [...details, ...drift.details], reason: drift.reason || reason };
      }
    } catch (error) {
      failed = errorText(error);
    }
    // Other wishes were saved meanwhile.
    if (this.settings(group) !== wanted) return;
    const at = this.#parts.clock.now();
    const reason = failed || drift.reason;
    const found: Found = {
      ...drift,
      state: failed ? "unknown" : stateOf(drift, withheld),
      withheld,
      reason,
      at,
    };
    const all = this.#found.get(group) ?? new Map<string, Found>();
    this.#found.set(group, all.set(hub, found));
  }
}

const NOTHING: Drift = { differs: [], details: [], reason: "", waiting: [] };

const NONE: Looked = { differs: false, details: [], waiting: [] };

function stateOf({ differs, reason }: Drift, withheld: readonly Name[]): SiteDrift["state"] {
  if (differs.length > 0) return "differs";
  if (reason !== "") return "unknown";
  return withheld.length > 0 ? "withheld" : "same";
}

/** @returns what the site refused: one by one, and of whole parts. @throws UnavailableError where it does not answer */
async function mended(
  site: SiteCalls,
  wanted: DesiredSettings,
  names: readonly Name[],
): Promise<Pick<Drift, "details" | "reason">> {
  const refused: Pick<Drift, "details" | "reason"> = { details: [], reason: "" };
  for (const name of names)
    try {
      refused.details.push(...(await SETTINGS[name].make(site, wanted)));
    } catch (error) {
      if (!(error instanceof SiteRefusal)) throw error;
      refused.reason ||= error.message;
    }
  return refused;
}

/** A part that the site refuses hides none of the others. @throws UnavailableError where it does not answer */
async function driftOf(site: SiteCalls, wanted: DesiredSettings, names: readonly Name[]): Promise<Drift> {
  const drift: Drift = { differs: [], details: [], reason: "", waiting: [] };
  for (const name of names) {
    const { details, differs, waiting } = await SETTINGS[name].look(site, wanted).catch((error: unknown) => {
      if (!(error instanceof SiteRefusal)) throw error;
      drift.reason ||= error.message;
      return NONE;
    });
    if (differs) drift.differs.push(name);
    drift.details.push(...details);
    drift.waiting.push(...waiting);
  }
  return drift;
}
