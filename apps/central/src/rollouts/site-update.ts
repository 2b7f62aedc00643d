/** One site: whether its update can begin, and what became of it. What the hub answers is read as what a stranger says. */
import { type AnswerOf, updateState } from "@hubwart/contract";
import type { SiteShown } from "@hubwart/fleet";
import { compareVersions } from "@hubwart/fleet/versions";
import type { SiteCalls } from "../bus/site-calls.ts";
import type { RolloutEntry } from "./rollout.ts";
import { texts } from "./texts.ts";
import { failed, newFault, type Ready, type SiteWork, type Verdict, waiting } from "./verdict.ts";

type HubUpdates = AnswerOf<typeof updateState>;

export class SiteUpdate implements SiteWork {
  readonly #calls: SiteCalls;
  readonly #version: string;

  constructor(calls: SiteCalls, version: string) {
    this.#calls = calls;
    this.#version = version;
  }

  async prepare(): Promise<Ready | NonNullable<Verdict>> {
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

  async begin(): Promise<Verdict> {
    const refused = await this.#calls.order({ call: "systemRestart", query: { action: "update" } });
    return refused === undefined ? undefined : waiting(refused);
  }

  async look(entry: RolloutEntry, site: SiteShown): Promise<Verdict> {
    return this.#outcome(await this.#ask("updateState"), entry, site);
  }

  #outcome(hub: HubUpdates, entry: RolloutEntry, site: SiteShown): Verdict {
    const { last } = hub;
    if (last === null || last.started === entry.before) return undefined;
    if (!last.success) return failed(last.reason);
    const there = this.#there(hub);
    if (!there) return failed(texts.otherVersion(hub.version.slice(0, 60)));
    const fault = there.state === "good" ? newFault(entry, site) : undefined;
    return fault === undefined ? there : failed(fault);
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
