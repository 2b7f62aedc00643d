/** What became of a write, at the block that it came from. */
import type { Outcome } from "../model/use-write.ts";
import classes from "./blocks.module.css";

export function WriteOutcome({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <output className={classes["outcome"]} data-tone={outcome?.tone}>
      {outcome?.text}
    </output>
  );
}
