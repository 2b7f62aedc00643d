/** The chosen day in full: its times, copying it to others, and what there is to say of a calendar. */
import type { PlanValue } from "@hubwart/schedule";
import { Button, Switch } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { announce } from "../../../lib/announce.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";
import { valuesOf } from "../model/bands.ts";
import {
  calendarOf,
  defaultOf,
  edgesOf,
  type Form,
  ignoredOf,
  laneKeys,
  WEEK_KEYS,
  withEdges,
  withIgnored,
  withoutCalendar,
} from "../model/form.ts";
import { laneName, laneShort } from "../model/words.ts";
import { EdgeTable } from "./edge-table.tsx";
import classes from "./week.module.css";

const all = schedulesTexts.edit;
const texts = all.lane;

export interface LaneEditorProps {
  form: Form;
  lane: string;
  schedule: Schedule;
  onChange: (change: Form) => void;
}

export function LaneEditor({ form, lane, onChange, schedule }: LaneEditorProps) {
  const edges = edgesOf(form, lane);
  const calendar = calendarOf(lane);
  const values = valuesOf(form, laneKeys(form));
  return (
    <section className={classes["editor"]} aria-label={texts.title(laneName(lane))}>
      <h3>{texts.title(laneName(lane))}</h3>
      {edges.length === 0 ? (
        <p className={classes["muted"]}>{calendar === undefined ? texts.noneWeek : texts.noneCalendar}</p>
      ) : null}
      <EdgeTable
        label={texts.title(laneName(lane))}
        edges={edges}
        schedule={schedule}
        values={values}
        fresh={nextValue(edges.at(-1)?.value ?? defaultOf(form), values)}
        onChange={(next) => onChange(withEdges(lane, next))}
      />
      <CopyTo form={form} lane={lane} onChange={onChange} />
      {calendar === undefined ? null : (
        <div className={classes["buttons"]}>
          <Switch
            label={texts.counts}
            checked={!ignoredOf(form).includes(calendar)}
            onChange={({ currentTarget: { checked } }) => {
              const others = ignoredOf(form).filter((name) => name !== calendar);
              onChange(withIgnored(checked ? others : [...others, calendar]));
            }}
          />
          <Button size="xs" variant="default" onClick={() => onChange(withoutCalendar(form, calendar))}>
            {texts.dropCalendar}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Another value than the one before, where the plan has one. */
function nextValue(before: PlanValue, values: readonly PlanValue[]): PlanValue {
  if (typeof before === "boolean") return !before;
  return values.find((value) => value !== before) ?? before;
}

function CopyTo({ form, lane, onChange }: Pick<LaneEditorProps, "form" | "lane" | "onChange">) {
  const edges = edgesOf(form, lane);
  const others = laneKeys(form).filter((key) => key !== lane);
  const copy = (keys: readonly string[], name: string): void => {
    onChange(Object.assign({}, ...keys.map((key) => withEdges(key, edges))) as Form);
    announce(texts.copied(name));
  };
  const groups = [
    { name: all.span.weekdays, keys: WEEK_KEYS.slice(0, 5) },
    { name: all.span.weekend, keys: WEEK_KEYS.slice(5) },
  ].map(({ keys, name }) => ({ name, keys: keys.filter((key) => key !== lane) }));
  return (
    <div className={classes["copy"]}>
      <span className={classes["muted"]}>
        <IconCopy size={16} aria-hidden /> {texts.copy}
      </span>
      {groups.map(({ keys, name }) => (
        <Button
          key={name}
          size="compact-sm"
          variant="light"
          aria-label={texts.copyTo(name)}
          onClick={() => copy(keys, name)}
        >
          {name}
        </Button>
      ))}
      {others.map((key) => (
        <Button
          key={key}
          size="compact-sm"
          variant="default"
          aria-label={texts.copyTo(laneName(key))}
          onClick={() => copy([key], laneName(key))}
        >
          {laneShort(key)}
        </Button>
      ))}
    </div>
  );
}
