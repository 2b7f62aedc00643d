/** "Heute länger": a value until a time, whatever is planned. It holds at once, and ends by itself. */

import { scheduleOverride } from "@hubwart/contract";
import { atText, isoOf, nextChanges, type Plan, type PlanValue, type Surroundings } from "@hubwart/schedule";
import { Button, NativeSelect } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { TimeField } from "../../../components/time-field.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { LookOnly, May } from "../../../rights/may.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import { type Schedule, useScheduleActions } from "../api/schedule.ts";
import { instantOf, toldAt } from "../model/preview.ts";
import { valueWithUnit } from "../model/words.ts";
import { ValueInput } from "./value-input.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.override;

export interface OverrideBoxProps {
  schedule: Schedule;
  /** As it is stored. */
  plan: Plan;
  around: Surroundings;
  now: number;
}

export function OverrideBox({ around, now, plan, schedule }: OverrideBoxProps) {
  const { override } = useScheduleActions(schedule.chan);
  const today = around.dayAt(now);
  const [value, setValue] = useState<PlanValue>(() => toldAt(plan, around, now).value);
  const [day, setDay] = useState("0");
  const [until, setUntil] = useState(() => later(plan, around, now));
  const [wrong, setWrong] = useState(false);
  const held = schedule.override;

  async function send(asked: { value: PlanValue; until: number } | undefined): Promise<void> {
    try {
      const { applied } = await override.mutateAsync(asked);
      if (applied) notice.success(asked ? texts.done(formatMoment(asked.until)) : texts.ended);
      else notice.warning(schedulesTexts.edit.savedLater);
    } catch (error) {
      notice.apiError(error);
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const end = instantOf(around, isoOf(today + Number(day)), until);
    const late = end === undefined || end <= now;
    setWrong(late);
    if (!late) void send({ value, until: end });
  }
  return (
    <InfoBox title={texts.title} icon={IconClockPause}>
      <div className={classes["stack"]}>
        {held ? (
          <p className={classes["buttons"]}>
            <strong>{texts.held(valueWithUnit(held.value, schedule.unit), formatMoment(held.until))}</strong>
            <May call={scheduleOverride}>
              <Button
                size="xs"
                variant="default"
                loading={override.isPending}
                onClick={() => void send(undefined)}
              >
                {texts.end}
              </Button>
            </May>
          </p>
        ) : (
          <p className={classes["muted"]}>{texts.text}</p>
        )}
        <LookOnly call={scheduleOverride}>
          <form className={classes["fields"]} onSubmit={submit} noValidate aria-label={texts.title}>
            <ValueInput {...schedule} label={texts.value} value={value} onChange={setValue} />
            <NativeSelect
              label={texts.day}
              data={[
                { value: "0", label: texts.today },
                { value: "1", label: texts.tomorrow },
              ]}
              value={day}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
            <TimeField
              label={texts.until}
              value={until}
              error={wrong ? texts.past : undefined}
              onChange={setUntil}
            />
            <Button
              type="submit"
              variant="light"
              className={classes["put"] ?? ""}
              loading={override.isPending}
            >
              {texts.set}
            </Button>
          </form>
        </LookOnly>
      </div>
    </InfoBox>
  );
}

const HOUR = 3_600_000;

/** Two hours after the next change of today, or from now. */
function later(plan: Plan, around: Surroundings, now: number): string {
  const [next] = nextChanges(plan, around, now, 1);
  const today = around.dayAt(now);
  const begin = next && around.dayAt(next.at) === today ? next.at : now;
  const { start } = around.day(today);
  const minute = Math.round((begin + 2 * HOUR - start) / 60_000 / 15) * 15;
  return atText(Math.min(minute, 1_425));
}
