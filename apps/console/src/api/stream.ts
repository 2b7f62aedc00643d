/**
 * The event stream of the appliance. All parts of the page share one connection, whose topics are the union of
 * theirs: a browser grants an HTTP/1.1 server six connections in all. For the same reason it is open only
 * while the page is visible. Lost connections come back by themselves, with back-off; one that is open and silent is lost as well,
 * whatever swallows what it says.
 *
 * The stream does not count as use of the session, and a refused one does not end it: a call asked for at once will
 * tell, so that a session that was ended elsewhere is noticed without waiting for the next beat.
 */
import { CODES, LIMITS, type StreamEvents, type StreamTopic, stream } from "@hubwart/contract";
import { tokenStore } from "../session/token-store.ts";
import { addressOf } from "./address.ts";
import { readEvents, type ServerEvent } from "./sse.ts";
import { way } from "./way.ts";

export type StreamHandler = <T extends StreamTopic>(topic: T, event: StreamEvents[T]) => void;

export interface StreamRequest {
  topics: readonly StreamTopic[];
  /** Name patterns for `trace`. */
  filter?: readonly string[];
  /** Component for `log`; a request with one has a connection of its own. */
  comp?: string;
  /** What of the log is wanted; a request with it has a connection of its own. */
  log?: LogRequest;
}

/** The filters of `/system/log`; `text` is its `filter`. */
export type LogRequest = {
  comp?: string;
  source?: string;
  priority?: "debug" | "info" | "warn" | "error";
  modules?: string;
  text?: string;
};

const FIRST_RETRY = 1_000;
const LAST_RETRY = 30_000;
/** Changes within this time (one page leaving, another arriving) cause one reconnect. */
const SETTLE = 50;
/** Nothing for so long, not even that it is there. */
const SILENT = 3 * LIMITS.streamBeat;

export interface StreamParts {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  token: () => string | undefined;
  visible: () => boolean;
  random: () => number;
  /** The appliance no longer takes the token. */
  refused: () => void;
  /** An event that is no JSON, or a handler that threw. The stream goes on. */
  report: (error: unknown) => void;
}

interface Subscriber extends StreamRequest {
  handler: StreamHandler;
}

/** One connection, open while it has subscribers. */
export function createStream(parts: StreamParts) {
  const subscribers = new Set<Subscriber>();
  const watchers = new Set<() => void>();
  let connected = false;
  let wanted = "";
  let retry = FIRST_RETRY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let open: AbortController | undefined;

  function setConnected(value: boolean): void {
    if (connected === value) return;
    connected = value;
    for (const watcher of watchers) guarded(watcher);
  }
  function queryOf(): (LogRequest & { topics: string; filter?: string }) | undefined {
    const topics = new Set<StreamTopic>();
    const filter = new Set<string>();
    let comp: string | undefined;
    const log: LogRequest = {};
    for (const each of subscribers) {
      for (const topic of each.topics) topics.add(topic);
      for (const pattern of each.filter ?? []) filter.add(pattern);
      comp ??= each.comp;
      Object.assign(log, each.log);
    }
    if (topics.size === 0) return undefined;
    return {
      topics: [...topics].sort().join(","),
      ...(filter.size > 0 ? { filter: [...filter].sort().join(",") } : {}),
      ...(comp === undefined ? {} : { comp }),
      ...log,
    };
  }
  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    open?.abort();
    open = undefined;
    setConnected(false);
  }
  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), ms);
  }
  async function connect(): Promise<void> {
    const query = queryOf();
    const token = parts.token();
    if (!query || !parts.visible()) return;
    const controller = new AbortController();
    open = controller;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), SILENT);
    };
    heard();
    try {
      if (token === undefined) throw new Error("no session");
      const response = await parts.fetch(addressOf(stream, {}, query), {
        headers: { Accept: "text/event-stream", Authorization: `Bearer ${token}` },
        cache: "no-store",
        credentials: "omit",
        signal: controller.signal,
      });
      if (response.status === CODES.unauthorized) parts.refused();
      if (!response.ok) throw new Error(`stream refused: ${response.status}`);
      setConnected(true);
      const tell = ({ event, data }: ServerEvent): void => {
        retry = FIRST_RETRY;
        deliver(event, data);
      };
      await readEvents(response, tell, heard);
    } catch {
      // Refused, broken, silent or aborted: the back-off below is the answer to all but the last.
    } finally {
      clearTimeout(silence);
    }
    if (open !== controller) return;
    open = undefined;
    setConnected(false);
    later(retry * (0.75 + parts.random() / 2));
    retry = Math.min(retry * 2, LAST_RETRY);
  }
  /** One broken event or handler must not take the connection from all others. */
  function guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      parts.report(error);
    }
  }
  function deliver(event: string, data: string): void {
    guarded(() => {
      const value = JSON.parse(data) as StreamEvents[StreamTopic];
      for (const { topics, handler } of subscribers) {
        const topic = topics.find((name) => name === event);
        if (topic !== undefined) guarded(() => handler(topic, value as never));
      }
    });
  }
  /** Reconnects if what is wanted differs from what is there. */
  function update(): void {
    const next = JSON.stringify(queryOf() ?? "");
    if (next === wanted && open !== undefined) return;
    wanted = next;
    retry = FIRST_RETRY;
    close();
    if (subscribers.size > 0) later(SETTLE);
  }

  return {
    get connected(): boolean {
      return connected;
    },
    watch: (watcher: () => void): (() => void) => {
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
      };
    },
    subscribe(request: StreamRequest, handler: StreamHandler): () => void {
      const subscriber = { ...request, handler };
      subscribers.add(subscriber);
      update();
      return () => {
        subscribers.delete(subscriber);
        update();
      };
    },
    /** The page was hidden or shown. */
    visibilityChanged(): void {
      if (!parts.visible()) close();
      else if (open === undefined && subscribers.size > 0) later(0);
    },
  };
}
export type Stream = ReturnType<typeof createStream>;

/** A connection in this page; `end` stops listening to the visibility of the page. */
export function openStream(refused: () => void): { stream: Stream; end: () => void } {
  const created = createStream({
    fetch: (address, init) => way.fetch(address, init),
    token: () => tokenStore.read(),
    visible: () => document.visibilityState === "visible",
    random: Math.random,
    refused,
    report: (error) => reportError(error),
  });
  const onVisibility = (): void => created.visibilityChanged();
  document.addEventListener("visibilitychange", onVisibility);
  return { stream: created, end: () => document.removeEventListener("visibilitychange", onVisibility) };
}
