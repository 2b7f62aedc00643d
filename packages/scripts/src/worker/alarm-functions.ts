/** `alarm.active`, `alarm.raise` and `alarm.clear`. */
import { Bucket } from "@hubwart/core/bucket";
import type { ScriptAlarm } from "@hubwart/ipc";
import { type LuaValue, noSuchAlarm, SCRIPT_LIMITS, ScriptError } from "@hubwart/lua";
import type { LuaCall, LuaState } from "@hubwart/lua/engine";
import type { FromWorker } from "../messages.ts";
import { texts } from "../texts.ts";
import type { Asking } from "./asking.ts";

const LONGEST_ID = 300;
const LONGEST_TEXT = 500;

export interface AlarmParts {
  lua: Pick<LuaState, "define">;
  asking: Pick<Asking, "ask">;
  say: (message: FromWorker) => void;
  /** Counts it. @returns false and the reason */
  refuse: (why: string) => LuaValue[];
}

export function defineAlarms({ asking, lua, refuse, say }: AlarmParts): void {
  const calls = new Bucket({ perSecond: SCRIPT_LIMITS.alarmsPerSecond, atOnce: SCRIPT_LIMITS.alarmBurst });
  /** Those that a script may raise; whether they are still there is said by those who keep them. */
  const own = new Set<string>();

  lua.define("alarm.active", (call) => {
    const id = idOf(call, "alarm.active");
    if (!calls.take()) return [null, refuse(texts.tooManyAlarms)[1] ?? null];
    const found = look(id, "alarm.active");
    if (!found) return [null, texts.alarmsSilent];
    return [found.state === "unacked" || found.state === "acked", found.state];
  });
  lua.define("alarm.raise", (call) => set(call, "alarm.raise", true));
  lua.define("alarm.clear", (call) => set(call, "alarm.clear", false));

  function set(call: LuaCall, what: string, on: boolean): LuaValue[] {
    const id = idOf(call, what);
    const text = on && !call.isNil(2) ? call.text(2, texts.textOfAlarm(what), LONGEST_TEXT) : undefined;
    if (!calls.take()) return refuse(texts.tooManyAlarms);
    if (!own.has(id)) {
      const found = look(id, what);
      if (found && !found.byScript) throw new ScriptError(texts.notByScript(what, id));
      if (found) own.add(id);
    }
    say({ t: "setAlarm", alarm: id, on, ...(text === undefined ? {} : { text }) });
    return [true];
  }

  /** @returns undefined where nobody answers in time */
  function look(id: string, what: string): ScriptAlarm | undefined {
    const answer = asking.ask({ t: "alarm", alarm: id });
    const found = answer && "alarm" in answer ? answer.alarm : undefined;
    if (found && !found.known) throw new ScriptError(`${what}: ${noSuchAlarm(id, found.meant)}`);
    return found;
  }
}

const idOf = (call: LuaCall, what: string): string => call.text(1, texts.idOfAlarm(what), LONGEST_ID);
