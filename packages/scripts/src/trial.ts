/**
 * A script on trial: it reads the plant as it is, and changes nothing. What it would have done is listed.
 *
 * Invariants: writes nowhere, sends nothing, keeps nothing; ends by itself after its time.
 */
import type { Clock, LogLevel } from "@hubwart/core";
import type { TrialEvent, TrialLook } from "@hubwart/ipc";
import { startCron } from "./cron.ts";
import { Script, type ScriptEffects, type ScriptOptions } from "./script.ts";
import { texts } from "./texts.ts";

const MOST_EVENTS = 1_000;
const LONGEST_TEXT = 2_000;

export class Trial {
  readonly #clock: Clock;
  readonly #script: Script;
  readonly #cancel: () => void;
  #events: TrialEvent[] = [];
  #seq = 0;
  #over = false;

  constructor(
    { alarm, ...options }: Omit<ScriptOptions, "effects" | "trial"> & Pick<ScriptEffects, "alarm">,
    seconds: number,
  ) {
    this.#clock = options.clock;
    this.#script = new Script({
      ...options,
      trial: true,
      effects: {
        write: ({ name }, value) => this.#add("write", JSON.stringify(value), name),
        log: (level, text) => this.#add("log", text, undefined, level),
        keep: (name, value) => this.#add("keep", JSON.stringify(value), name),
        alarm,
        setAlarm: (id, on, text = "") =>
          this.#add("alarm", on ? texts.alarmRaised(text) : texts.alarmCleared, id),
        http: ({ body, method, url }) => {
          this.#add("http", body, `${method} ${url}`);
          return Promise.reject(new Error(texts.nothingSentInTrial));
        },
        cron: startCron,
        changed: () => {
          if (this.#script.report.state === "broken") this.#end(this.#script.report.error ?? "");
        },
      },
    });
    this.#cancel = options.clock.after(seconds * 1_000, () => this.#end(texts.trialTimeUp));
  }

  get script(): Script {
    return this.#script;
  }

  start(): Promise<void> {
    return this.#script.start();
  }

  async stop(): Promise<void> {
    this.#end(texts.trialEnded);
    await this.#script.stop();
  }

  look(after: number): TrialLook {
    const report = this.#script.report;
    return {
      events: this.#events.filter(({ seq }) => seq > after),
      over: this.#over || report.state === "ended",
      report,
    };
  }

  #end(text: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancel();
    this.#add("end", text);
    void this.#script.stop();
  }

  #add(kind: TrialEvent["kind"], text: string, what?: string, level?: LogLevel): void {
    this.#seq += 1;
    this.#events.push({
      seq: this.#seq,
      ts: this.#clock.now(),
      kind,
      text: text.slice(0, LONGEST_TEXT),
      ...(what === undefined ? {} : { what: what.slice(0, LONGEST_TEXT) }),
      ...(level === undefined ? {} : { level }),
    });
    if (this.#events.length > MOST_EVENTS) this.#events = this.#events.slice(-MOST_EVENTS);
  }
}
