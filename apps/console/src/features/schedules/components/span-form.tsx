/** A value from one time to another on several days at once: the quickest way to most plans. */
import { type PlanValue, parseAt } from "@hubwart/schedule";
import { Button } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { TimeField } from "../../../components/time-field.tsx";
import { announce } from "../../../lib/announce.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";
import { startOf, valuesOf } from "../model/bands.ts";
import { withSpan } from "../model/edges.ts";
import { edgesOf, type Form, laneKeys, WEEK_KEYS, withEdges } from "../model/form.ts";
import { laneName, laneShort } from "../model/words.ts";
import { ValueInput } from "./value-input.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.span;

export interface SpanFormProps {
  form: Form;
  schedule: Schedule;
  onChange: (change: Form) => void;
}

export function SpanForm({ form, onChange, schedule }: SpanFormProps) {
  const values = valuesOf(form, laneKeys(form));
  const error = useId();
  const [lanes, setLanes] = useState<readonly string[]>(WEEK_KEYS.slice(0, 5));
  const [from, setFrom] = useState("06:00");
  const [to, setTo] = useState("20:00");
  const [value, setValue] = useState<PlanValue>(() => firstValue(schedule.type, values));
  const [tried, setTried] = useState(false);
  const [start, end] = [parseAt(from), parseAt(to)];
  const keys = laneKeys(form).filter((key) => lanes.includes(key));
  const fault =
    typeof start !== "number" || typeof end !== "number" || end <= start
      ? texts.order
      : keys.length === 0
        ? texts.noDays
        : undefined;

  function put(event: FormEvent): void {
    event.preventDefault();
    setTried(fault !== undefined);
    if (fault !== undefined || typeof start !== "number" || typeof end !== "number") return;
    onChange(
      Object.assign(
        {},
        ...keys.map((key) =>
          withEdges(key, withSpan(edgesOf(form, key), start, end, value, startOf(form, key))),
        ),
      ) as Form,
    );
    announce(texts.done(keys.map(laneName).join(", ")));
  }
  const quick = (name: string, wanted: readonly string[]) => (
    <Button key={name} type="button" size="compact-sm" variant="light" onClick={() => setLanes(wanted)}>
      {name}
    </Button>
  );
  return (
    <form className={classes["span"]} onSubmit={put} noValidate aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <fieldset className={classes["lanes"]}>
        <legend>{texts.lanes}</legend>
        {laneKeys(form).map((key) => (
          <label key={key} className={classes["chip"]}>
            <input
              type="checkbox"
              aria-label={laneName(key)}
              checked={lanes.includes(key)}
              onChange={({ currentTarget: { checked } }) =>
                setLanes(checked ? [...lanes, key] : lanes.filter((one) => one !== key))
              }
            />
            <span aria-hidden>{laneShort(key)}</span>
          </label>
        ))}
        {quick(texts.weekdays, WEEK_KEYS.slice(0, 5))}
        {quick(texts.weekend, WEEK_KEYS.slice(5))}
        {quick(texts.all, WEEK_KEYS)}
      </fieldset>
      <div className={classes["fields"]}>
        <TimeField label={texts.from} value={from} onChange={setFrom} />
        <TimeField
          label={texts.to}
          value={to}
          aria-invalid={tried && fault !== undefined}
          aria-describedby={tried && fault !== undefined ? error : undefined}
          onChange={setTo}
        />
        <ValueInput {...schedule} label={texts.value} value={value} values={values} onChange={setValue} />
        <Button type="submit" variant="light" className={classes["put"] ?? ""}>
          {texts.put}
        </Button>
      </div>
      {tried && fault !== undefined ? (
        <p id={error} role="alert" className={classes["wrong"]}>
          {fault}
        </p>
      ) : null}
    </form>
  );
}

/** What one would switch on. */
function firstValue(type: Schedule["type"], values: readonly PlanValue[]): PlanValue {
  if (type === "bool") return true;
  return values.at(-1) ?? (type === "string" ? "" : 0);
}
