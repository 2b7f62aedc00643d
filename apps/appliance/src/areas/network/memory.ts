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
  memory: true,
  schema: z.nullable(trialNote),
  fallback: null,
});
const apply = defineSetting({
  name: "network.apply",
  memory: true,
  schema: applyNote,
  fallback: { told: 0, decided: 0 },
});

const loss = defineSetting({
  name: "network.loss",
  memory: true,
  schema: applyNote,
  fallback: { told: 0, decided: 0 },
});

export interface NetworkMemory {
  trial: TrialMemory;
  apply: ApplyMemory;
  /** Of the settings that were put aside; its reports are their moments. */
  loss: ApplyMemory;
}

export function storedMemory({ settings }: Store, clock: Clock): NetworkMemory {
  return {
    trial: {
      read: () => settings.read(trial),
      write: (value) => settings.write(trial, value, clock.now()),
    },
    apply: {
      read: () => settings.read(apply),
      write: (value) => settings.write(apply, value, clock.now()),
    },
    loss: {
      read: () => settings.read(loss),
      write: (value) => settings.write(loss, value, clock.now()),
    },
  };
}
