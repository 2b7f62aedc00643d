/**
 * What the device finds wrong with itself, as alarms: for each row of the kind `device` those findings that its source means. Which there
 * are is known only when they arise, so such an alarm begins to exist with its finding.
 *
 *     const findings = new DeviceFindings(engine, project);
 *     findings.set([{ code: "disk-full", text: "Der Speicher ist voll." }]);      // all that there are now
 *
 * Nothing goes because nobody said anything: a device whose console is away keeps what stood.
 */
import { nameMatcher } from "@hubwart/core";
import type { CompiledAlarm } from "@hubwart/project/compiled";
import type { Engine } from "./engine.ts";
import { ofFinding } from "./finding-alarm.ts";
import type { AlarmProject } from "./project.ts";

export interface DeviceFinding {
  code: string;
  /** German. */
  text: string;
}

interface Row {
  alarm: CompiledAlarm;
  means: (source: string) => boolean;
}

export class DeviceFindings {
  readonly #engine: Pick<Engine, "adopt" | "batch" | "records" | "watched">;
  readonly #rows: readonly Row[];
  /** Those that were ever said to be so. */
  readonly #known = new Set<string>();

  constructor(
    engine: Pick<Engine, "adopt" | "batch" | "records" | "watched">,
    { alarms }: Pick<AlarmProject, "alarms">,
  ) {
    this.#engine = engine;
    this.#rows = alarms
      .filter(({ kind }) => kind === "device")
      .map((alarm) => ({ alarm, means: nameMatcher([alarm.source]) }));
    for (const { id } of engine.records) if (engine.watched(id)?.alarm.kind === "device") this.#known.add(id);
  }

  set(findings: readonly DeviceFinding[]): void {
    const gone = new Set(this.#known);
    this.#engine.batch(() => {
      for (const { alarm, means } of this.#rows) {
        for (const { code, text } of findings) {
          const source = `device.${code}`;
          if (!means(source)) continue;
          const own = ofFinding(alarm, source);
          gone.delete(own.id);
          this.#known.add(own.id);
          this.#engine.adopt(own)?.say(true, { text: textOf(alarm, text) });
        }
      }
      for (const id of gone) this.#engine.watched(id)?.say(false, {});
    });
  }
}

/** A row may say more around it. */
const textOf = ({ text }: CompiledAlarm, finding: string): string => text.replaceAll("{value}", finding);
