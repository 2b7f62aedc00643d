/** The log of an add-on, in the lines of the event log, so that one view shows both. */
import { type AddOnId, isAddOnId } from "@hubwart/containers";
import { type LogEntry, NotFoundError } from "@hubwart/core";
import type { ContainerLogQuery } from "../../offers.ts";
import type { EngineLink } from "./link.ts";
import { texts } from "./texts.ts";

const RANK: Readonly<Record<LogEntry["level"], number>> = { debug: 0, info: 1, warn: 2, error: 3 };

export async function* containerLog(link: EngineLink, query: ContainerLogQuery): AsyncGenerator<LogEntry> {
  const id = addOnId(query.id);
  const wanted = query.text?.toLowerCase() ?? "";
  const least = RANK[query.level ?? "debug"];
  const { tail, follow, since, signal } = query;
  for await (const { ts, stream, text } of link.get().logs(id, { tail, follow, since, signal })) {
    const level = levelOf(text);
    if (RANK[level] < least || !text.toLowerCase().includes(wanted)) continue;
    yield { ts, level, src: `container:${id}`, module: stream, msg: text };
  }
}

function addOnId(name: string): AddOnId {
  if (!isAddOnId(name)) throw new NotFoundError(texts.noContainer(name));
  return name;
}

/** As most programs write it; the stream alone tells little, since many write everything to stderr. */
function levelOf(text: string): LogEntry["level"] {
  const head = text.slice(0, 200);
  if (/\b(fatal|panic|error|err|crit|critical|alert)\b/i.test(head)) return "error";
  if (/\b(warn|warning)\b/i.test(head)) return "warn";
  return /\b(debug|trace)\b/i.test(head) ? "debug" : "info";
}
