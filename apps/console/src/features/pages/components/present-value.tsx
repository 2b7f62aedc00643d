/** A value as it is now, drawn anew when it changes and not otherwise. */
import { memo } from "react";
import { useRecord } from "../../../api/channel-values.ts";
import type { ValueStore } from "../../../lib/value-store.ts";
import { pagesTexts as texts } from "../../../texts/index.ts";
import type { Block } from "../api/pages.ts";
import { shownValue } from "../model/shown-value.ts";
import classes from "./blocks.module.css";

export interface PresentValueProps {
  store: ValueStore;
  chan: string;
  words: Pick<Block, "choices" | "decimals">;
  /** What is being written, until the answer. */
  pending?: { value: unknown } | undefined;
  /** Whether all were asked for. */
  loaded: boolean;
  size?: "large" | "plain";
}

export const PresentValue = memo(function PresentValue(props: PresentValueProps) {
  const { chan, loaded, pending, size = "large", store, words } = props;
  const record = useRecord(store, chan);
  if (!record) return <span className={classes["quality"]}>{loaded ? texts.missing : "\u00a0"}</span>;
  const { count, details, quality } = record;
  const value = pending ? pending.value : record.value;
  const isKnown = pending !== undefined || count > 0;
  return (
    <span className={classes["present"]} data-size={size}>
      <span className={classes["number"]} data-quality={isKnown ? quality : 3}>
        {isKnown ? shownValue(value, words) : "–"}
        {details?.unit === undefined || words.choices ? null : (
          <span className={classes["unit"]}> {details.unit}</span>
        )}
      </span>
      <span className={classes["quality"]} data-quality={count === 0 ? 3 : quality}>
        {count === 0 ? texts.noValue : texts.quality[quality]}
      </span>
    </span>
  );
});
