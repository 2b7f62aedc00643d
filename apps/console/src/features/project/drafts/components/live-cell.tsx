/** What a channel of the running project says now, beside its row of the draft. */
import { LIMITS } from "@hubwart/contract";
import { memo } from "react";
import { useRecord } from "../../../../api/channel-values.ts";
import { useClockOffset } from "../../../../api/device-clock.ts";
import { ageText } from "../../../../lib/age-text.ts";
import { formatDateTime, formatMoment } from "../../../../lib/format.ts";
import { useNow } from "../../../../lib/use-now.ts";
import type { DataRecord, ValueStore } from "../../../../lib/value-store.ts";
import { exactText, valueText } from "../../../../lib/value-text.ts";
import { commonTexts, draftsTexts } from "../../../../texts/index.ts";
import classes from "./live.module.css";

const texts = draftsTexts.live;
const TONES = ["ok", "warn", "error"] as const;

export interface LiveCellProps {
  chan: string;
  store: ValueStore;
  /** The running project was asked. */
  loaded: boolean;
}

export const LiveCell = memo(function LiveCell({ chan, loaded, store }: LiveCellProps) {
  const record = useRecord(store, chan);
  if (!record) return loaded ? <span className={classes["off"]}>{texts.absent}</span> : null;
  const refusal = refusalText(record);
  const unit = record.details?.unit;
  return (
    <span
      className={classes["live"]}
      title={[exactText(record.value), refusal].filter(Boolean).join("\n")}
      data-tone={TONES[record.quality]}
    >
      {record.last === 0 ? (
        <span className={classes["off"]}>{texts.never}</span>
      ) : (
        <>
          <span className={classes["value"]}>
            {valueText(record.value)}
            {unit === undefined ? null : ` ${unit}`}
          </span>
          <span className={classes["quality"]}>{texts.quality[record.quality]}</span>
          <Age last={record.last} />
        </>
      )}
      {refusal === undefined ? null : <span className={classes["refusal"]}>{refusal}</span>}
    </span>
  );
});

function Age({ last }: { last: number }) {
  const now = useNow(LIMITS.clockDifference) + useClockOffset();
  return (
    <span className={classes["age"]} title={formatDateTime(last)}>
      {texts.age(ageText(now - last))}
    </span>
  );
}

function refusalText({ refusal }: DataRecord): string | undefined {
  return refusal && commonTexts.refusal(refusal.text, refusal.count, formatMoment(refusal.since));
}
