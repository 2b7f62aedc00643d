/** A month in which days that are not ordinary are marked, by what makes them so; a day can be chosen for an exception. */
import { isoOf, type Plan, type Surroundings } from "@hubwart/schedule";
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { dateFormat } from "../../../lib/intl.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import { dayText } from "../model/day-text.ts";
import { specialOf } from "../model/special-days.ts";
import classes from "./month.module.css";

const texts = schedulesTexts.edit.exceptions;
const monthName = dateFormat({ month: "long", year: "numeric", timeZone: "UTC" });
const DAY = 86_400_000;

export interface MonthViewProps {
  plan: Plan;
  around: Surroundings;
  now: number;
  onChoose: (date: string) => void;
}

export function MonthView({ around, now, onChoose, plan }: MonthViewProps) {
  const today = around.dayAt(now);
  const [ahead, setAhead] = useState(0);
  const first = monthStart(today, ahead);
  const after = monthStart(today, ahead + 1);
  const days = Array.from({ length: after - first }, (_, at) => first + at);
  const name = monthName.format(first * DAY);
  return (
    <section className={classes["month"]} aria-label={texts.month(name)}>
      <div className={classes["monthHead"]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.before}
          onClick={() => setAhead(ahead - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <strong aria-live="polite">{name}</strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.after}
          onClick={() => setAhead(ahead + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes["grid"]} aria-hidden>
        {schedulesTexts.edit.daysShort.map((day) => (
          <span key={day} className={classes["weekday"]}>
            {day}
          </span>
        ))}
      </div>
      <ol className={classes["grid"]}>
        {days.map((day) => {
          const special = specialOf(plan, around.day(day));
          const label = dayText(isoOf(day));
          return (
            <li key={day} style={day === first ? { gridColumnStart: around.day(day).weekday } : undefined}>
              <button
                type="button"
                className={classes["date"]}
                data-kind={special?.kind}
                data-today={day === today}
                title={special?.label}
                aria-label={[texts.addOn(label), special?.label].filter(Boolean).join(", ")}
                onClick={() => onChoose(isoOf(day))}
              >
                {new Date(day * DAY).getUTCDate()}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Number of the first day of the month that is so many after that of a day. */
function monthStart(day: number, months: number): number {
  const date = new Date(day * DAY);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getTime() / DAY;
}
