/** Days with a plan of their own: as a list, and a month in which they and the days of calendars are marked. */
import type { PlanDay, Surroundings } from "@hubwart/schedule";
import { rangeText } from "@hubwart/schedule";
import { Button } from "@mantine/core";
import { IconCalendarOff, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";
import { daysOf, type Form, planOfForm, withDays } from "../model/form.ts";
import { edgeText, valueWithUnit } from "../model/words.ts";
import { ExceptionDialog } from "./exception-dialog.tsx";
import { MonthView } from "./month-view.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.exceptions;

export interface ExceptionsBoxProps {
  form: Form;
  schedule: Schedule;
  around: Surroundings;
  now: number;
  onChange: (change: Form) => void;
}

type Row = PlanDay & { index: number };

export function ExceptionsBox({ around, form, now, onChange, schedule }: ExceptionsBoxProps) {
  const [open, setOpen] = useState<{ index: number; day: PlanDay }>();
  const days = daysOf(form);
  const rows: Row[] = days.map((day, index) => ({ ...day, index }));
  const columns = columnsFor(schedule.unit, setOpen, (index) =>
    onChange(withDays(days.filter((_day, place) => place !== index))),
  );
  return (
    <InfoBox
      title={texts.title}
      icon={IconCalendarOff}
      actions={
        <IconButton
          size="xs"
          variant="default"
          icon={IconPlus}
          onClick={() => setOpen({ index: days.length, day: { from: "" } })}
        >
          {texts.add}
        </IconButton>
      }
    >
      <div className={classes["exceptions"]}>
        <div className={classes["stack"]}>
          <p className={classes["muted"]}>{texts.text}</p>
          {rows.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <FactTable
              label={texts.title}
              rows={rows}
              columns={columns}
              rowKey={({ index }) => String(index)}
              top
            />
          )}
        </div>
        <MonthView
          plan={planOfForm(form)}
          around={around}
          now={now}
          onChoose={(date) => setOpen({ index: days.length, day: { from: date } })}
        />
      </div>
      {open ? (
        <ExceptionDialog
          day={open.day}
          fresh={open.index === days.length}
          form={form}
          schedule={schedule}
          onClose={() => setOpen(undefined)}
          onDone={(day) => onChange(withDays(days.toSpliced(open.index, 1, day)))}
        />
      ) : null}
    </InfoBox>
  );
}

function dayText({ times = [], value }: PlanDay, unit: string | undefined): string {
  const begin = value === undefined ? texts.usual : valueWithUnit(value, unit);
  return [begin, ...times.map((edge) => edgeText(edge, unit))].join("; ");
}

function columnsFor(
  unit: string | undefined,
  open: (what: { index: number; day: PlanDay }) => void,
  remove: (index: number) => void,
): readonly FactColumn<Row>[] {
  return [
    {
      id: "days",
      header: texts.columns.days,
      rowHeader: true,
      breaks: true,
      cell: (day) => (
        <>
          {rangeText(day)}{" "}
          {day.label === undefined ? null : <span className={classes["muted"]}>{day.label}</span>}
        </>
      ),
    },
    { id: "what", header: texts.columns.what, breaks: true, cell: (day) => dayText(day, unit) },
    {
      id: "actions",
      header: texts.columns.actions,
      cell: ({ index, ...day }) => (
        <span className={classes["buttons"]}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.edit(rangeText(day))}
            onClick={() => open({ index, day })}
          >
            {texts.change}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={texts.remove(rangeText(day))}
            onClick={() => remove(index)}
          >
            {texts.drop}
          </Button>
        </span>
      ),
    },
  ];
}
