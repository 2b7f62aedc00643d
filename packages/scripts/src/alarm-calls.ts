/**
 * What scripts say of alarms, on its way to the process that keeps them: in order, and again until it has been taken over.
 *
 *     const calls = new AlarmCalls({ ask, clock, log, scope });
 *     calls.say({ script: "luft.lua", alarm: "filter", on: true });
 *
 * Invariant: nothing is left out but the oldest beyond `MOST`, which the log says.
 */
import { type Clock, errorText, isAppError, type Logger, type Scope, UnavailableError } from "@hubwart/core";
import type { AlarmsOfScripts, ScriptAlarmCall } from "@hubwart/ipc";
import { texts } from "./texts.ts";

export interface AlarmCallsOptions {
  ask: (asked: AlarmsOfScripts["alarmSet"][0]) => Promise<AlarmsOfScripts["alarmSet"][1]>;
  clock: Pick<Clock, "after">;
  log: Logger;
  scope: Scope;
}

const MOST = 5_000;
const AT_ONCE = 500;
const TRY_EVERY = 1_000;

export class AlarmCalls {
  readonly #options: AlarmCallsOptions;
  #waiting: ScriptAlarmCall[] = [];
  #sending = false;
  #lost = 0;
  #cancel: (() => void) | undefined;

  constructor(options: AlarmCallsOptions) {
    this.#options = options;
    options.scope.add(() => this.#cancel?.());
  }

  say(call: ScriptAlarmCall): void {
    this.#waiting.push(call);
    if (this.#waiting.length > MOST) {
      this.#waiting.shift();
      this.#lost += 1;
    }
    void this.#send();
  }

  async #send(): Promise<void> {
    const { ask, clock, log, scope } = this.#options;
    if (this.#sending || this.#cancel) return;
    this.#sending = true;
    try {
      while (this.#waiting.length > 0 && !scope.ended) {
        const calls = this.#waiting.slice(0, AT_ONCE);
        const { refused } = await ask({ calls });
        // Those beyond `MOST` may have gone meanwhile.
        const done = new Set(calls);
        this.#waiting = this.#waiting.filter((call) => !done.has(call));
        for (const { script, why } of refused) log.module(script).error(why);
        if (this.#lost > 0) log.warn(texts.alarmsLost(this.#lost));
        this.#lost = 0;
      }
    } catch (error) {
      if (!(error instanceof UnavailableError) && isAppError(error)) log.error(errorText(error));
      if (!scope.ended)
        this.#cancel = clock.after(TRY_EVERY, () => {
          this.#cancel = undefined;
          void this.#send();
        });
    } finally {
      this.#sending = false;
    }
  }
}
