/**
 * The settings of a machine that is not changed, as a file: the configured values, and those that were configured at
 * the last restart of the device.
 *
 * Invariants: saves run one after the other, so that none undoes another; a value that cannot be read is left out,
 * takes no other with it, and stays in the file until it is saved anew. A file of which nothing can be read is put aside.
 */
import { hostname, networkSettings, ntpSettings, sshSettings, zoneSettings } from "@hubwart/contract";
import { readFileIfThere, SerialQueue, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";
import { withNamesOfNow, withNamesOfThen } from "../old-names.ts";
import { setAside, setAsideAt } from "../set-aside.ts";

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
  /** As it was read: what this version does not know, or cannot read, is stored again as it was. */
  readonly #read: Record<string, unknown>;

  private constructor(file: string, state: State, read: Record<string, unknown>) {
    this.#file = file;
    this.#state = state;
    this.#read = read;
  }

  static async open(file: string): Promise<KeptSettings> {
    const text = await readFileIfThere(file);
    const stored = asObject(safeJson(text ?? ""));
    if (text !== undefined && !isObject(stored["configured"])) await setAside(file);
    const state = { configured: readable(stored["configured"]), active: readable(stored["active"]) };
    return new KeptSettings(file, state, stored);
  }

  /** When a file that could not be read was put aside, Unix seconds. */
  lostAt(): Promise<number | undefined> {
    return setAsideAt(this.#file);
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
      const { configured, active } = next;
      const stored = {
        configured: withNamesOfThen(configured, this.#read["configured"]),
        active: withNamesOfThen(active, this.#read["active"]),
      };
      await writeFileAtomic(this.#file, JSON.stringify(stored));
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
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
