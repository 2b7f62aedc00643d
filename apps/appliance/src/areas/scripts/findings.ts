/** Scripts that do not run or fail, for the health banner. */
import type { Clock } from "@hubwart/core";
import type { HubPod } from "@hubwart/ipc";
import { SCRIPT_LIMITS } from "@hubwart/lua";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

const ROUTE = "/resources/scripts";
/** Their process is started anew within this, ms. */
const PATIENCE = 20_000;

type ScriptsPod = Pick<HubPod, "ifaces" | "running"> & { error?: string | undefined };

const GONE: Finding = {
  code: "scripts-gone",
  level: 2,
  text: texts.noProcess,
  route: ROUTE,
};

const DAMAGED: Finding = {
  code: "scripts-damaged",
  level: 2,
  text: texts.activeLost,
  route: ROUTE,
};

const HOSTS_DAMAGED: Finding = {
  code: "scripts-hosts-damaged",
  level: 2,
  text: texts.hostsLost,
  route: ROUTE,
};

/** What of the stored files cannot be read. */
export interface Damaged {
  scripts: boolean;
  hosts: boolean;
}

/** Looks at the process now and then; `observe` every few seconds. */
export class ScriptsWatch {
  readonly #clock: Clock;
  #pod: ScriptsPod | undefined;
  #goneSince: number | undefined;
  /** Since when there is no process, whatever the reason. */
  #awaySince: number | undefined;
  #expectedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#awaySince = clock.monotonic();
  }

  /** @param pod undefined where there is none to be, or nothing is known */
  observe(pod: ScriptsPod | undefined): void {
    this.#pod = pod;
    const gone = pod !== undefined && !pod.running;
    this.#goneSince = gone ? (this.#goneSince ?? this.#clock.monotonic()) : undefined;
    if (!pod?.running) this.#awaySince ??= this.#clock.monotonic();
    else if (this.#clock.monotonic() >= this.#expectedUntil) this.#awaySince = undefined;
  }

  /** The process will be started anew. */
  activated(): void {
    this.#awaySince = this.#clock.monotonic();
    this.#expectedUntil = this.#awaySince + PATIENCE;
  }

  /** A script that is active and of which nothing is heard is being started: its process came up not long ago or will. */
  get starts(): boolean {
    return this.#awaySince !== undefined && this.#clock.monotonic() - this.#awaySince < PATIENCE;
  }

  /** @param names of all scripts that are active */
  findings(damaged: Damaged, names: readonly string[]): Finding[] {
    return [
      ...(damaged.scripts ? [DAMAGED] : []),
      ...(damaged.hosts ? [HOSTS_DAMAGED] : []),
      ...tooMany(names),
      ...this.#gone(),
      ...failing(this.#pod),
    ];
  }

  #gone(): Finding[] {
    if (this.#goneSince === undefined || this.#clock.monotonic() - this.#goneSince < PATIENCE) return [];
    const error = this.#pod?.error;
    return [error === undefined || error === "" ? GONE : { ...GONE, text: `${GONE.text} ${error}` }];
  }
}

function tooMany(names: readonly string[]): Finding[] {
  const left = names.slice(SCRIPT_LIMITS.scripts);
  if (left.length === 0) return [];
  const [first = ""] = left;
  return [
    {
      code: "scripts-too-many",
      level: 2,
      text: texts.tooManyActive(names.length, SCRIPT_LIMITS.scripts, first, left.length - 1),
      route: ROUTE,
    },
  ];
}

function failing(pod: ScriptsPod | undefined): Finding[] {
  if (!pod?.running) return [];
  return pod.ifaces
    .filter(({ error }) => error !== undefined)
    .map(({ error = "", iface, state }) => ({
      code: `script-${iface}`,
      level: 2,
      text: texts.faulty(iface, state, error),
      route: `${ROUTE}/${encodeURIComponent(iface)}`,
    }));
}
