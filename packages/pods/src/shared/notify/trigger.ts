/** Whether a value of a channel triggers a message. */
import type { NotifyChannel } from "./columns.ts";

export type Verdict = "raise" | "clear" | undefined;

type Rule = Pick<NotifyChannel, "limit" | "hysteresis" | "after"> & { when: NotifyChannel["when"] | "never" };

export class Trigger {
  readonly #rule: Rule;
  /** undefined: no value yet. */
  #raised: boolean | undefined;
  #last: string | undefined;
  /** Since when there is no good value, monotonic ms. */
  #badSince: number | undefined;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** A good value came. */
  value(value: unknown): Verdict {
    const { when } = this.#rule;
    if (when === "always") return "raise";
    if (when === "change") {
      const text = JSON.stringify(value);
      const first = this.#last === undefined;
      const same = this.#last === text;
      this.#last = text;
      return first || same ? undefined : "raise";
    }
    if (when === "bad" || when === "never") return undefined;
    return this.#edge(this.#isRaised(value));
  }

  /** The quality seen now; only for `bad`. */
  quality(bad: boolean, now: number): Verdict {
    if (!bad) {
      this.#badSince = undefined;
      return this.#edge(false);
    }
    this.#badSince ??= now;
    return now - this.#badSince >= this.#rule.after * 1000 ? this.#edge(true) : undefined;
  }

  #isRaised(value: unknown): boolean {
    const { hysteresis, limit = 0, when } = this.#rule;
    if (when === "true" || when === "false") return value === (when === "true");
    const number = Number(value);
    const slack = this.#raised ? hysteresis : 0;
    return when === "above" ? number > limit - slack : number < limit + slack;
  }

  /** The first value raises, but a first value that is fine tells nothing. */
  #edge(raised: boolean): Verdict {
    const before = this.#raised ?? false;
    this.#raised = raised;
    if (raised === before) return undefined;
    return raised ? "raise" : "clear";
  }
}
