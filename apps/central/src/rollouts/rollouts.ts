/**
 * Brings many sites to a version, or has them run a project, in stages: one, a tenth, the rest, a tenth at a time. Each hub decides by itself
 * whether it stands that (its health gate, its trial, its compiler); what is found here is only read from what it says. One that does not ends the stage.
 *
 *     const rollouts = await Rollouts.open({ store, sites, people, projects, routed, audit, clock, log, scope });
 *     const id = await rollouts.begin({ version: "0.6.0", rule: "tag hotel" }, person);
 *     await rollouts.publish("p1", {}, person);
 *     await rollouts.set(id, "pause", person);
 *
 * Invariants: a site is noted as begun before it is asked, so a central that is killed asks none twice without looking; who lost the right
 * to it changes nothing.
 */
import { randomBytes } from "node:crypto";
import { includes } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  errorText,
  InvalidInputError,
  type Logger,
  NotFoundError,
  type Scope,
  SerialQueue,
} from "@hubwart/core";
import type { RolloutRow, SiteShown } from "@hubwart/fleet";
import type { Routed } from "../bus/site-calls.ts";
import { fewAtATime } from "../few-at-a-time.ts";
import { ForbiddenError } from "../forbidden.ts";
import type { Projects } from "../projects/projects.ts";
import type { Audit } from "../register/audit.ts";
import { matcherOf } from "../register/groups.ts";
import type { People, Person } from "../register/people.ts";
import type { RolloutStore } from "../register/rollouts.ts";
import type { Sites } from "../register/sites.ts";
import {
  allows,
  backOf,
  broken,
  entryFor,
  isDone,
  isInside,
  isOpen,
  isUnderWay,
  mayBegin,
  mayHaveBegun,
  type Rollout,
  type RolloutEntry,
  rowOfRollout,
} from "./rollout.ts";
import { texts } from "./texts.ts";
import { hindered, type Verdict, waiting } from "./verdict.ts";
import { type Work, workOf } from "./work.ts";

export interface RolloutParts {
  store: Pick<RolloutStore, "read" | "write">;
  sites: Pick<Sites, "shown">;
  people: Pick<People, "list">;
  projects: Pick<Projects, "current">;
  routed: Routed;
  audit: Pick<Audit, "add">;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const EVERY = 10_000;
/** A site that cannot begin is asked again after so long, ms. */
const AGAIN = 600_000;
/** So long after a question that was not answered it counts as not asked, where the hub knows of no update, ms. */
const UNSURE = 120_000;
/** So long nothing may be known of an update, of a trial that should be over, or whether the site has heard, ms. */
const SILENT = 3_600_000;
/** The site could not be asked. */
const AWAY = "away";
const OPEN_MOST = 20;

export class Rollouts {
  readonly #parts: RolloutParts;
  readonly #rollouts: Rollout[];
  readonly #turns = new SerialQueue();
  /** By id: its last turn failed. */
  readonly #failed = new Set<string>();
  /** By id: somebody wants it to begin no more, which does not wait for the turn that is under way. */
  readonly #halting = new Set<string>();
  #looking = false;
  /** By rollout and site, monotonic ms: when it was last heard of what it was told, or when it was first told. */
  readonly #heard = new Map<RolloutEntry, number>();
  /** Since when it is in its state, as far as this process knows, monotonic ms. */
  readonly #since = new Map<RolloutEntry, number>();
  /** When it may be asked again, monotonic ms. */
  readonly #later = new Map<RolloutEntry, number>();

