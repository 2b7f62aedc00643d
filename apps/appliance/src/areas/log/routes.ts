/** The event log: the last lines, or all of it as a file. NDJSON, oldest first. */

import { Readable } from "node:stream";
import { LIMITS } from "@hubwart/contract";
import { type DataLayout, readLog, tailLog } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { type LogQuery, toFilter, toLine } from "../../platform/log/query.ts";
import type { LogLevels } from "./levels.ts";

/** `hubStarted`: the hub's last start in Unix seconds, also while it is down. */
export function logHandlers(layout: DataLayout, levels: LogLevels, hubStarted: () => number): Handlers {
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

async function* lines(entries: ReturnType<typeof readLog>): AsyncGenerator<string> {
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
