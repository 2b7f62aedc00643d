/**
 * All sites, in memory and in the database. What a hub reports is kept in memory at once and written every few seconds; who joined
 * and who is revoked is written before it counts.
 */
import { randomBytes } from "node:crypto";
import { type Clock, errorText, type Logger, NotFoundError, type Scope } from "@hubwart/core";
import { FLEET_LIMITS, type HubState, hubState, type SiteShown } from "@hubwart/fleet";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import type { Database, Row } from "./database.ts";

export interface Site {
  hub: string;
  customer: string;
  name: string;
  tags: readonly string[];
  /** Name of the hub's key. */
  key: string;
  joined: number;
  revoked: number;
  seen: number;
  state: HubState | undefined;
}

interface Parts {
  database: Pick<Database, "query">;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const WRITE_EVERY = 5_000;
/** Made once: a comparison of two names alone makes it each time. */
const BY_NAME = new Intl.Collator("de", { numeric: true });

export class Sites {
  readonly #parts: Parts;
  readonly #sites = new Map<string, Site>();
  /** By hub, monotonic ms: when it last said something, since this process began. */
  readonly #heard = new Map<string, number>();
  #unwritten = new Set<Site>();
  #failed = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
    const { clock, scope } = parts;
    scope.add(() => this.#write());
    scope.add(clock.every(WRITE_EVERY, () => void this.#write()));
  }

  static async open(parts: Parts): Promise<Sites> {
    const sites = new Sites(parts);
    for (const row of await parts.database.query("SELECT * FROM sites")) {
      const site = siteOf(row);
      sites.#sites.set(site.hub, site);
    }
    return sites;
  }

  get(hub: string): Site | undefined {
    return this.#sites.get(hub);
  }

  all(): Site[] {
    return [...this.#sites.values()];
  }

  shown(): SiteShown[] {
    return this.all()
      .toSorted((a, b) => BY_NAME.compare(a.name, b.name))
      .map(({ key: _key, state, tags, ...site }) => ({
        ...site,
        tags: [...tags],
        online: this.online(site),
        ...(state && { state }),
      }));
  }

  /** What the clock says counts only for what another process heard; it may have been set since. */
  online({ hub, revoked, seen }: Pick<Site, "hub" | "revoked" | "seen">): boolean {
    const { clock } = this.#parts;
    const heard = this.#heard.get(hub);
    const since = heard === undefined ? Math.abs(clock.now() - seen) : clock.monotonic() - heard;
    return revoked === 0 && since < FLEET_LIMITS.silent;
  }

  /** A new one. */
  async add(site: Pick<Site, "customer" | "name" | "tags" | "key">): Promise<Site> {
    const { clock, database } = this.#parts;
    const hub = randomBytes(8).toString("hex");
    const added = { ...site, hub, joined: clock.now(), revoked: 0, seen: 0, state: undefined };
    await database.query(
      "INSERT INTO sites (hub, customer, name, tags, key, joined) VALUES ($1, $2, $3, $4, $5, $6)",
      [hub, site.customer, site.name, JSON.stringify(site.tags), site.key, added.joined],
    );
    this.#sites.set(hub, added);
    return added;
  }

  /** Fine to call again. @throws NotFoundError */
  async revoke(hub: string): Promise<Site> {
    const site = this.#sites.get(hub);
    if (!site) throw new NotFoundError(texts.noSuchHub);
    if (site.revoked > 0) return site;
    const now = this.#parts.clock.now();
    await this.#parts.database.query("UPDATE sites SET revoked = $2 WHERE hub = $1", [hub, now]);
    site.revoked = now;
    return site;
  }

  /** What a hub of this customer said; passed over where it is not its own. */
  reported(customer: string, hub: string, state: HubState): void {
    const site = this.#sites.get(hub);
    if (!site || site.customer !== customer || site.revoked > 0) return;
    site.state = state;
    site.seen = this.#parts.clock.now();
    this.#heard.set(hub, this.#parts.clock.monotonic());
    this.#unwritten.add(site);
  }

  async #write(): Promise<void> {
    const sites = [...this.#unwritten];
    if (sites.length === 0) return;
    this.#unwritten = new Set();
    try {
      await this.#parts.database.query(
        `UPDATE sites SET state = u.state, seen = u.seen
         FROM unnest($1::text[], $2::text[], $3::bigint[]) AS u (hub, state, seen) WHERE sites.hub = u.hub`,
        [
          sites.map(({ hub }) => hub),
          sites.map(({ state }) => JSON.stringify(state)),
          sites.map(({ seen }) => seen),
        ],
      );
      this.#failed = false;
    } catch (error) {
      for (const site of sites) this.#unwritten.add(site);
      if (!this.#failed) this.#parts.log.warn(`reports are not stored: ${errorText(error)}`);
      this.#failed = true;
    }
  }
}

const tagsShape = z.array(z.string());

function siteOf(row: Row): Site {
  const state = row["state"] === null ? undefined : z.safeParse(hubState, JSON.parse(String(row["state"])));
  return {
    hub: String(row["hub"]),
    customer: String(row["customer"]),
    name: String(row["name"]),
    tags: tagsShape.parse(JSON.parse(String(row["tags"]))),
    key: String(row["key"]),
    joined: Number(row["joined"]),
    revoked: Number(row["revoked"]),
    seen: Number(row["seen"]),
    // One that an earlier release wrote in another shape comes anew within half a minute.
    state: state?.data,
  };
}
