/**
 * The event stream: which topics a caller gets, and when it ends: with its session, with the caller, with the
 * appliance, or, where there are too many, for somebody who has fewer.
 */
import { LIMITS, STREAM_TOPICS, TOPIC_CHANNELS, TOPIC_NEEDS, type Who } from "@hubwart/contract";
import { type Clock, ConflictError, InvalidInputError, type Logger, type Scope } from "@hubwart/core";
import type { DataRecord } from "@hubwart/ipc";
import { type Kept, keptTo, keptToAlarms, ownRecord } from "../../http/bounds.ts";
import type { Session } from "../../http/ports.ts";
import { demand, demandChannels, demandPanelTopic } from "../../http/rights.ts";
import type { FollowQuery } from "../log/query.ts";
import { texts } from "../texts.ts";
import { EventWriter } from "./event-writer.ts";
import { SharedTopic, type Topic } from "./topics.ts";

type TopicName = (typeof STREAM_TOPICS)[number];
type StateTopic = Exclude<TopicName, "trace" | "log">;

/** The state topics; each belongs to an area. */
export type Topics = Record<StateTopic, Topic>;

export interface StreamParts {
  clock: Clock;
  log: Logger;
  scope: Scope;
  /** All of them; whichever is missing is a defect of the composition. */
  topics: Partial<Topics>;
  /** Values of channels by name patterns. */
  watch: (filter: string[], handler: (records: DataRecord[]) => void) => () => void;
  /** New lines of the event log, as `/system/log` selects them. */
  follow: (query: FollowQuery, handler: (line: object) => void) => () => void;
  /** Calls back once when the session ends. */
  onSessionEnd: (sessionId: string, handler: () => void) => () => void;
}

export interface StreamRequest {
  session: Session;
  topics: string;
  filter: string | undefined;
  log: FollowQuery;
  signal: AbortSignal;
}

/** What one caller listens to, besides the names of topics. */
interface Wanted {
  filter: string[];
  log: FollowQuery;
  kept: Kept;
}

interface Open {
  whose: string;
  /** What waits still goes to its reader. */
  end: () => void;
  /** At once. */
  drop: () => void;
}

/** Values are collected for so long before they are sent: fast enough for an eye, cheap for many channels. */
const VALUES_EVERY_MS = 500;
const MOST_STREAMS = 64;
const MOST_FILTERS = 200;
/** As long as the hub takes; one that it refuses would cost all watchers their values. */
const LONGEST_FILTER = 500;

export class StreamService {
  readonly #parts: StreamParts;
  readonly #shared = new Map<StateTopic, SharedTopic>();
  /** The oldest first. */
  readonly #open = new Set<Open>();

