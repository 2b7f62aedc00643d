/** What holds now and next, and why, with the changes that are not saved yet; and what would hold at any time one asks for. */
import { isoOf, type Plan, type Surroundings } from "@hubwart/schedule";
import { IconClock } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { MomentField } from "../../../components/moment-field.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import { changesOf, instantOf, toldAt } from "../model/preview.ts";
import { valueWithUnit } from "../model/words.ts";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.now;

export interface PreviewBoxProps {
  plan: Plan;
  around: Surroundings;
  now: number;
  unit: string | undefined;
  changed: boolean;
}

export function PreviewBox({ around, changed, now, plan, unit }: PreviewBoxProps) {
  const [asked, setAsked] = useState(() => `${isoOf(around.dayAt(now))}T12:00`);
  const holds = useMemo(() => toldAt(plan, around, now), [plan, around, now]);
  const next = useMemo(() => changesOf(plan, around, now), [plan, around, now]);
  const [date = "", time = ""] = asked.split("T");
  const instant = instantOf(around, date, time);
  const answer = instant === undefined ? undefined : toldAt(plan, around, instant);
  return (
    <InfoBox
      title={texts.title}
      icon={IconClock}
      status={changed ? <span className={classes["muted"]}>{texts.preview}</span> : null}
    >
      <div className={classes["stack"]}>
        <p>
          <strong className={classes["holds"]}>{valueWithUnit(holds.value, unit)}</strong>{" "}
          <span className={classes["muted"]}>{holds.why}</span>
        </p>
        <h3>{texts.next}</h3>
        {next.length === 0 ? (
          <p className={classes["muted"]}>{texts.none}</p>
        ) : (
          <ol className={classes["next"]}>
            {next.map(({ at, value, why }) => (
              <li key={at}>
                <span>{formatMoment(at)}</span>
                <strong>{valueWithUnit(value, unit)}</strong>
                <span className={classes["muted"]}>{why}</span>
              </li>
            ))}
          </ol>
        )}
        <MomentField label={texts.ask} description={texts.dayFormat} value={asked} onChange={setAsked} />
        <output className={classes["answer"]}>
          {answer ? texts.answer(valueWithUnit(answer.value, unit), answer.why) : ""}
        </output>
      </div>
    </InfoBox>
  );
}
