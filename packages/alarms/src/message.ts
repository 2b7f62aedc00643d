/** A message to people about one alarm or many: the worst first, bounded, with what to do. */
import { germanMoment } from "./german.ts";
import type { AlarmRecord, Untold } from "./record.ts";
import { isActive, isUnacked } from "./states.ts";
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
  /** How one acknowledges from where the message is read: an answer in the chat, or a link made for it. */
  ackBy?: "answer" | ((key: string, nrs: number[]) => string) | undefined;
}

/** Lines of each section. */
const MOST = 20;

export function compose(lines: readonly Untold[], facts: ComposeFacts): Message | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || !last) return undefined;
  const sorted = toldOnce(lines).toSorted((a, b) => a.priority - b.priority || a.seq - b.seq);
  const parts = (["new", "again", "over"] as const).flatMap((what) => {
    const own = sorted.filter((line) => line.what === what);
    if (own.length === 0) return [];
    const shown = own.slice(0, MOST).flatMap((line) => linesOf(line, facts));
    return [
      [messages.sections[what], ...shown, ...(own.length > MOST ? [messages.more(own.length - MOST)] : [])],
    ];
  });
  const key = `${first.seq}-${last.seq}`;
  const ack = ackLines(key, sorted, facts);
  if (ack.length > 0) parts.push(ack);
  const heads = sorted.toSorted((a, b) => Number(a.what === "over") - Number(b.what === "over"));
  return {
    key,
    subject: messages.subject(
      facts.plant,
      heads.map(({ priority, text, what }) => ({ priority, text, over: what === "over" })),
    ),
    text: `${parts.map((part) => part.join("\n")).join("\n\n")}\n`,
  };
}

/** What is told as new or not done yet says itself that it is over. */
function toldOnce(lines: readonly Untold[]): Untold[] {
  const told = new Set(lines.filter(({ what }) => what !== "over").map(({ nr }) => nr));
  return lines.filter(({ nr, what }) => what !== "over" || !told.has(nr));
}

/** Of those in the message that wait for somebody. */
function ackLines(key: string, lines: readonly Untold[], { ackBy, record }: ComposeFacts): string[] {
  const nrs = lines
    .filter(({ id, nr, what }) => {
      const now = record(id);
      return what !== "over" && now?.nr === nr && isUnacked(now.state);
    })
    .map(({ nr }) => nr);
  if (ackBy === undefined || nrs.length === 0) return [];
  if (ackBy === "answer") return [messages.ackByAnswer(nrs)];
  return [messages.ackByLink(nrs.length), ackBy(key, nrs)];
}

function linesOf(
  { id, nr, priority, since, text, what }: Untold,
  { action, record }: ComposeFacts,
): string[] {
  const lines = [messages.line(priority, text, germanMoment(since), nr)];
  if (what === "over") return lines;
  const now = record(id);
  const stands = now?.nr === nr && isActive(now.state);
  if (!stands) return [...lines, messages.wentAgain];
  const todo = action(id);
  return todo === undefined ? lines : [...lines, messages.action(todo)];
}