  private constructor(parts: RolloutParts, rollouts: Rollout[]) {
    this.#parts = parts;
    this.#rollouts = rollouts;
    const { clock, scope } = parts;
    scope.add(clock.every(EVERY, () => this.#look()));
  }

  static async open(parts: RolloutParts): Promise<Rollouts> {
    return new Rollouts(parts, await parts.store.read());
  }

  /** The newest first. */
  list(): RolloutRow[] {
    return this.#rollouts.toSorted((a, b) => b.began - a.began).map(rowOfRollout);
  }

  /** @throws NotFoundError */
  get(id: string): Rollout {
    const rollout = this.#rollouts.find((one) => one.id === id);
    if (!rollout) throw new NotFoundError(texts.noSuch);
    return rollout;
  }

  /** @returns its id. @throws InvalidInputError for a rule that is none, or that takes no site; ConflictError */
  async begin(wanted: Pick<Rollout, "rule" | "version" | "window">, by: Person): Promise<string> {
    if (wanted.rule !== "") matcherOf(wanted.rule);
    return await this.#begun(wanted, by, { field: "rule", message: texts.noSites });
  }

  /** @returns id of the rollout. @throws NotFoundError; InvalidInputError where there is no site of its table; ConflictError */
  async publish(id: string, window: Rollout["window"], by: Person): Promise<string> {
    const found = this.#parts.projects.current(id);
    if (!found) throw new NotFoundError(texts.noProject);
    const { changed, name } = found;
    const wanted = { version: "", rule: "", project: { id, name, changed }, ...(window && { window }) };
    return await this.#begun(wanted, by, { field: "id", message: texts.noProjectSites });
  }

  /** @param id of a rollout of a project. @throws NotFoundError; InvalidInputError where it reached no site; ConflictError */
  async putBack(id: string, window: Rollout["window"], by: Person): Promise<string> {
    const other = this.get(id);
    const { project, sites, state } = other;
    if (!project) throw new ConflictError(texts.notOfProject);
    if (state === "running" || sites.some(isUnderWay)) throw new ConflictError(texts.stillRuns);
    const wanted = { version: "", rule: "", project: { ...project, back: id }, ...(window && { window }) };
    const back = backOf(other, this.#parts.clock.now());
    return await this.#begun(wanted, by, { field: "rollout", message: texts.nothingBack }, back);
  }

  async #begun(
    wanted: Pick<Rollout, "project" | "rule" | "version" | "window">,
    { id, name }: Person,
    none: { field: string; message: string },
    sites: RolloutEntry[] = [],
  ): Promise<string> {
    const { clock, store } = this.#parts;
    if (this.#rollouts.filter(isOpen).length >= OPEN_MOST) throw new ConflictError(texts.many(OPEN_MOST));
    const rollout: Rollout = {
      ...wanted,
      id: randomBytes(9).toString("base64url"),
      state: "running",
      reason: "",
      by: { id, name },
      began: clock.now(),
      sites,
    };
    this.#join(rollout, this.#parts.sites.shown(), workOf(rollout, this.#parts));
    if (rollout.sites.length === 0) throw new InvalidInputError([none]);
    await store.write(rollout);
    this.#rollouts.push(rollout);
    this.#look();
    return rollout.id;
  }

  /** @throws NotFoundError; ForbiddenError for who may not have it done; ConflictError where it is over, or runs already */
  async set(id: string, does: "pause" | "resume" | "end", { id: by, level, name }: Person): Promise<Rollout> {
    if (!includes(level, workOf(this.get(id), this.#parts).level)) throw new ForbiddenError(texts.denied);
    if (does !== "resume") this.#halting.add(id);
    return await this.#turns.run(async () => {
      this.#halting.delete(id);
      const rollout = this.get(id);
      if (!isOpen(rollout)) throw new ConflictError(texts.over);
      if (does === "resume" && rollout.state === "running") throw new ConflictError(texts.notPaused);
      const state = ({ pause: "paused", resume: "running", end: "ended" } as const)[does];
      const excused = (entry: RolloutEntry): boolean => entry.excused || entry.state === "failed";
      await this.#parts.store.write({
        ...rollout,
        state,
        reason: "",
        ...(does === "resume" && {
          by: { id: by, name },
          sites: rollout.sites.map((entry) => ({ ...entry, excused: excused(entry) })),
        }),
      });
      // Only what is on the disk counts.
      Object.assign(rollout, { state, reason: "" });
      if (does === "resume") {
        rollout.by = { id: by, name };
        for (const entry of rollout.sites) {
          entry.excused = excused(entry);
          this.#later.delete(entry);
        }
      }
      return rollout;
    });
  }

  /** Unless it is at it. */
  #look(): void {
    if (this.#looking) return;
    this.#looking = true;
    void this.step().finally(() => {
      this.#looking = false;
    });
  }

  /** Looks at all that is open; runs by itself every few seconds. */
  async step(): Promise<void> {
    for (const rollout of this.#rollouts.filter(
      (one) => isOpen(one) || one.sites.some(isUnderWay) || this.#failed.has(one.id),
    ))
      await this.#turns
        .run(() => this.#turn(rollout))
        .then(
          () => this.#failed.delete(rollout.id),
          (error: unknown) => this.#warn(rollout.id, error),
        );
  }

  /** Once, until it goes well again. */
  #warn(id: string, error: unknown): void {
    if (!this.#failed.has(id)) this.#parts.log.warn(`rollout ${id}: ${errorText(error)}`);
    this.#failed.add(id);
  }

  async #turn(rollout: Rollout): Promise<void> {
    const { people, sites, store } = this.#parts;
    const before = JSON.stringify(rollout);
    const shown = new Map(sites.shown().map((site) => [site.hub, site]));
    const by = people.list().find(({ id }) => id === rollout.by.id);
    const work = workOf(rollout, this.#parts);
    const person = by && includes(by.level, work.level) ? by : undefined;
    if (rollout.state === "running" && !person) {
      rollout.state = "paused";
      rollout.reason = texts.personGone(rollout.by.name);
    }
    if (rollout.state === "running") this.#join(rollout, [...shown.values()], work);
    if (person) await this.#follow(rollout, shown, work, person);
    const failed = broken(rollout);
    if (rollout.state === "running" && failed) {
      rollout.state = "stopped";
      rollout.reason = texts.stopped(failed.name, failed.reason);
      this.#parts.log.warn(`rollout of ${work.title} stopped: ${rollout.reason}`);
    }
    if (rollout.state === "running" && isDone(rollout)) rollout.state = "done";
    // What was found in a turn that the database did not take is not found again.
    if (this.#failed.has(rollout.id) || JSON.stringify(rollout) !== before) await store.write(rollout);
    if (rollout.state === "running" && person) await this.#advance(rollout, shown, work, person);
  }

  /** Sites that it is for now; one that was in it once stays, unless it waits and is locked out. */
  #join(rollout: Rollout, shown: readonly SiteShown[], work: Work): void {
    const revoked = new Set(shown.filter((site) => site.revoked > 0).map(({ hub }) => hub));
    rollout.sites = rollout.sites.filter(({ hub, state }) => state !== "waiting" || !revoked.has(hub));
    const now = this.#parts.clock.now();
    const known = new Set(rollout.sites.map(({ hub }) => hub));
    for (const site of shown)
      if (!known.has(site.hub) && site.revoked === 0 && work.takes(site, now))
        rollout.sites.push(entryFor(site, now));
  }

  async #follow(
    rollout: Rollout,
    shown: ReadonlyMap<string, SiteShown>,
    work: Work,
    by: Person,
  ): Promise<void> {
    const asked = rollout.sites.filter((entry) => isUnderWay(entry) || mayHaveBegun(entry));
    await fewAtATime(asked, async (entry) => {
      const site = shown.get(entry.hub);
      const now = this.#parts.clock.monotonic();
      const since = this.#since.get(entry) ?? now;
      this.#since.set(entry, since);
      const look = async () =>
        site?.online === true ? await work.at(entry, by).look(entry, site, now - since) : AWAY;
      const found = await look().catch(() => AWAY);
      // A trial says each time that it still goes on.
      const goesOn = typeof found === "object" && found.state === "trial";
      const heard = goesOn ? now : (this.#heard.get(entry) ?? now);
      this.#heard.set(entry, heard);
      if (typeof found === "object") this.#note(entry, found);
      else if (now - heard > SILENT)
        this.#note(entry, { state: "failed", reason: texts.noResult(SILENT / 60_000) });
      else if (isUnderWay(entry) && found === undefined && !entry.sure && now - since > UNSURE)
        this.#note(entry, { state: "waiting", reason: "" });
    });
  }

  async #advance(
    rollout: Rollout,
    shown: ReadonlyMap<string, SiteShown>,
    work: Work,
    by: Person,
  ): Promise<void> {
    const { clock, store } = this.#parts;
    if (!isInside(rollout.window, clock.now())) return;
    const elsewhere = new Set(
      this.#rollouts
        .filter((other) => other !== rollout)
        .flatMap(({ sites }) => sites.filter(isUnderWay).map(({ hub }) => hub)),
    );
    const before = JSON.stringify(rollout);
    let room = mayBegin(rollout);
    const due = rollout.sites.filter(
      (entry) => entry.state === "waiting" && (this.#later.get(entry) ?? 0) <= clock.monotonic(),
    );
    for (const entry of due) {
      if (this.#halting.has(rollout.id)) break;
      // One that may have begun has its place already.
      if (room <= 0 && !mayHaveBegun(entry)) continue;
      const site = shown.get(entry.hub);
      const why = hindrance(site, work) ?? (elsewhere.has(entry.hub) ? texts.elsewhere : undefined);
      if (site === undefined || why !== undefined) {
        // One that comes back is taken at once.
        this.#note(entry, waiting(why ?? texts.revoked));
        continue;
      }
      const had = mayHaveBegun(entry);
      const verdict = await this.#begin(rollout, entry, site, work, by);
      if (verdict) {
        this.#note(entry, verdict);
        this.#later.set(entry, clock.monotonic() + AGAIN);
        // The next turn stops it.
        if (verdict.state === "failed") break;
      }
      if (isUnderWay(entry) && !had) room -= 1;
    }
    if (JSON.stringify(rollout) !== before) await store.write(rollout);
  }

  /** Undefined: it is under way, which is on the disk. @throws UnavailableError of the database: it was not asked then */
  async #begin(
    rollout: Rollout,
    entry: RolloutEntry,
    site: SiteShown,
    work: Work,
    by: Person,
  ): Promise<Verdict> {
    const { audit, clock, store } = this.#parts;
    const there = work.at(entry, by);
    const ready = await there.prepare().catch(hindered);
    if (!("before" in ready)) return ready;
    const was = { ...entry };
    Object.assign(entry, {
      state: "begun",
      reason: "",
      at: clock.now(),
      ...ready,
      worst: site.state?.counts?.worst ?? 0,
      sure: false,
    } satisfies Partial<RolloutEntry>);
    try {
      const detail = { hub: entry.hub, name: entry.name, what: work.title };
      await audit.add({ who: by.name, address: "", call: "rolloutSite", code: 0, detail });
      await store.write(rollout);
    } catch (error) {
      Object.assign(entry, was);
      throw error;
    }
    if (!mayHaveBegun(was)) this.#heard.set(entry, clock.monotonic());
    try {
      const refused = await there.begin();
      entry.sure = refused === undefined;
      if (refused) entry.before = was.before;
      return refused;
    } catch {
      // It may have begun; what becomes of it is looked at.
      return undefined;
    }
  }

  #note(entry: RolloutEntry, verdict: NonNullable<Verdict>): void {
    if (entry.state === verdict.state && entry.reason === verdict.reason) return;
    Object.assign(entry, verdict, { at: this.#parts.clock.now() });
    this.#since.delete(entry);
    if (!isUnderWay(entry) && !mayHaveBegun(entry)) this.#heard.delete(entry);
  }
}

function hindrance(site: SiteShown | undefined, work: Work): string | undefined {
  if (site === undefined || site.revoked > 0) return texts.revoked;
  if (!site.online) return texts.away;
  return allows(site, work.level) ? undefined : work.mayNot;
}