  constructor(parts: StreamParts) {
    this.#parts = parts;
    parts.scope.add(() => {
      for (const { end } of this.#open) end();
    });
    for (const name of STREAM_TOPICS) {
      if (name === "trace" || name === "log") continue;
      const topic = parts.topics[name];
      if (!topic) throw new Error(`no area tells of the topic "${name}"`);
      this.#shared.set(name, new SharedTopic(topic, parts.clock, parts.log));
    }
  }

  open(request: StreamRequest): EventWriter {
    const names = topicNames(request.topics);
    for (const name of names) {
      demandPanelTopic(request.session.who, name);
      demand(request.session.level, TOPIC_NEEDS[name]);
      demandChannels(request.session.bounds, TOPIC_CHANNELS[name]);
    }
    const filter = filters(request.filter, names.has("trace"));
    const whose = nameOf(request.session.who);
    this.#makeRoom(whose);
    const writer = new EventWriter();
    const enders: (() => void)[] = [];
    const close = () => {
      // Whoever reads nothing keeps no place from others by it.
      this.#open.delete(one);
      for (const end of enders.splice(0)) end();
      writer.end();
    };
    const one: Open = { whose, end: close, drop: () => void writer.destroy() };
    this.#open.add(one);
    writer.once("close", close);
    for (const name of names) {
      const kept = name === "alarms" ? keptToAlarms(request.session) : keptTo(request.session);
      enders.push(this.#subscribe(name, writer, { filter, log: request.log, kept }));
    }
    enders.push(this.#parts.clock.every(LIMITS.streamBeat, () => writer.heartbeat()));
    enders.push(this.#parts.onSessionEnd(request.session.id, close));
    request.signal.addEventListener("abort", () => writer.destroy(), { once: true });
    writer.heartbeat();
    return writer;
  }

  /** Of who has most, unless that would only change places. @throws ConflictError */
  #makeRoom(whose: string): void {
    if (this.#open.size < MOST_STREAMS) return;
    const counts = new Map<string, number>();
    for (const open of this.#open) counts.set(open.whose, (counts.get(open.whose) ?? 0) + 1);
    const own = counts.get(whose) ?? 0;
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (!most || most[1] <= own + 1) throw new ConflictError(texts.tooManyViews);
    for (const open of this.#open) {
      if (open.whose !== most[0]) continue;
      this.#open.delete(open);
      return open.drop();
    }
  }

  #subscribe(name: TopicName, writer: EventWriter, { filter, kept, log }: Wanted): () => void {
    if (name === "trace") return this.#values(writer, filter, kept);
    if (name === "log") return this.#parts.follow(log, (line) => writer.line(line));
    return this.#state(name, kept).listen((json) => writer.latest(name, () => json));
  }

  /** Shared by all but those who are kept to some channels. @throws Error where a topic leaves nothing out for them but should */
  #state(name: StateTopic, kept: Kept): SharedTopic {
    if (kept.patterns && TOPIC_CHANNELS[name] === "filtered") return this.#own(name, kept);
    const topic = this.#shared.get(name);
    if (!topic) throw new Error(`unknown topic "${name}"`);
    return topic;
  }

  #own(name: StateTopic, kept: Kept): SharedTopic {
    const topic = this.#parts.topics[name];
    const read = topic?.keptTo;
    if (!topic || !read) throw new Error(`the topic "${name}" leaves out nothing`);
    return new SharedTopic({ ...topic, read: () => read(kept) }, this.#parts.clock, this.#parts.log);
  }

  /** The last value of each channel since the last event. */
  #values(writer: EventWriter, filter: string[], kept: Kept): () => void {
    let changed = new Map<string, DataRecord>();
    const stopWatch = this.#parts.watch(filter, (records) => {
      for (const record of records)
        if (kept.channel(record.chan)) changed.set(record.chan, ownRecord(kept, record));
    });
    const stopTimer = this.#parts.clock.every(VALUES_EVERY_MS, () => {
      if (changed.size === 0) return;
      // Taken when the reader has room, so that a slow one skips values instead of piling them up.
      writer.latest("trace", () => {
        const entries = [...changed.values()];
        changed = new Map();
        return JSON.stringify({ entries });
      });
    });
    return () => {
      stopWatch();
      stopTimer();
    };
  }
}

/** All wall panels are one: those of a large building leave room for people. */
const nameOf = (who: Who): string =>
  who.kind === "administrator" || who.kind === "panel" ? who.kind : `${who.kind} ${who.id}`;

function topicNames(text: string): Set<TopicName> {
  const given = text.split(",").map((name) => name.trim());
  const known = given.filter((name): name is TopicName => STREAM_TOPICS.some((topic) => topic === name));
  if (known.length !== given.length) {
    throw new InvalidInputError([{ field: "topics", message: texts.allowed(STREAM_TOPICS.join(", ")) }]);
  }
  return new Set(known);
}

function filters(text: string | undefined, needed: boolean): string[] {
  const given = (text ?? "").split(",").filter((pattern) => pattern !== "");
  if (needed && (given.length === 0 || given.length > MOST_FILTERS)) {
    throw new InvalidInputError([{ field: "filter", message: texts.filtersExpected(MOST_FILTERS) }]);
  }
  if (given.some((pattern) => pattern.length > LONGEST_FILTER)) {
    throw new InvalidInputError([{ field: "filter", message: texts.filterTooLong(LONGEST_FILTER) }]);
  }
  return given;
}
