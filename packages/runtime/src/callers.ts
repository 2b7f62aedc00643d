/**
 * What callers may cost a pod that listens, over all its interfaces (`CallerBudget`): said in the log, and with the state of
 * the interfaces.
 *
 *     const callers = new PodCallers(context);
 *     callers.onOverload(() => this.#report());
 *     context.connection(id, { state: true, ...callers.overload });
 */
import { CallerBudget, type Overload, overloadText } from "@hubwart/core";
import type { PodContext } from "./pod.ts";

const MIB = 1024 * 1024;
/** A pod may not become larger than its hub. */
const LIMITS = { total: 32 * MIB, perCaller: 16 * MIB };
/** Logged this often at most, ms. */
const LOG_MS = 60_000;

export class PodCallers {
  readonly budget: CallerBudget;
  readonly #handlers: (() => void)[] = [];
  #logged = Number.NEGATIVE_INFINITY;

  constructor({ clock, log }: Pick<PodContext, "clock" | "log">) {
    this.budget = new CallerBudget({
      clock,
      limits: LIMITS,
      overloaded: (overload) => {
        for (const handler of this.#handlers) handler();
        if (clock.monotonic() - this.#logged < LOG_MS) return;
        this.#logged = clock.monotonic();
        log.warn(`Last: ${overloadText(overload)}`);
      },
    });
  }

  /** Part of an interface's state. */
  get overload(): { overload?: Overload } {
    const overload = this.budget.worst();
    return overload === undefined ? {} : { overload };
  }

  onOverload(handler: () => void): void {
    this.#handlers.push(handler);
  }
}
