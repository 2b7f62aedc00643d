/**
 * Why a channel has its value, as it is told to a caller who is kept to some channels: steps and causes at his own, and of the rest
 * that there is one. A script reads and writes what it likes, so no name of one is told, nor what it said.
 */
import type { AnswerOf, traceWhy } from "@hubwart/contract";
import type { Why, WhyCause, WhyStep } from "@hubwart/ipc";
import type { Kept } from "../../http/bounds.ts";
import { texts } from "./texts.ts";

type Told = Omit<AnswerOf<typeof traceWhy>, "code">;
type Step = Told["steps"][number];

export function ownWhy(kept: Kept, why: Why): Told {
  if (kept.patterns === undefined || why.state === "off") return why;
  const { cause, more, steps, text, ...rest } = why;
  // The way to the last channel; behind it what was found there: pod, connection, the cause or where the value comes from.
  const ways = steps.slice(0, cause ? -1 : undefined);
  const end = ways.findLastIndex(({ kind }) => kind === "channel");
  const atEnd = kept.channel(ways[end]?.id ?? "");
  const shown = cause && (atEnd ? ownCause(kept, cause) : outside(cause));
  const own = more.filter(({ id }) => isOwn(kept, id));
  const way = ways.map((step, at) => (at > end && !atEnd ? OUTSIDE : ownStep(kept, step)));
  if (shown) way.push(shown === cause ? (steps.at(-1) ?? OUTSIDE) : { ...OUTSIDE, fine: false });
  return {
    ...rest,
    text: shown?.text ?? (atEnd ? ownSource(steps.at(-1), text) : texts.outside.source),
    steps: way.filter(isFirstOutside).map(numbered),
    ...(shown ? { cause: shown } : {}),
    more: own.length === more.length ? own : [...own, { id: "outside", text: texts.outside.cause }],
  };
}

const OUTSIDE: Step = { kind: "outside", id: "", text: texts.outside.step, fine: true };

type Cause = NonNullable<Told["cause"]>;

function ownCause(kept: Kept, cause: WhyCause): Cause {
  const { kind, place } = cause;
  if (place?.page === "script") return { ...outside(cause), kind, id: "script", text: texts.outside.script };
  return isOwn(kept, cause.id) && (place?.page !== "channel" || kept.channel(place.id))
    ? cause
    : outside(cause);
}

const outside = ({ since }: WhyCause): Cause => ({
  kind: "outside",
  id: "outside",
  text: texts.outside.cause,
  mend: texts.outside.mend,
  ...(since === undefined ? {} : { since }),
});

/** Of a channel, a link between two (`a → b`), a circle, a pod, or a connection of one (`pod/iface`). */
function isOwn(kept: Kept, id: string): boolean {
  const ends = id.split(" → ");
  if (ends.length > 1) return ends.every((end) => kept.channel(end));
  const [pod = ""] = id.split("/");
  if (pod.split(".").length === 2) return !pod.endsWith(".lua") && kept.pod(pod);
  return kept.channel(id.replace(/^circle /, ""));
}

const ownSource = (last: WhyStep | undefined, text: string): string =>
  last?.kind === "script" ? texts.outside.byScript : text;

function ownStep(kept: Kept, step: WhyStep): Step {
  const { id, kind } = step;
  if (kind === "script") return { ...step, id: "", text: texts.outside.byScript };
  return kind === "write" || isOwn(kept, id) ? step : OUTSIDE;
}

/** Nothing has its name twice. */
const numbered = (step: Step, at: number): Step => (step.id === "" ? { ...step, id: `#${at}` } : step);

/** Those that follow one another are one. */
const isFirstOutside = ({ fine, kind }: Step, at: number, steps: readonly Step[]): boolean =>
  kind !== "outside" || !fine || steps[at - 1]?.kind !== "outside";
