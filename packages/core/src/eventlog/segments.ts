/**
 * Files of the event log: `<logs>/<writer>/<start>.ndjson`, one JSON entry a line. `<start>` is the time of
 * the segment's beginning in ms since the epoch, 15 digits, so that names sort by time; later segments of a
 * folder always have later names, even if the clock was set back.
 */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { isMissing } from "../files.ts";
import { LOG_LEVELS, type LogEntry } from "../logger.ts";

export interface Segment {
  file: string;
  /** ms since the epoch. */
  start: number;
}

const NAME = /^(\d{15})\.ndjson$/;

export function segmentFile(folder: string, start: number): string {
  return path.join(folder, `${String(start).padStart(15, "0")}.ndjson`);
}

/** Oldest first; empty if there is no such folder. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const name of await namesIn(folder)) {
    const start = NAME.exec(name)?.[1];
    if (start !== undefined) segments.push({ file: path.join(folder, name), start: Number(start) });
  }
  return segments.sort((a, b) => a.start - b.start);
}

/** The folders of all writers below `logs`. */
export async function writerFolders(logs: string): Promise<string[]> {
  const names = await namesIn(logs);
  return names.sort().map((name) => path.join(logs, name));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error) || isNoFolder(error)) return [];
    throw error;
  }
}

function isNoFolder(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOTDIR";
}

/** undefined for a line that a power cut tore, or that is no entry. */
export function parseEntry(line: string): LogEntry | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof raw !== "object" || raw === null) return undefined;
  const { ts, level, src, module, msg, chan } = raw as Record<string, unknown>;
  const known = LOG_LEVELS.find((name) => name === level);
  if (typeof ts !== "number" || known === undefined || typeof src !== "string") return undefined;
  if (typeof module !== "string" || typeof msg !== "string") return undefined;
  return { ts, level: known, src, module, ...(typeof chan === "string" ? { chan } : {}), msg };
}
