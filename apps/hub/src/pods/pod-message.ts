/**
 * Messages of a pod, checked before anything uses them: an external pod may be any program that holds the
 * token.
 */
import type { LogEntry, LogLevel } from "@hubwart/core";
import {
  askMessage,
  type IfaceState,
  type PodStats,
  type PodToHub,
  type Quality,
  type ValueBatch,
  type WriteResults,
} from "@hubwart/ipc";

type Fields = Record<string, unknown>;

/** undefined for what is no message of a pod. @param channels how many channels the pod has */
export function podMessage(raw: unknown, channels: number): PodToHub | undefined {
  if (!isFields(raw)) return undefined;
  switch (raw["t"]) {
    case "values":
      return isCount(raw["seq"]) && isBatch(raw["values"], channels) ? (raw as PodToHub) : undefined;
    case "ack":
      return isCount(raw["seq"]) ? (raw as PodToHub) : undefined;
    case "written":
      return isResults(raw["results"], channels) ? (raw as PodToHub) : undefined;
    case "hello":
      return typeof raw["id"] === "string" &&
        isCount(raw["pid"]) &&
        isCount(raw["protocol"]) &&
        isText(raw["token"])
        ? (raw as PodToHub)
        : undefined;
    case "loaded":
      return isListOf(raw["problems"], isProblem) ? (raw as PodToHub) : undefined;
    case "conn":
      return isIfaceState(raw["iface"]) ? (raw as PodToHub) : undefined;
    case "log":
      return isListOf(raw["entries"], isLogEntry) ? (raw as PodToHub) : undefined;
    case "stats":
      return isStats(raw["stats"]) ? (raw as PodToHub) : undefined;
    case "ask":
    case "unask":
    case "answer":
      return askMessage(raw);
    default:
      return undefined;
  }
}

function isBatch(raw: unknown, channels: number): raw is ValueBatch {
  if (!isFields(raw)) return false;
  const { n, v, q, t } = raw;
  if (!Array.isArray(n) || !Array.isArray(v) || !Array.isArray(t)) return false;
  if (v.length !== n.length || t.length !== n.length) return false;
  for (let i = 0; i < n.length; i += 1) {
    if (!isIndex(n[i], channels) || !Number.isFinite(t[i])) return false;
  }
  return q === undefined || (Array.isArray(q) && q.length === n.length && q.every(isQuality));
}

function isIndex(raw: unknown, channels: number): raw is number {
  return Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) < channels;
}

function isResults(raw: unknown, channels: number): raw is WriteResults {
  if (!isFields(raw)) return false;
  const { n, seq, why } = raw;
  if (!Array.isArray(n) || !Array.isArray(seq) || seq.length !== n.length || n.length > channels)
    return false;
  if (!n.every((index) => isIndex(index, channels)) || !seq.every(isCount)) return false;
  return why === undefined || (Array.isArray(why) && why.length === n.length && why.every(isReason));
}

function isReason(raw: unknown): raw is string | null {
  return raw === null || (typeof raw === "string" && raw.length <= LONGEST_MESSAGE);
}

function isQuality(raw: unknown): raw is Quality {
  return raw === 0 || raw === 1 || raw === 2;
}

function isIfaceState(raw: unknown): raw is IfaceState {
  return (
    isFields(raw) &&
    typeof raw["iface"] === "string" &&
    typeof raw["state"] === "boolean" &&
    isCount(raw["active"]) &&
    isCount(raw["count"]) &&
    isCount(raw["last"]) &&
    (raw["port"] === undefined || isCount(raw["port"])) &&
    isText(raw["error"])
  );
}

function isStats(raw: unknown): raw is PodStats {
  if (!isFields(raw) || !isCount(raw["memory"]) || !isCount(raw["cpu"])) return false;
  const { counters } = raw;
  return isFields(counters) && ["in", "out", "coalesced", "failed"].every((name) => isCount(counters[name]));
}

const LEVELS: Record<LogLevel, true> = { debug: true, info: true, warn: true, error: true };
const LONGEST_MESSAGE = 8_192;

function isLogEntry(raw: unknown): raw is LogEntry {
  return (
    isFields(raw) &&
    Number.isFinite(raw["ts"]) &&
    typeof raw["level"] === "string" &&
    Object.hasOwn(LEVELS, raw["level"]) &&
    typeof raw["module"] === "string" &&
    typeof raw["msg"] === "string" &&
    raw["msg"].length <= LONGEST_MESSAGE &&
    isText(raw["chan"])
  );
}

function isProblem(raw: unknown): raw is { field: string; message: string } {
  return isFields(raw) && typeof raw["field"] === "string" && typeof raw["message"] === "string";
}

function isListOf<T>(raw: unknown, is: (item: unknown) => item is T): raw is T[] {
  return Array.isArray(raw) && raw.every((item) => is(item));
}

function isFields(raw: unknown): raw is Fields {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw);
}

/** A finite number that is not negative. */
function isCount(raw: unknown): raw is number {
  return typeof raw === "number" && Number.isFinite(raw) && raw >= 0;
}

function isText(raw: unknown): raw is string | undefined {
  return raw === undefined || typeof raw === "string";
}
