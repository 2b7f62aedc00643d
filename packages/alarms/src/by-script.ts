/**
 * Alarms whose condition scripts say: rows of the kind `script`. And what scripts may know of all others.
 *
 *     const byScript = new ByScript({ engine, project });
 *     byScript.set({ calls: [{ alarm: "filter", on: true, script: "luft.lua", text: "Filter seit 400 h" }] });
 *     byScript.look({ alarm: "zu-warm" });        // { known: true, byScript: false, state: "acked" }
 *
 * What a script has raised stands until a script clears it, over every restart, and is closed with its row. Said twice is said once.
 */
import { nearest } from "@hubwart/core";
import type { AlarmsOfScripts, ScriptAlarm } from "@hubwart/ipc";
import type { Engine } from "./engine.ts";
import type { AlarmProject } from "./project.ts";
import { texts } from "./texts.ts";

export interface ByScriptParts {
  engine: Pick<Engine, "alarm" | "batch" | "record" | "watched">;
  project: Pick<AlarmProject, "alarms">;
}

/** Finding what a name was most likely meant for is slow. */
const MOST_GUESSES = 50;

export class ByScript {
  readonly #parts: ByScriptParts;
  #guesses = MOST_GUESSES;

  constructor(parts: ByScriptParts) {
    this.#parts = parts;
  }

  look({ alarm }: AlarmsOfScripts["alarmLook"][0]): ScriptAlarm {
    const { engine } = this.#parts;
    const found = engine.alarm(alarm);
    if (!found) {
      const meant = this.#meant(alarm);
      return { known: false, byScript: false, state: "normal", ...(meant === undefined ? {} : { meant }) };
    }
    return {
      known: true,
      byScript: found.kind === "script",
      state: engine.record(alarm)?.state ?? "normal",
    };
  }

  /** What comes of all of them is written down once. */
  set({ calls }: AlarmsOfScripts["alarmSet"][0]): AlarmsOfScripts["alarmSet"][1] {
    const { engine } = this.#parts;
    const refused: AlarmsOfScripts["alarmSet"][1]["refused"] = [];
    engine.batch(() => {
      for (const { alarm, on, script, text } of calls) {
        const watched = engine.watched(alarm);
        if (watched?.alarm.kind === "script") watched.say(on, { by: script, text });
        else {
          const why = watched ? texts.notByScript(alarm) : texts.noAlarmCalled(alarm);
          refused.push({ alarm, script, why });
        }
      }
    });
    return { refused };
  }

  #meant(id: string): string | undefined {
    this.#guesses -= 1;
    if (this.#guesses < 0) return undefined;
    return nearest(
      id,
      this.#parts.project.alarms.map((alarm) => alarm.id),
    );
  }
}
