/**
 * What the device service must not forget, in one file, so that each step from one state to the next is a single
 * atomic write: what is configured, what was last good, what waits for its judgement, and what is tried.
 */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { hostname, networkSettings, ntpSettings, sshSettings, zoneSettings } from "@hubwart/contract";
import { readFileIfThere, removeTemporaryFiles, SerialQueue, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";
import { withNamesOfNow, withNamesOfThen } from "../old-names.ts";
import { setAside, setAsideAt } from "../set-aside.ts";

const unixSeconds = z.int();
const outcome = z.enum(["confirmed", "cancelled", "expired", "rebooted", "failed"]);
const trial = z.object({
  id: z.string(),
  interfaces: networkSettings.shape.interfaces,
  seconds: z.number(),
  /** Boot it was begun in, and the end in seconds since that boot; both go on while the service is dead. */
  bootId: z.string(),
  deadline: z.number(),
  /** All files were written and the network service told. */
  applied: z.boolean(),
  /** Own files as they were, base64; one that is not named was not there. */
  before: z.record(z.string(), z.string()),
  /** Is being taken back, for this reason. */
  ending: z.optional(outcome),
});
export type TrialState = z.output<typeof trial>;

const schema = z.object({
  /** Configured values. What was never saved is missing, and the system's own is left alone. */
  hostname: z.optional(hostname()),
  zone: z.optional(zoneSettings.shape.zone),
  ntp: z.optional(ntpSettings),
  ssh: z.optional(sshSettings),
  network: z.optional(networkSettings),
  /** Network settings that were seen to work; missing: without files of ours. */
  lastGood: z.optional(networkSettings),
  /** Network settings that our files show, or are about to. */
  applied: z.optional(networkSettings),
  /** Adapters whose gateway answered when the settings were saved. */
  answered: z.optional(z.array(z.string())),
  /** Applied for the first time at this start (or one that was cut short); not judged yet. */
  pending: z.optional(z.object({ settings: networkSettings, answered: z.array(z.string()) })),
  /** The files of `applied` may not be written, or the network service not told. */
  unfinished: z.optional(z.boolean()),
  trial: z.optional(trial),
  lastTrial: z.optional(
    z.object({
      id: z.string(),
      outcome,
      at: unixSeconds,
    }),
  ),
  report: z.optional(
    z.object({
      at: unixSeconds,
      outcome: z.enum(["kept", "put-back"]),
      failures: z.array(
        z.object({ device: z.string(), cause: z.enum(["no-address", "gateway-silent", "refused"]) }),
      ),
    }),
  ),
});
export type State = z.output<typeof schema>;

export class StateFile {
  readonly #file: string;
  #state: State;
  /** Of a later version: nothing that it has stored is lost while this one runs. */
  readonly #unknown: object;
  readonly #queue = new SerialQueue();

  private constructor(file: string, state: State, unknown: object = {}) {
    this.#file = file;
    this.#state = state;
    this.#unknown = unknown;
  }

  /** An unreadable file is put aside: the system then stays as it is. */
  static async open(file: string, complain: (message: string) => void): Promise<StateFile> {
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeTemporaryFiles(folder);
    const text = await readFileIfThere(file);
    if (text === undefined) return new StateFile(file, {});
    const stored = withNamesOfNow(parseJson(text));
    const parsed = z.safeParse(schema, stored);
    if (parsed.success) {
      const others = Object.entries(stored as object).filter(([name]) => !(name in schema.shape));
      return new StateFile(file, parsed.data, Object.fromEntries(others));
    }
    await setAside(file);
    complain(`${file} is damaged and was put aside: ${parsed.error.issues[0]?.message ?? ""}`);
    return new StateFile(file, {});
  }

  get current(): State {
    return this.#state;
  }

  /** When a file that could not be read was put aside, Unix seconds. */
  lostAt(): Promise<number | undefined> {
    return setAsideAt(this.#file);
  }

  /** Durable once this returns. A part set to undefined is removed. */
  update(change: Partial<State>): Promise<void> {
    return this.#queue.run(async () => {
      const next = { ...this.#state, ...change };
      await writeFileAtomic(this.#file, JSON.stringify(withNamesOfThen(next, this.#unknown)), {
        mode: 0o600,
      });
      this.#state = next;
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
