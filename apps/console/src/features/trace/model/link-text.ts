/** What a link does to values on their way, in words. */
import type { AnswerOf, traceDefinition } from "@hubwart/contract";
import { formatDuration } from "../../../lib/format.ts";
import { exactText } from "../../../lib/value-text.ts";
import { traceTexts } from "../../../texts/index.ts";

export type Definition = AnswerOf<typeof traceDefinition>;
export type Link = Definition["incoming"][number];

const texts = traceTexts.details.links;
/** Pairs of a map that are named. */
const NAMED = 6;

/** In the order in which it is done; empty for a link that passes values on as they are. */
export function linkSteps({
  map,
  invert,
  scale,
  offset,
  on_change: onChange,
  min_interval: rest,
}: Link): string[] {
  const steps: string[] = [];
  if (map) steps.push(mapText(map));
  if (invert) steps.push(texts.invert);
  if (scale !== undefined) steps.push(`× ${exactText(scale)}`);
  if (offset !== undefined) steps.push(`${offset < 0 ? "−" : "+"} ${exactText(Math.abs(offset))}`);
  if (onChange) steps.push(texts.onChange);
  if (rest !== undefined) steps.push(texts.interval(rest < 1_000 ? `${rest}\u00a0ms` : formatDuration(rest)));
  return steps;
}

function mapText(map: NonNullable<Link["map"]>): string {
  const pairs = Object.entries(map).map(
    ([from, to]) => `${from === "*" ? texts.rest : from} → ${exactText(to)}`,
  );
  const more = pairs.length - NAMED;
  return more > 0 ? `${pairs.slice(0, NAMED).join(", ")} … (${texts.more(more)})` : pairs.join(", ");
}
