/**
 * A hub for unit tests: says what the test makes it say, and fails loudly for a request that nobody scripted.
 *
 *     const hub = new ScriptedHub();
 *     hub.say({ state: "running", projectVersion: "1" });
 *     hub.answers.podRestart = () => ({});
 */
import { UnavailableError } from "@hubwart/core";
import type { AlarmCounts, DataRecord, HubPod, HubRequestName, HubRequests, HubStatus } from "@hubwart/ipc";
import type { HubLink, HubLinkEvents } from "../hub-link.ts";

type Answers = { [M in HubRequestName]?: (parameters: HubRequests[M][0]) => HubRequests[M][1] };

export class ScriptedHub implements HubLink {
  connected = false;
  readonly answers: Answers = {};
  readonly asked: { name: HubRequestName; parameters: unknown }[] = [];
  podList: HubPod[] = [];
  scriptsPod: HubPod | undefined;
  #status: HubStatus | undefined;
  readonly #handlers: { [E in keyof HubLinkEvents]: Set<HubLinkEvents[E]> } = {
    status: new Set(),
    pods: new Set(),
    scripts: new Set(),
    alarms: new Set(),
    connected: new Set(),
  };

  /** Connects if it was away, and reports. */
  say(change: Partial<HubStatus>): void {
    const before = this.#status ?? INIT;
    this.#status = { ...before, ...change };
    if (!this.connected) {
      this.connected = true;
      for (const handler of this.#handlers.connected) handler(true);
    }
    for (const handler of this.#handlers.status) handler(this.#status);
  }

  /** Reports `podList`. */
  sayPods(): void {
    for (const handler of this.#handlers.pods) handler(this.podList);
  }

  /** As the hub does when something about the alarms changed. */
  sayAlarms(counts: AlarmCounts): void {
    for (const handler of this.#handlers.alarms) handler(counts);
  }

  goAway(): void {
    this.connected = false;
    for (const handler of this.#handlers.connected) handler(false);
  }

  status(): HubStatus | undefined {
    return this.#status;
  }

  pods(): readonly HubPod[] {
    return this.podList;
  }

  scripts(): HubPod | undefined {
    return this.scriptsPod;
  }

  async request<M extends HubRequestName>(
    name: M,
    parameters: HubRequests[M][0],
  ): Promise<HubRequests[M][1]> {
    this.asked.push({ name, parameters });
    if (!this.connected) throw new UnavailableError("Der Hub ist zurzeit nicht erreichbar.");
    const answer = this.answers[name];
    if (!answer) throw new Error(`nobody scripted ${name}`);
    return answer(parameters);
  }

  on<E extends keyof HubLinkEvents>(event: E, handler: HubLinkEvents[E]): () => void {
    const set = this.#handlers[event];
    set.add(handler);
    return () => set.delete(handler);
  }

  watch(_filter: readonly string[], _handler: (records: DataRecord[]) => void): () => void {
    throw new Error("nobody scripted watch");
  }
}

const INIT: HubStatus = {
  pid: 100,
  state: "init",
  started: 1,
  projectVersion: null,
  projectId: null,
  pods: 0,
  podsOnline: 0,
};

export function scriptedPod(id: string, over: Partial<HubPod> = {}): HubPod {
  return {
    id,
    type: id.split(".")[0] ?? "",
    internal: true,
    params: {},
    running: true,
    started: 1,
    starts: 1,
    crashes: 0,
    pid: 200,
    memory: 1,
    cpu: 1,
    counters: { in: 0, out: 0, coalesced: 0, failed: 0 },
    ifaces: [],
    ...over,
  };
}
