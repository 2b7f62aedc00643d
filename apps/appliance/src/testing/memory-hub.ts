/**
 * A hub in memory for integration tests: channels with values, watches and writes, over the interface of the hub's socket.
 *
 *     const hub = new MemoryHub({ "a.b.c": 1 });
 *     const app = await startTestApp({ hubConnection: hub });
 *     hub.set("a.b.c", 2);           // told to whoever watches
 */
import { NotFoundError, nameMatcher } from "@hubwart/core";
import type { DataRecord, HubEvent, HubRequestName, HubRequests, HubStatus } from "@hubwart/ipc";
import type { HubConnection } from "../hub-link.ts";

/** Of a hub that runs a project without pods. */
export const RUNNING: HubStatus = {
  pid: 1,
  state: "running",
  started: 1,
  projectVersion: "1",
  projectId: "p",
  pods: 0,
  podsOnline: 0,
};

export class MemoryHub implements HubConnection {
  connected = true;
  /** What becomes of a write; by default it is written. */
  outcome: (chan: string) => Pick<HubRequests["write"][1], "state" | "reason"> = () => ({ state: "written" });
  /** What is asked beyond values. */
  readonly answers: { [M in HubRequestName]?: (parameters: HubRequests[M][0]) => HubRequests[M][1] } = {};
  readonly writes: { chan: string; value: unknown }[] = [];
  readonly #records = new Map<string, DataRecord>();
  #watch: (name: string) => boolean = () => false;
  #event: (event: HubEvent) => void = () => undefined;

  constructor(values: Readonly<Record<string, unknown>>) {
    for (const [chan, value] of Object.entries(values)) {
      this.#records.set(chan, { chan, value, quality: 0, last: 1_000, count: 1 });
    }
  }

  set(chan: string, value: unknown): void {
    this.setAll([[chan, value]]);
  }

  setAll(values: readonly (readonly [chan: string, value: unknown])[]): void {
    const records = values.map(([chan, value]) => {
      const before = this.#records.get(chan);
      const record: DataRecord = {
        chan,
        value,
        quality: 0,
        last: Date.now(),
        count: (before?.count ?? 0) + 1,
      };
      this.#records.set(chan, record);
      return record;
    });
    const wanted = records.filter((record) => this.#watch(record.chan));
    if (wanted.length > 0) this.#event({ e: "values", records: wanted });
  }

  /** As the hub tells it. */
  say(event: HubEvent): void {
    this.#event(event);
  }

  onEvent(handler: (event: HubEvent) => void): void {
    this.#event = handler;
  }

  onConnected(): void {
    // It never goes away.
  }

  async request<M extends HubRequestName>(name: M, raw: HubRequests[M][0]): Promise<HubRequests[M][1]> {
    const own = this.answers[name];
    if (own) return own(raw);
    return (await this.#answer(name, raw)) as HubRequests[M][1];
  }

  async #answer(name: HubRequestName, raw: unknown): Promise<unknown> {
    if (name === "watch") {
      const { filter } = raw as HubRequests["watch"][0];
      this.#watch = filter.length === 0 ? () => false : nameMatcher(filter);
      return {};
    }
    if (name === "traceData") {
      const { filter, offset = 0, limit = 10_000 } = raw as HubRequests["traceData"][0];
      const found = [...this.#records.values()].filter(({ chan }) => nameMatcher(filter)(chan));
      return { records: found.slice(offset, offset + limit), total: found.length };
    }
    if (name !== "write") throw new Error(`no ${name} in this hub`);
    const { chan, value } = raw as HubRequests["write"][0];
    const before = this.#records.get(chan);
    if (!before) throw new NotFoundError(`Das Projekt hat keinen Channel „${chan}“.`);
    this.writes.push({ chan, value });
    this.set(chan, value);
    return { before, after: this.#records.get(chan), ...this.outcome(chan) };
  }
}
