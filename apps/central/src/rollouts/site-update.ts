/** One site: whether its update can begin, and what became of it. What the hub answers is read as what a stranger says. */
import { type AnswerOf, updateState } from "@hubwart/contract";
import { errorText } from "@hubwart/core";
import type { SiteShown } from "@hubwart/fleet";
import { compareVersions } from "@hubwart/fleet/versions";
import { type Routed, SiteCalls } from "../bus/site-calls.ts";
import type { Person } from "../register/people.ts";
import type { RolloutEntry } from "./rollout.ts";
import { texts } from "./texts.ts";

type HubUpdates = AnswerOf<typeof updateState>;

/** What is to be noted of a site; undefined: nothing new. */
export type Verdict = Pick<RolloutEntry, "state" | "reason"> | undefined;

const FAULT = 3;

export class SiteUpdate {
  readonly #calls: SiteCalls;
  readonly #version: string;

  constructor(routed: Routed, hub: string, version: string, by: Person) {
    this.#calls = new SiteCalls(routed, hub, by);
    this.#version = version;
  }

  /** Ready to begin, with what to compare afterwards; or why not, or that nothing is to be done. @throws UnavailableError */
  async prepare(): Promise<{ before: number } | NonNullable<Verdict>> {
    let hub = await this.#ask("updateState");
    const there = this.#there(hub);
    if (there) return there;
    if (hub.hindrance !== null) return waiting(hub.hindrance);
    if (hub.available?.version !== this.#version) hub = await this.#ask("updateCheck");
    const offered = hub.available?.version;
    if (offered !== this.#version)
      return waiting(offered === undefined ? texts.notOffered : texts.otherOffered(offered.slice(0, 60)));
    return { before: hub.last?.started ?? 0 };
  }

  /** Undefined: the hub said yes. @throws UnavailableError: it may have begun all the same */
  async begin(): Promise<Verdict> {
    const refused = await this.#calls.order({ call: "systemRestart", query: { action: "update" } });
    return refused === undefined ? undefined : waiting(refused);
  }

  /** What became of what was begun; undefined: nothing yet. @param site as it is reported now. @throws UnavailableError */
  async look(entry: RolloutEntry, site: SiteShown): Promise<Verdict> {
    return this.#outcome(await this.#ask("updateState"), entry, site);
  }

  #outcome(hub: HubUpdates, { before, worst }: RolloutEntry, { state }: SiteShown): Verdict {
    const { last } = hub;
    if (last === null || last.started === before) return undefined;
    if (!last.success) return { state: "failed", reason: last.reason.slice(0, 500) };
    const there = this.#there(hub);
    if (!there) return { state: "failed", reason: texts.otherVersion(hub.version.slice(0, 60)) };
    if (there.state === "good" && worst < FAULT && (state?.counts?.worst ?? 0) >= FAULT) {
      const text = state?.findings?.find(({ level }) => level >= FAULT)?.text ?? "";
      return { state: "failed", reason: texts.worse(text) };
    }
    return there;
  }

  /** The version runs, or a newer one. */
  #there({ trial, version }: HubUpdates): Verdict {
    const order = compareVersions(version, this.#version);
    if (order === undefined || order < 0) return undefined;
    return trial === null ? { state: "good", reason: "" } : { state: "trial", reason: "" };
  }

  /** Both answer alike. @throws UnavailableError */
  #ask(call: "updateState" | "updateCheck"): Promise<HubUpdates> {
    return this.#calls.read(call, updateState);
  }
}

export const waiting = (reason: string): NonNullable<Verdict> => ({
  state: "waiting",
  reason: reason.slice(0, 500),
});

/** Why nothing is known just now. */
export const hindered = (error: unknown): NonNullable<Verdict> => waiting(errorText(error));
