/** The chosen channel, what the update server said last, and how the last update ended. */
import { UPDATE_CHANNELS } from "@hubwart/contract";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import { plantState } from "./plant.ts";

const channel = z.enum(UPDATE_CHANNELS);
const config = z.object({ channel });
const CONFIG = defineSetting({
  name: "update.config",
  schema: config,
  fallback: { channel: "stable" },
});

const offered = z.object({
  channel,
  version: z.string(),
  size: z.number(),
  unpacked: z.number(),
  /** ms since the epoch. */
  published: z.number(),
  notes: z.string(),
});
export type Offered = z.output<typeof offered>;

const result = z.object({
  version: z.string(),
  from: z.string(),
  /** ms since the epoch. */
  started: z.number(),
  ended: z.number(),
  success: z.boolean(),
  code: z.number(),
  reason: z.string(),
  log: z.boolean(),
  seen: z.boolean(),
});
export type UpdateResult = z.output<typeof result>;

const trial = z.object({
  changeover: z.string(),
  version: z.string(),
  from: z.string(),
  /** What has to stand again; null once people have changed what it hangs on. */
  before: z.nullable(plantState),
  /** Of the settings that connections hang on, as they were then. */
  mark: z.string(),
});
const memory = z.object({
  /** When the update server last answered with something to trust, ms since the epoch. */
  checked: z.nullable(z.number()),
  /** German; why the last look failed. `distrust`: it answered, with what cannot be trusted. */
  error: z.nullable(z.object({ text: z.string(), distrust: z.boolean() })),
  newest: z.nullable(offered),
  /** The update that is on its way. */
  current: z.nullable(z.object({ job: z.number(), version: z.string(), from: z.string() })),
  /** The one before the running release, if it is not the base. */
  previous: z.nullable(z.string()),
  /** ms of running for which `previous` is kept. */
  kept: z._default(z.number(), 0),
  /** The release that was called good last, while it may still be put back. */
  trial: z._default(z.nullable(trial), null),
  last: z.nullable(result),
});
export type UpdateMemory = z.output<typeof memory>;

const MEMORY = defineSetting({
  name: "update.memory",
  memory: true,
  schema: memory,
  fallback: {
    checked: null,
    error: null,
    newest: null,
    current: null,
    previous: null,
    kept: 0,
    trial: null,
    last: null,
  },
});

export class UpdateSettings {
  readonly #store: Pick<Store, "settings">;
  readonly #now: () => number;

  constructor(store: Pick<Store, "settings">, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  get channel(): Offered["channel"] {
    return this.#store.settings.read(CONFIG).channel;
  }

  choose(next: Offered["channel"]): void {
    this.#store.settings.write(CONFIG, { channel: next }, this.#now());
  }

  memory(): UpdateMemory {
    return this.#store.settings.read(MEMORY);
  }

  remember(change: Partial<UpdateMemory>): void {
    this.#store.settings.write(MEMORY, { ...this.memory(), ...change }, this.#now());
  }
}
