/** A message to people about one alarm or many: the worst first, bounded, with what to do. */
import type { AlarmRecord, Untold } from "./record.ts";
import { isActive } from "./states.ts";
import { messages } from "./texts.ts";

export interface Message {
  /** The same for the same lines, so that a pod that has it takes it once. */
  key: string;
  subject: string;
  text: string;
}

export interface ComposeFacts {
  plant: string;
  action: (id: string) => string | undefined;
  record: (id: string) => AlarmRecord | undefined;
}

/** Lines of each section. */
const MOST = 20;
const moment = new Intl.DateTimeFormat("de-DE", { dateStyle: "short", timeStyle: "medium" });

export function compose(lines: readonly Untold[], facts: ComposeFacts): Message | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return undefined;
  const sorted = lines.toSorted((a, b) => a.priority - b.priority || a.seq - b.seq);
  const parts = (["new", "again", "over"] as const).flatMap((what) => {
    const own = sorted.filter((line) => line.what === what);
    if (own.length === 0) return [];
    const shown = own.slice(0, MOST).flatMap((line) => linesOf(line, facts));
    return [
      [messages.sections[what], ...shown, ...(own.length > MOST ? [messages.more(own.length - MOST)] : [])],
    ];
  });
  const heads = sorted.toSorted((a, b) => Number(a.what === "over") - Number(b.what === "over"));
  return {
    key: `${first.seq}-${last.seq}`,
    subject: messages.subject(
      facts.plant,
      heads.map(({ priority, text, what }) => ({ priority, text, over: what === "over" })),
    ),
    text: `${parts.map((part) => part.join("\n")).join("\n\n")}\n`,
  };
}

function linesOf(
  { id, nr, priority, since, text, what }: Untold,
  { action, record }: ComposeFacts,
): string[] {
  const lines = [messages.line(priority, text, moment.format(since), nr)];
  if (what === "over") return lines;
  const now = record(id);
  const stands = now?.nr === nr && isActive(now.state);
  if (!stands) return [...lines, messages.wentAgain];
  const todo = action(id);
  return todo === undefined ? lines : [...lines, messages.action(todo)];
}
