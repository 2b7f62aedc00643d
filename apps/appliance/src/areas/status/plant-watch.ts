/**
 * What keeps the plant from working, as findings: interfaces without a connection, ports that could not be opened, pods that
 * do not run, values that no longer hold. Only what lasts longer than a minute counts, in monotonic time, but a port that is
 * taken at once.
 *
 *     const watch = new PlantWatch(clock);
 *     watch.observe(hub.pods(), uncertain);    // every few seconds; undefined: nothing is known
 *     watch.findings();
 */
import type { Clock } from "@hubwart/core";
import type { HubPod, IfaceState } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";

export type WatchedPod = Pick<HubPod, "id" | "type" | "running" | "error" | "ifaces">;

const LONGEST_MS = 60_000;
/** Findings with a line of their own; the others are counted in one. */
const MOST = 5;
const NAMED = 3;
const LISTENERS: ReadonlySet<string> = new Set(["http_in", "modb_server"]);

export class PlantWatch {
  readonly #clock: Clock;
  /** What is wrong → monotonic time since when. */
  #since = new Map<string, number>();
  #pods: readonly WatchedPod[] = [];
  #uncertain: Readonly<Record<string, number>> = {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param uncertain channels whose value no longer holds, by pod */
  observe(pods: readonly WatchedPod[] | undefined, uncertain: Readonly<Record<string, number>> = {}): void {
    const now = this.#clock.monotonic();
    const next = new Map<string, number>();
    const note = (key: string) => next.set(key, this.#since.get(key) ?? now);
    this.#pods = pods ?? [];
    this.#uncertain = pods ? uncertain : {};
    for (const pod of this.#pods) {
      if (!pod.running) note(pod.id);
      for (const iface of pod.ifaces) if (!iface.state) note(`${pod.id} ${iface.iface}`);
      if ((this.#uncertain[pod.id] ?? 0) > 0) note(`${pod.id} values`);
    }
    this.#since = next;
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
        text: `${more} weitere Pods arbeiten nicht wie vorgesehen.`,
        route: "/pods",
      },
    ];
  }

  /** At most one a pod: the first cause names the others' too. */
  #of({ id, type, running, error, ifaces }: WatchedPod): Finding[] {
    const finding = (code: string, text: string): Finding[] => [
      { code: `${code}-${id}`, level: 2, text, route: `/pods/${type}/${id}` },
    ];
    if (!running) {
      if (!this.#lasts(id)) return [];
      return finding("pod-down", `Der Pod ${id} läuft nicht${reason(error)}.`);
    }
    const closed = ifaces.find((iface) => LISTENERS.has(type) && !iface.state && iface.error !== undefined);
    if (closed) return finding("port", `Der Pod ${id} kann seinen Port nicht öffnen${reason(closed.error)}.`);
    const away = ifaces.filter((iface) => !iface.state && this.#lasts(`${id} ${iface.iface}`));
    if (away.length > 0) return finding("iface", awayText(id, away, ifaces.length));
    const stale = this.#uncertain[id] ?? 0;
    if (stale === 0 || !this.#lasts(`${id} values`)) return [];
    const values = stale === 1 ? "1 Wert gilt" : `${stale} Werte gelten`;
    return finding("stale", `Beim Pod ${id}: ${values} seit über einer Minute nicht mehr als aktuell.`);
  }

  #lasts(key: string): boolean {
    const since = this.#since.get(key);
    return since !== undefined && this.#clock.monotonic() - since >= LONGEST_MS;
  }
}

function awayText(id: string, away: readonly IfaceState[], all: number): string {
  const [first] = away;
  if (all === 1) return `Der Pod ${id} hat seit über einer Minute keine Verbindung${reason(first?.error)}.`;
  const names = away.slice(0, NAMED).map(({ iface }) => iface);
  const rest = away.length - names.length;
  const listed = rest > 0 ? `${names.join(", ")} und ${rest} weitere` : names.join(", ");
  return `Der Pod ${id} hat an ${away.length} von ${all} Schnittstellen seit über einer Minute keine Verbindung: ${listed}.`;
}

const reason = (error: string | undefined) =>
  error === undefined || error === "" ? "" : `: ${error.replace(/\.$/, "")}`;
