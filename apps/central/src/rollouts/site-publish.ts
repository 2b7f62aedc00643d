/** One site: whether it takes a project, and how it stands it. What the hub answers is read as what a stranger says. */
import { CODES } from "@hubwart/contract";
import type { SiteShown } from "@hubwart/fleet";
import type { SiteCalls } from "../bus/site-calls.ts";
import { wrongIn } from "../projects/projects.ts";
import { LostOrderError, type SiteProject, type Tables } from "../projects/site-project.ts";
import { inUse, newestOf, standsIt, versionsAt } from "./in-use.ts";
import type { RolloutEntry } from "./rollout.ts";
import { texts } from "./texts.ts";
import { failed, hindered, type Ready, type SiteWork, type Verdict, waiting } from "./verdict.ts";

/** What asking again does not change: the hub tried it, and did not stand it. */
const FOR_GOOD: ReadonlySet<number> = new Set([
  CODES.projectInvalid,
  CODES.projectTooHeavy,
  CODES.projectPutBack,
  CODES.projectNotStarted,
]);

export class SitePublish implements SiteWork {
  readonly #calls: SiteCalls;
  readonly #project: SiteProject;
  readonly #tables: Tables | undefined;

  /** @param tables undefined: another file lies there by now */
  constructor(calls: SiteCalls, project: SiteProject, tables: Tables | undefined) {
    this.#calls = calls;
    this.#project = project;
    this.#tables = tables;
  }

  async prepare(): Promise<Ready | NonNullable<Verdict>> {
    if (!this.#tables) return waiting(texts.otherFile);
    const versions = await versionsAt(this.#calls);
    const running = inUse(versions);
    const told = await this.#project.check(this.#tables);
    const wrong = wrongIn(told);
    if (wrong !== undefined) return failed(wrong);
    if (told.new_hash === told.old_hash) return { state: "good", reason: "" };
    return { before: newestOf(versions), target: told.new_hash, ...(running && { was: running.version }) };
  }

  async begin(): Promise<Verdict> {
    if (!this.#tables) return waiting(texts.otherFile);
    try {
      const refused = await this.#project.publish(this.#tables);
      return refused && (FOR_GOOD.has(refused.code) ? failed(refused.why) : waiting(refused.why));
    } catch (error) {
      if (error instanceof LostOrderError) throw error;
      return hindered(error);
    }
  }

  look(entry: RolloutEntry, site: SiteShown, held: number): Promise<Verdict> {
    return standsIt(this.#calls, entry, site, held);
  }
}
