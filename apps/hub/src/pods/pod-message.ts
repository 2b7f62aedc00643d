/**
 * Messages of a pod, checked and copied field by field before anything uses them: an external pod may be any
 * program that holds the token. What is not known is left out; whatever has no bound of its own gets one here.
 */
import { type LogEntry, type LogLevel, type Overload, tooDeep } from "@hubwart/core";
import {
  askMessage,
  type IfaceState,
  type PodCounters,
  type PodStats,
  type PodToHub,
  type Quality,
  type RefusalReport,
  type ValueBatch,
  type WriteResults,
} from "@hubwart/ipc";

type Fields = Record<string, unknown>;

const LONGEST_NAME = 500;
const LONGEST_ERROR = 2_000;
const LONGEST_LINE = 8_192;
const MOST_ENTRIES = 1_000;
const MOST_PROBLEMS = 1_000;
const MOST_REFUSALS = 1_000;
/** The times that a date can hold, from the epoch on (ECMA-262, 21.4.1.1). */
const LAST_TIME = 8.64e15;
const LAST_PORT = 65_535;

/** undefined for what is no message of a pod. @param channels how many channels the pod has */
export function podMessage(raw: unknown, channels: number): PodToHub | undefined {
  if (!isFields(raw)) return undefined;
  const { t } = raw;
  switch (t) {
    case "values": {
      const { seq } = raw;
      const values = batch(raw["values"], channels);
      return values && isWhole(seq) ? { t, seq, values } : undefined;
    }
    case "ack": {
      const { seq } = raw;
      return isWhole(seq) ? { t, seq } : undefined;
    }
    case "written": {
      const results = writeResults(raw["results"], channels);
      return results && { t, results };
    }
    case "hello":
      return hello(raw);
    case "loaded": {
      const problems = listOf(raw["problems"], MOST_PROBLEMS, problem);
      return problems && { t, problems };
    }
    case "conn": {
      const iface = ifaceState(raw["iface"]);
      return iface && { t, iface };
    }
    case "log": {
      const entries = listOf(raw["entries"], MOST_ENTRIES, logEntry);
      return entries && { t, entries };
    }
    case "stats": {
      const stats = podStats(raw["stats"]);
      if (raw["refusals"] === undefined) return stats && { t, stats };
      const refusals = listOf(raw["refusals"], MOST_REFUSALS, (each) => refusalReport(each, channels));
      return stats && refusals && { t, stats, refusals };
    }
    case "ask":
    case "unask":
    case "answer":
      return askMessage(raw);
    default:
      return undefined;
  }
}

function hello({ id, pid, protocol, token }: Fields): PodToHub | undefined {
  if (!isText(id, LONGEST_NAME) || !isWhole(pid) || !isWhole(protocol)) return undefined;
  if (token !== undefined && !isText(token, LONGEST_NAME)) return undefined;
  // Whether it is the right one is for the admission to say.
  const said = { t: "hello", protocol: protocol as 2, id, pid } as const;
  return token === undefined ? said : { ...said, token };
}

/** The columns themselves are kept: they are plain numbers, and values that were looked at. */
function batch(raw: unknown, channels: number): ValueBatch | undefined {
  if (!isFields(raw)) return undefined;
  const { n, v, q, t } = raw;
  if (!Array.isArray(n) || !Array.isArray(v) || !Array.isArray(t)) return undefined;
  if (v.length !== n.length || t.length !== n.length) return undefined;
  for (let i = 0; i < n.length; i += 1) {
    if (!isIndex(n[i], channels) || !isTime(t[i]) || tooDeep(v[i])) return undefined;
  }
  if (q === undefined) return { n, v, t };
  return Array.isArray(q) && q.length === n.length && q.every(isQuality) ? { n, v, t, q } : undefined;
}

function isIndex(raw: unknown, channels: number): raw is number {
  return Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) < channels;
}

function writeResults(raw: unknown, channels: number): WriteResults | undefined {
  if (!isFields(raw)) return undefined;
  const { n, seq, why } = raw;
  if (!Array.isArray(n) || !Array.isArray(seq) || seq.length !== n.length || n.length > channels)
    return undefined;
  if (!n.every((index) => isIndex(index, channels)) || !seq.every(isWhole)) return undefined;
  if (why === undefined) return { n, seq };
  return Array.isArray(why) && why.length === n.length && why.every(isReason) ? { n, seq, why } : undefined;
}

