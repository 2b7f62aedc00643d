/**
 * Sites that update themselves as hubs do, in memory: what they are asked, a switch after some minutes, a trial, and the way back.
 *
 *     const fleet = new FakeFleet(200);
 *     fleet.site(3).bad = true;                    // does not stand the next version
 *     fleet.pass(60_000);                          // a minute goes by
 */
import { type Clock, ManualClock, UnavailableError } from "@hubwart/core";
import type { HubState, SiteAsked, SiteShown } from "@hubwart/fleet";
import type { SiteTold } from "../bus/routed.ts";
import { FakeProjects } from "./fake-projects.ts";

const OLD = "0.5.0";

export class FakeSite {
  readonly hub: string;
  readonly name: string;
  readonly projects = new FakeProjects();
  plant: HubState["plant"] = "running";
  readonly #clock: Clock;
  version = OLD;
  offered: string | null = "0.6.0";
  online = true;
  revoked = 0;
  tags = ["hotel"];
  may: HubState["may"] = "admin";
  entrusts = false;
  worst = 0;
  hindrance: string | null = null;
  /** The next version is put back: at once, or during its trial. */
  bad: "switch" | "trial" | undefined;
  /** Does what it is asked, and its answer does not arrive. */
  loses = false;
  /** Does not hear the order. */
  deaf = false;
  /** Answers nothing, though it is connected. */
  mute = false;
  /** ms from the order to the switch. */
  takes = 120_000;
  trial = 1_800_000;
  begun = 0;
  #switchAt: number | undefined;
  #trialUntil: number | undefined;
  last: { success: boolean; reason: string; started: number; version: string } | null = null;

  constructor(nr: number, clock: Clock) {
    this.hub = `hub${String(nr).padStart(9, "0")}`;
    this.name = `Standort ${nr}`;
    this.#clock = clock;
  }

  tick(): void {
    const now = this.#clock.now();
    const started = Math.floor(now / 1000);
    const wanted = this.offered ?? "";
    if (this.#switchAt !== undefined && now >= this.#switchAt) {
      this.#switchAt = undefined;
      const success = this.bad !== "switch";
      const reason = success ? "" : "Der Hub meldet sich nicht.";
      this.last = { success, reason, started, version: wanted };
      if (!success) return;
      this.version = wanted;
      this.#trialUntil = now + this.trial;
    }
    if (this.#trialUntil === undefined) return;
    if (this.bad === "trial" && now >= this.#trialUntil - this.trial / 2) {
      this.version = OLD;
      this.#trialUntil = undefined;
      this.last = { success: false, reason: "Der Hub stürzt immer wieder ab.", started, version: wanted };
    } else if (now >= this.#trialUntil) this.#trialUntil = undefined;
  }

  answer(asked: SiteAsked): unknown {
    if (!this.online) throw new UnavailableError("Dieser Standort ist gerade nicht verbunden.");
    if (this.mute) throw new UnavailableError("Der Standort hat nicht rechtzeitig geantwortet.");
    const told = this.projects.answer(asked);
    if (told) return told;
    const { call } = asked;
    if (call === "systemRestart") return this.#order();
    const newer = this.offered !== null && this.offered !== this.version;
    const available = newer ? { version: this.offered, size: 1, unpacked: 1, published: 1, notes: "" } : null;
    const trial =
      this.#trialUntil === undefined ? null : { until: 1, from: OLD, crashes: 0, losses: 0, connections: 0 };
    return {
      code: 0,
      version: this.version,
      previous: null,
      trial,
      back: null,
      channel: "stable",
      list: ["stable"],
      checked: 1,
      error: null,
      available,
      hindrance: this.hindrance,
      last: this.last && {
        ...this.last,
        from: OLD,
        ended: this.last.started,
        code: 0,
        log: false,
        seen: true,
      },
    };
  }

  #order(): unknown {
    if (this.deaf) throw new UnavailableError("Der Standort hat nicht rechtzeitig geantwortet.");
    if (this.#switchAt !== undefined) return { code: 1106, message: "Es läuft schon ein Update." };
    this.begun += 1;
    this.#switchAt = this.#clock.now() + this.takes;
    if (this.loses) throw new UnavailableError("Der Standort hat nicht rechtzeitig geantwortet.");
    return { code: 0 };
  }

  shown(): SiteShown {
    const { entrusts, hub, may, name, online, plant, revoked, tags, version, worst } = this;
    const state: HubState = {
      v: 1,
      at: 1,
      name,
      version,
      started: 1,
      may,
      entrusts,
      plant,
      license: { valid: true },
      counts: { findings: worst > 0 ? 1 : 0, worst },
      findings: worst > 0 ? [{ code: "pod", level: worst, text: "Ein Pod steht." }] : [],
    };
    return { hub, name, customer: "main", tags, joined: 1, revoked, seen: 1, online, state };
  }
}

export class FakeFleet {
  readonly clock = new ManualClock();
  readonly sites: FakeSite[];

  constructor(count: number) {
    this.sites = Array.from({ length: count }, (_, nr) => new FakeSite(nr, this.clock));
  }

  site(nr: number): FakeSite {
    const site = this.sites[nr];
    if (!site) throw new Error(`no site ${nr}`);
    return site;
  }

  get begun(): number {
    return this.sites.filter(({ begun }) => begun > 0).length;
  }

  shown(): SiteShown[] {
    return this.sites.map((site) => site.shown());
  }

  async act(asked: SiteAsked): Promise<SiteTold> {
    const site = this.sites.find(({ hub }) => hub === asked.hub);
    if (!site) throw new Error(asked.hub);
    return { status: 200, answer: site.answer(asked) };
  }

  pass(ms: number): void {
    this.clock.advance(ms);
    for (const site of this.sites) site.tick();
  }
}
