/**
 * The settings of a machine that is not changed, as a file: the configured values, and those that were configured at
 * the last restart of the device.
 *
 * Invariants: saves run one after the other, so that none undoes another; a value that cannot be read is left out and
 * takes no other with it.
 */
import { hostname, networkSettings, ntpSettings, sshSettings, zoneSettings } from "@hubwart/contract";
import { readFileIfThere, SerialQueue, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";
import { withNamesOfNow } from "../old-names.ts";

const schemas = {
  hostname: hostname(),
  zone: z.string().check(z.refine((zone) => zoneSettings.safeParse({ zone }).success)),
  ntp: ntpSettings,
  ssh: sshSettings,
  network: networkSettings,
};
export type Values = { [K in keyof typeof schemas]?: z.output<(typeof schemas)[K]> };

interface State {
  configured: Values;
  active: Values;
}

export class KeptSettings {
  readonly #file: string;
  readonly #queue = new SerialQueue();
  #state: State;

  private constructor(file: string, state: State) {
    this.#file = file;
    this.#state = state;
  }

  static async open(file: string): Promise<KeptSettings> {
    const stored = asObject(safeJson((await readFileIfThere(file)) ?? ""));
    return new KeptSettings(file, {
      configured: readable(stored["configured"]),
      active: readable(stored["active"]),
    });
  }

  get configured(): Values {
    return this.#state.configured;
  }

  get active(): Values {
    return this.#state.active;
  }

  save(change: Values): Promise<void> {
    return this.#write(({ configured, active }) => ({ configured: { ...configured, ...change }, active }));
  }

  /** Returns how it is undone. */
  async activate(): Promise<() => Promise<void>> {
    const before = this.#state.active;
    await this.#write(({ configured }) => ({ configured, active: configured }));
    return () => this.#write(({ configured }) => ({ configured, active: before }));
  }

  #write(change: (state: State) => State): Promise<void> {
    return this.#queue.run(async () => {
      const next = change(this.#state);
      await writeFileAtomic(this.#file, JSON.stringify(next));
      this.#state = next;
    });
  }
}

function readable(stored: unknown): Values {
  const found = asObject(withNamesOfNow(stored));
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const parsed = z.safeParse(schema, found[name]);
      return parsed.success ? [[name, parsed.data]] : [];
    }),
  );
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
