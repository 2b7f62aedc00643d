/** What the other side said last to requests for a channel, how often, and since when. */
import type { StreamEvents } from "@hubwart/contract";
import { formatMoment } from "../lib/format.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./refusal-note.module.css";

type Refusal = NonNullable<Extract<StreamEvents["trace"]["entries"][number], { value: unknown }>["refusal"]>;

/** `short`: four lines at most, in full on hovering. */
export function RefusalNote({ refusal, short = false }: { refusal: Refusal | undefined; short?: boolean }) {
  if (!refusal) return null;
  const text = commonTexts.refusal(refusal.text, refusal.count, formatMoment(refusal.since));
  return (
    <span className={classes["note"]} data-short={short || undefined} title={short ? text : undefined}>
      {text}
    </span>
  );
}
