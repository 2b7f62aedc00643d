/** The event log: the last lines, or all of it as a file. NDJSON, oldest first. */

import { Readable } from "node:stream";
import { LIMITS } from "@hubwart/contract";
import { type DataLayout, type LogEntry, readLog, tailLog } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { ContainerLogQuery } from "../../offers.ts";
import { addOnOf, type LogQuery, toFilter, toLine } from "../../platform/log/query.ts";
import type { LogLevels } from "./levels.ts";

export interface LogParts {
  layout: DataLayout;
  levels: LogLevels;
  /** The hub's last start in Unix seconds, also while it is down. */
  hubStarted: () => number;
  containerLog: (query: ContainerLogQuery) => AsyncIterable<LogEntry>;
}

/** All that the engine keeps of a container; its own limit is lower. */
const MOST_LINES = 1_000_000;

export function logHandlers({ layout, levels, hubStarted, containerLog }: LogParts): Handlers {
  return {
    logLevels: async () => ({ sources: levels.list() }),
    logLevelSet: async (request) => {
      const { source, level, minutes } = request.body;
      const before = levels.list().find((known) => known.source === source)?.level;
      request.audit({ before: { source, level: before }, after: { source, level, minutes } });
      return { until: await levels.set(source, level, minutes) };
    },
    logLevelReset: async ({ body }) => {
      await levels.reset(body.source);
      return {};
    },
    systemLog: async ({ query }) => {
      const addOn = addOnOf(query.comp);
      if (addOn !== undefined) return await containerAnswer(containerLog, addOn, query);
      const filter = toFilter(query, hubStarted());
      if (query.download === true) {
        return { file: Readable.from(lines(readLog(layout.logs, filter))), filename: fileName(query) };
      }
      const entries = await tailLog(layout.logs, filter, query.tail ?? LIMITS.logTail);
      const text = entries
        .map((entry, i) => `${JSON.stringify({ ...toLine(entry), lineno: i + 1 })}\n`)
        .join("");
      return { file: Readable.from([Buffer.from(text)]), size: Buffer.byteLength(text) };
    },
  };
}

async function containerAnswer(
  containerLog: LogParts["containerLog"],
  id: string,
  query: LogQuery,
): Promise<{ file: Readable; filename?: string }> {
  const wanted = query.download ? MOST_LINES : (query.tail ?? LIMITS.logTail);
  const { filter: text, priority: level } = query;
  // What a filter leaves out must not make the answer shorter than it could be.
  const tail = text || level ? MOST_LINES : wanted;
  const since = query.after === undefined ? undefined : query.after + 1;
  const entries = containerLog({ id, tail, follow: false, since, text, level });
  if (query.download) return { file: Readable.from(lines(entries)), filename: fileName(query) };
  const last: LogEntry[] = [];
  for await (const entry of entries) {
    last.push(entry);
    if (last.length > wanted * 2) last.splice(0, last.length - wanted);
  }
  return { file: Readable.from(lines(Readable.from(last.slice(-wanted)))) };
}

async function* lines(entries: AsyncIterable<LogEntry>): AsyncGenerator<string> {
  let lineno = 0;
  let chunk = "";
  for await (const entry of entries) {
    lineno += 1;
    chunk += `${JSON.stringify({ ...toLine(entry), lineno })}\n`;
    if (chunk.length < 16_384) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

function fileName({ comp, source }: LogQuery): string {
  const part = [comp, source]
    .filter((name) => name !== undefined && name !== "")
    .map((name) => `-${name?.replace(/[^A-Za-z0-9_.-]/g, "_")}`)
    .join("");
  return `log${part}.ndjson`;
}
