/** What the appliance itself remembers of the network, through its own restarts. */
import type { Clock } from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";

const trialNote = z.object({
  id: z.string(),
  /** Adapters that got another address, and the one they had. */
  moved: z.array(z.object({ device: z.string(), from: z.string() })),
  /** One of them carried the session that started the test. */
  carried: z.boolean(),
});
export type TrialNote = z.output<typeof trialNote>;

/** Unix seconds of reports (`ApplyReport.at`), by which they are known again. */
const applyNote = z.object({ told: z.number(), decided: z.number() });
export type ApplyNote = z.output<typeof applyNote>;

export interface Memory<T> {
  read(): T;
  write(value: T): void;
}
export type TrialMemory = Memory<TrialNote | null>;
export type ApplyMemory = Memory<ApplyNote>;

const trial = defineSetting({
  name: "network.test",
  schema: z.nullable(trialNote),
  fallback: null,
  needs: "nothing",
});
const apply = defineSetting({
  name: "network.apply",
  schema: applyNote,
  fallback: { told: 0, decided: 0 },
  needs: "nothing",
});

export function storedMemory({ settings }: Store, clock: Clock): { trial: TrialMemory; apply: ApplyMemory } {
  return {
    trial: {
      read: () => settings.read(trial),
      write: (value) => settings.write(trial, value, clock.now()),
    },
    apply: {
      read: () => settings.read(apply),
      write: (value) => settings.write(apply, value, clock.now()),
    },
  };
}
