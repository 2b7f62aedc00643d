/**
 * The budget that callers of this process have, and what is said when somebody goes beyond it: a line in the log, and a
 * finding for ten minutes.
 *
 *     const load = watchLoad(clock, log);
 *     boundConnections(server, CONNECTIONS, { budget: load.budget, callerOf });
 *     load.findings();
 */
import { CallerBudget, type Clock, type Logger, overloadText } from "@hubwart/core";
import type { Finding } from "../status.ts";

const MIB = 1024 * 1024;
/** Of http, https and `/ws` together. */
const LIMITS = { total: 64 * MIB, perCaller: 32 * MIB };
/** Logged this often at most, ms. */
const LOG_MS = 60_000;

export interface LoadWatch {
  budget: CallerBudget;
  findings(): Finding[];
}

export function watchLoad(clock: Clock, log: Logger): LoadWatch {
  let logged = Number.NEGATIVE_INFINITY;
  const budget = new CallerBudget({
    clock,
    limits: LIMITS,
    overloaded: (overload) => {
      if (clock.monotonic() - logged < LOG_MS) return;
      logged = clock.monotonic();
      log.warn(`Last: ${overloadText(overload)}`);
    },
  });
  return {
    budget,
    findings: () => {
      const worst = budget.worst();
      if (!worst) return [];
      return [{ code: "load", level: 2, text: `Last: ${overloadText(worst)}`, route: "/runtime/logging" }];
    },
  };
}
