/**
 * What keeps the plant from working, as findings: interfaces without a connection, with one that comes and goes, or with one
 * over which nothing works, ports that could not be opened, pods that do not run, values that no longer hold. Only what lasts longer than a minute counts, in monotonic time, but a port that is
 * taken at once.
 *
 *     const watch = new PlantWatch(clock);
 *     watch.observe(hub.pods(), uncertain);    // every few seconds; undefined: nothing is known
 *     watch.findings();
 */
import { type Clock, OVERLOAD_TOLD_FOR, type Overload, overloadText } from "@hubwart/core";
import type { HubPod, IfaceState, UncertainChannels } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";
import { Reconnects } from "./reconnects.ts";
import { texts } from "./texts.ts";

type Uncertain = Readonly<Record<string, UncertainChannels>>;
export type WatchedPod = Pick<HubPod, "id" | "type" | "running" | "error" | "ifaces">;

const LONGEST_MS = 60_000;
/** Findings with a line of their own; the others are counted in one. */
const MOST = 5;
const NAMED = 3;
/** Connections made anew within ten minutes; a device that is restarted a few times is no fault. */
const MOST_RECONNECTS = 5;
const LISTENERS: ReadonlySet<string> = new Set(["asset", "http_in", "modb_server"]);

type OfPod = "iface" | "iface-flaps" | "iface-says" | "load" | "pod-down" | "port" | "stale";

export class PlantWatch {
  readonly #clock: Clock;
  /** What is wrong → monotonic time since when. */
  #since = new Map<string, number>();
  #pods: readonly WatchedPod[] = [];
  #uncertain: Uncertain = {};
  readonly #reconnects: Reconnects;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#reconnects = new Reconnects(clock);
  }

  /** @param uncertain channels whose value no longer holds, by pod */
  observe(pods: readonly WatchedPod[] | undefined, uncertain: Uncertain = {}): void {
    const now = this.#clock.monotonic();
    const next = new Map<string, number>();
    const note = (key: string) => next.set(key, this.#since.get(key) ?? now);
    this.#pods = pods ?? [];
    this.#uncertain = pods ? uncertain : {};
    for (const pod of this.#pods) {
      if (!pod.running) note(pod.id);
      for (const { error, iface, state } of pod.ifaces) {
        if (!state) note(`${pod.id} ${iface}`);
        else if (error !== undefined) note(`${pod.id} ${iface} says`);
      }
      if (this.#uncertain[pod.id]) note(`${pod.id} values`);
    }
    this.#since = next;
    const ifaces = this.#pods.flatMap((pod) => pod.ifaces.map((iface) => ({ ...iface, pod: pod.id })));
    this.#reconnects.observe(new Map(ifaces.map(({ count, iface, pod }) => [`${pod} ${iface}`, count])));
  }

  findings(): Finding[] {
    const found = this.#pods.flatMap((pod) => this.#of(pod));
    if (found.length <= MOST + 1) return found;
    const more = found.length - MOST;
    return [
      ...found.slice(0, MOST),
      {
        code: "plant-more",
        level: 2,
        text: texts.morePods(more),
        route: "/pods",
      },
    ];
  }

  /** The pods as they are now: nothing new is begun, what works again is forgotten. */
  recovered(pods: readonly WatchedPod[]): void {
    const now = new Map(pods.map((pod) => [pod.id, pod]));
    this.#pods = this.#pods.flatMap(({ id }) => now.get(id) ?? []);
  }

  /** At most one a pod: the first cause names the others' too. */
  #of({ id, type, running, error, ifaces }: WatchedPod): Finding[] {
    const finding = (code: OfPod, text: string): Finding[] => [
      { code: `${code}-${id}`, level: 2, text, route: `/pods/${type}/${id}` },
    ];
    if (!running) {
      if (!this.#lasts(id)) return [];
      return finding("pod-down", texts.podDown(id, reason(error)));
    }
    const closed = ifaces.find((iface) => LISTENERS.has(type) && !iface.state && iface.error !== undefined);
    if (closed) return finding("port", texts.portClosed(id, reason(closed.error)));
    const away = ifaces.filter((iface) => !iface.state && this.#lasts(`${id} ${iface.iface}`));
    if (away.length > 0) return finding("iface", awayText(id, away, ifaces.length));
    const times = ifaces.map(({ iface }) => this.#reconnects.of(`${id} ${iface}`));
    const flapping = Math.max(0, ...times);
    if (flapping >= MOST_RECONNECTS)
      return finding("iface-flaps", flapText(id, ifaces[times.indexOf(flapping)], flapping, ifaces.length));
    const idle = ifaces.filter(({ iface, state }) => state && this.#lasts(`${id} ${iface} says`));
    if (idle.length > 0) return finding("iface-says", idleText(id, idle, ifaces.length));
    const overload = ifaces.find((iface) => this.#told(iface.overload))?.overload;
    if (overload) return finding("load", texts.load(id, overloadText(overload)));
    const stale = this.#uncertain[id];
    if (!stale || !this.#lasts(`${id} values`)) return [];
    const values = stale.count === 1 ? texts.oneValue : texts.manyValues(stale.count);
    const names = listed(
      stale.first.map((name) => name.slice(id.length + 1)),
      stale.count,
    );
    return finding("stale", texts.staleValues(id, values, names));
  }

  #told(overload: Overload | undefined): boolean {
    return overload !== undefined && this.#clock.now() - overload.last < OVERLOAD_TOLD_FOR;
  }

  #lasts(key: string): boolean {
    const since = this.#since.get(key);
    return since !== undefined && this.#clock.monotonic() - since >= LONGEST_MS;
  }
}

function awayText(id: string, away: readonly IfaceState[], all: number): string {
  const [first] = away;
  if (all === 1) return texts.away(id, reason(first?.error));
  const names = listed(
    away.slice(0, NAMED).map(({ iface }) => iface),
    away.length,
  );
  return texts.awayAt(id, away.length, all, names);
}

function flapText(id: string, iface: IfaceState | undefined, times: number, all: number): string {
  const where = all === 1 ? "" : texts.at(iface?.iface ?? "");
  return texts.flaps(id, where, times, reason(iface?.error));
}

/** Connected, but not working as it should. */
function idleText(id: string, idle: readonly IfaceState[], all: number): string {
  const where = all === 1 ? "" : texts.atSome(idle.length, all);
  return texts.idle(id, where, reason(idle[0]?.error));
}

/** The first of so many. */
function listed(names: readonly string[], all: number): string {
  const rest = all - names.length;
  return rest > 0 ? texts.listed(names.join(", "), rest) : names.join(", ");
}

const reason = (error: string | undefined) =>
  error === undefined || error === "" ? "" : `: ${error.replace(/\.$/, "")}`;
