/** One site: puts back what ran there before a project came by a rollout. */
import type { SiteShown } from "@hubwart/fleet";
import type { SiteCalls } from "../bus/site-calls.ts";
import { inUse, newestOf, standsIt, versionsAt } from "./in-use.ts";
import type { RolloutEntry } from "./rollout.ts";
import { texts } from "./texts.ts";
import { failed, type Ready, type SiteWork, type Verdict, waiting } from "./verdict.ts";

export class SiteBack implements SiteWork {
  readonly #calls: SiteCalls;
  readonly #earlier: NonNullable<RolloutEntry["earlier"]>;

  constructor(calls: SiteCalls, earlier: NonNullable<RolloutEntry["earlier"]>) {
    this.#calls = calls;
    this.#earlier = earlier;
  }

  async prepare(): Promise<Ready | NonNullable<Verdict>> {
    const { since, version } = this.#earlier;
    const versions = await versionsAt(this.#calls);
    const running = inUse(versions);
    if (running?.version === version) return { state: "good", reason: "" };
    // Somebody at the site has done something else since.
    if (running?.hash !== since) return { state: "good", reason: texts.otherSince };
    const before = versions.find((one) => one.version === version);
    if (!before) return failed(texts.versionGone(version));
    return { before: newestOf(versions), was: running.version, target: before.hash };
  }

  async begin(): Promise<Verdict> {
    const refused = await this.#calls.order({
      call: "projectRestore",
      body: { version: this.#earlier.version },
    });
    return refused === undefined ? undefined : waiting(refused);
  }

  look(entry: RolloutEntry, site: SiteShown, held: number): Promise<Verdict> {
    return standsIt(this.#calls, entry, site, held);
  }
}
