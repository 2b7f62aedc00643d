/**
 * The appliance's view of the hub: the last thing it said, requests to it, and its events.
 *
 *     const link = createHubLink(connection, scope, log);
 *     link.status()                        // last known, also while the hub is away
 *     await link.request("podRestart", { pod });   // UnavailableError while it is away
 *     const stop = link.watch(["mqtt.*"], (records) => …);
 *
 * Invariants: `status()` and `pods()` never wait. `connected` says whether they are current. A watch
 * survives reconnections: the union of all patterns is asked for again, and each watcher gets only what
 * its own patterns name.
 */
import {
  errorText,
  hasWildcard,
  type Logger,
  nameMatcher,
  type Scope,
  UnavailableError,
  unreachable,
} from "@hubwart/core";
import {
  type AlarmCounts,
  type DataRecord,
  type HubEvent,
  type HubPod,
  type HubRequestName,
  type HubRequests,
  type HubStatus,
  MOST_WATCHED,
  type RequestOptions,
} from "@hubwart/ipc";
import { common } from "./texts.ts";

export interface HubLinkEvents {
  status: (status: HubStatus) => void;
  pods: (pods: readonly HubPod[]) => void;
  /** The process of the project's scripts; undefined while there is none. */
  scripts: (pod: HubPod | undefined) => void;
  /** Something about the alarms is other than before. */
  alarms: (counts: AlarmCounts) => void;
  /** The connection came or went. */
  connected: (connected: boolean) => void;
}

export interface HubLink {
  readonly connected: boolean;
  /** Last known state; undefined until the hub has answered once. */
  status(): HubStatus | undefined;
  /** Last known pods. */
  pods(): readonly HubPod[];
  /** Last known process of the scripts, whose interfaces they are. */
  scripts(): HubPod | undefined;
  request<M extends HubRequestName>(
    name: M,
    parameters: HubRequests[M][0],
    options?: RequestOptions,
  ): Promise<HubRequests[M][1]>;
  /** The returned function ends it. */
  on<E extends keyof HubLinkEvents>(event: E, handler: HubLinkEvents[E]): () => void;
  /** Values of channels by name patterns (`*`, `?`). The returned function ends it. */
  watch(filter: readonly string[], handler: (records: DataRecord[]) => void, wants?: Wants): () => void;
}

/** Beyond what the hub takes, in number or in one line, all values come, and each watcher picks its own. Characters. */
const LONGEST_FILTER = 1024 * 1024;
const MOST_PATTERNS = 100;

/** What the link needs of the hub's socket; `HubClient` of `@hubwart/ipc` has it. */
export interface HubConnection {
  readonly connected: boolean;
  request<M extends HubRequestName>(
    name: M,
    parameters: HubRequests[M][0],
    options?: RequestOptions,
  ): Promise<HubRequests[M][1]>;
  onEvent(handler: (event: HubEvent) => void): void;
  onConnected(handler: (connected: boolean) => void): void;
}

export function createHubLink(connection: HubConnection, scope: Scope, log: Logger): HubLink {
  let status: HubStatus | undefined;
  let pods: readonly HubPod[] = [];
  let scripts: HubPod | undefined;
  const handlers: { [E in keyof HubLinkEvents]: Set<HubLinkEvents[E]> } = {
    status: new Set(),
    pods: new Set(),
    scripts: new Set(),
    alarms: new Set(),
    connected: new Set(),
  };
  const watchers = new Set<{
    filter: readonly string[];
    wants: Wants;
    handler: Watcher;
  }>();

  /** What the hub was asked to tell, since it is connected. */
  let asked: string | undefined;
  const keepStatus = (next: HubStatus) => {
    status = next;
    for (const handler of handlers.status) handler(next);
  };
  const keepPods = (next: readonly HubPod[]) => {
    pods = next;
    for (const handler of handlers.pods) handler(next);
  };
  const keepScripts = (next: HubPod | null) => {
    scripts = next ?? undefined;
    for (const handler of handlers.scripts) handler(scripts);
  };
  const askFor = async () => {
    const named = [...new Set([...watchers].flatMap((watcher) => watcher.filter))];
    const length = named.reduce((sum, name) => sum + name.length, 0);
    const patterns = named.filter(hasWildcard).length;
    const all = named.length > MOST_WATCHED || length > LONGEST_FILTER || patterns > MOST_PATTERNS;
    const filter = all ? ["*"] : named;
    // The hub looks at each of its channels for each pattern.
    const text = filter.join("\n");
    if (text === asked) return;
    asked = text;
    await connection.request("watch", { filter }).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  };
  /** The connection may go at any moment; the next one asks again. */
  const attempt = (what: string, task: Promise<unknown>) => {
    task.catch((error: unknown) => {
      if (connection.connected && !scope.ended) log.warn(`${what}: ${errorText(error)}`);
    });
  };
  /** The state last: whoever hears that a project runs knows its pods. */
  const askHowItIs = async () => {
    keepPods((await connection.request("pods", {})).pods);
    keepScripts((await connection.request("scripts", {})).pod);
    keepStatus(await connection.request("status", {}));
  };
  const renewWatch = () => {
    if (connection.connected) attempt(common.watchValues, askFor());
  };

  connection.onEvent((event) => {
    switch (event.e) {
      case "status":
        return keepStatus(event.status);
      case "pods":
        return keepPods(event.pods);
      case "scripts":
        return keepScripts(event.pod);
      case "alarms":
        for (const handler of handlers.alarms) handler(event.counts);
        return undefined;
      case "values":
        for (const watcher of watchers) {
          const records = event.records.filter((record) => watcher.wants(record.chan));
          if (records.length > 0) watcher.handler(records);
        }
        return undefined;
      default:
        return unreachable(event);
    }
  });
  connection.onConnected((connected) => {
    asked = undefined;
    if (connected) {
      attempt("Zustand des Hubs", askHowItIs());
      if (watchers.size > 0) renewWatch();
    }
    for (const handler of handlers.connected) handler(connected);
  });
  scope.add(() => {
    for (const set of Object.values(handlers)) set.clear();
    watchers.clear();
  });

  return {
    get connected() {
      return connection.connected;
    },
    status: () => status,
    pods: () => pods,
    scripts: () => scripts,
    async request(name, parameters, options) {
      if (!connection.connected) throw new UnavailableError(common.hubAway);
      return await connection.request(name, parameters, options);
    },
    on(event, handler) {
      const set = handlers[event];
      set.add(handler);
      return () => {
        set.delete(handler);
      };
    },
    // For the hub, watching no pattern is watching nothing.
    watch(filter, handler, wants = filter.length === 0 ? () => false : nameMatcher(filter)) {
      const watcher = { filter, wants, handler };
      watchers.add(watcher);
      renewWatch();
      return () => {
        if (watchers.delete(watcher)) renewWatch();
      };
    },
  };
}

/** Reports whatever the hub says of its own state; for topics of the event stream. */
export function hubChanges(hub: Pick<HubLink, "on">): (changed: () => void) => () => void {
  return (changed) => {
    const ends = [hub.on("status", changed), hub.on("connected", changed)];
    return () => {
      for (const end of ends) end();
    };
  };
}

type Watcher = (records: DataRecord[]) => void;
/** Whether it watches a channel, where it knows that sooner than its patterns say. */
type Wants = (name: string) => boolean;