function isReason(raw: unknown): raw is string | null {
  return raw === null || isText(raw, LONGEST_ERROR);
}

function isQuality(raw: unknown): raw is Quality {
  return raw === 0 || raw === 1 || raw === 2;
}

function ifaceState(raw: unknown): IfaceState | undefined {
  if (!isFields(raw)) return undefined;
  const { active, count, error, iface, last, overload, port, state } = raw;
  if (!isText(iface, LONGEST_NAME) || typeof state !== "boolean") return undefined;
  if (!isCount(active) || !isCount(count) || !isTime(last)) return undefined;
  if (port !== undefined && !(isWhole(port) && port <= LAST_PORT)) return undefined;
  if (error !== undefined && !isText(error, LONGEST_ERROR)) return undefined;
  const overloaded = overload === undefined ? undefined : overloadOf(overload);
  if (overload !== undefined && !overloaded) return undefined;
  return {
    iface,
    state,
    active,
    count,
    last,
    ...(port === undefined ? {} : { port }),
    ...(error === undefined ? {} : { error }),
    ...(overloaded ? { overload: overloaded } : {}),
  };
}

function overloadOf(raw: unknown): Overload | undefined {
  if (!isFields(raw)) return undefined;
  const { address, ended, last } = raw;
  return isText(address, LONGEST_NAME) && isWhole(ended) && isTime(last)
    ? { address, ended, last }
    : undefined;
}

function podStats(raw: unknown): PodStats | undefined {
  if (!isFields(raw)) return undefined;
  const { cpu, memory } = raw;
  const counters = podCounters(raw["counters"]);
  return counters && isCount(memory) && isCount(cpu) ? { memory, cpu, counters } : undefined;
}

function refusalReport(raw: unknown, channels: number): RefusalReport | undefined {
  if (!isFields(raw)) return undefined;
  const { n, refusal } = raw;
  if (!isIndex(n, channels)) return undefined;
  if (refusal === undefined) return { n };
  if (!isFields(refusal)) return undefined;
  const { count, last, since, text } = refusal;
  if (!isText(text, LONGEST_NAME) || !isTime(since) || !isTime(last) || !isWhole(count)) return undefined;
  return { n, refusal: { text, since, last, count } };
}

function podCounters(raw: unknown): PodCounters | undefined {
  if (!isFields(raw)) return undefined;
  const { in: received, out, coalesced, failed } = raw;
  return isCount(received) && isCount(out) && isCount(coalesced) && isCount(failed)
    ? { in: received, out, coalesced, failed }
    : undefined;
}

const LEVELS: Record<LogLevel, true> = { debug: true, info: true, warn: true, error: true };

function logEntry(raw: unknown): LogEntry | undefined {
  if (!isFields(raw)) return undefined;
  const { chan, level, module, msg, ts } = raw;
  if (!isTime(ts) || typeof level !== "string" || !Object.hasOwn(LEVELS, level)) return undefined;
  if (!isText(module, LONGEST_NAME) || !isText(msg, LONGEST_LINE)) return undefined;
  if (chan !== undefined && !isText(chan, LONGEST_NAME)) return undefined;
  // Who it is from is for the hub to say.
  const entry = { ts, level: level as LogLevel, src: "pod", module, msg };
  return chan === undefined ? entry : { ...entry, chan };
}

function problem(raw: unknown): { field: string; message: string } | undefined {
  if (!isFields(raw)) return undefined;
  const { field, message } = raw;
  return isText(field, LONGEST_NAME) && isText(message, LONGEST_ERROR) ? { field, message } : undefined;
}

function listOf<T>(raw: unknown, most: number, take: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(raw) || raw.length > most) return undefined;
  const items: T[] = [];
  for (const each of raw) {
    const item = take(each);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function isFields(raw: unknown): raw is Fields {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}

/** A finite number that is not negative. */
function isCount(raw: unknown): raw is number {
  return typeof raw === "number" && Number.isFinite(raw) && raw >= 0;
}

function isWhole(raw: unknown): raw is number {
  return Number.isSafeInteger(raw) && (raw as number) >= 0;
}

/** Whoever turns it into a date must not fail. */
function isTime(raw: unknown): raw is number {
  return typeof raw === "number" && raw >= 0 && raw <= LAST_TIME;
}

function isText(raw: unknown, longest: number): raw is string {
  return typeof raw === "string" && raw.length <= longest;
}
