/** Lets the plan take notice of a calendar: with the times of a day of the week, or the default. */
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { schedulesTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";
import { startOf } from "../model/bands.ts";
import { calendarKey, defaultOf, edgesOf, type Form, WEEK_KEYS, withEdges } from "../model/form.ts";
import { laneName, valueWithUnit } from "../model/words.ts";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.calendars;
const DEFAULT = "default";

export interface CalendarAdderProps {
  form: Form;
  schedule: Schedule;
  onChange: (change: Form, key: string) => void;
}

export function CalendarAdder({ form, onChange, schedule }: CalendarAdderProps) {
  const free = schedule.calendars.map(({ id }) => id).filter((id) => !form[calendarKey(id)]);
  const [chosen, setChosen] = useState("");
  const [like, setLike] = useState(DEFAULT);
  if (schedule.calendars.length === 0) return null;
  if (free.length === 0) return <p className={classes["muted"]}>{texts.none}</p>;
  const name = free.includes(chosen) ? chosen : (free[0] ?? "");
  return (
    <form
      className={classes["adder"]}
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(withEdges(calendarKey(name), likeDay(form, like)), calendarKey(name));
        // The next calendar is another matter: holidays like a Sunday, school holidays off.
        setLike(DEFAULT);
      }}
    >
      <NativeSelect
        label={texts.name}
        data={free}
        value={name}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <NativeSelect
        label={texts.like}
        data={[
          { value: DEFAULT, label: texts.asDefault(valueWithUnit(defaultOf(form), schedule.unit)) },
          ...WEEK_KEYS.map((key) => ({ value: key, label: texts.asDay(laneName(key)) })),
        ]}
        value={like}
        onChange={({ currentTarget }) => setLike(currentTarget.value)}
      />
      <Button type="submit" variant="light">
        {texts.add}
      </Button>
    </form>
  );
}

/** A day of the week may begin with what held the day before; on its own that has to be said. */
function likeDay(form: Form, like: string) {
  if (like === DEFAULT) return [];
  const edges = edgesOf(form, like);
  const start = startOf(form, like);
  const begins = edges.some(({ at }) => at === 0) || start === defaultOf(form);
  return begins ? edges : [{ at: 0, value: start }, ...edges];
}
