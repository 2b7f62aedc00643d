/** Days of the week, each on or off: check boxes that look like buttons. */
import { useId } from "react";
import { alarmPeopleTexts as texts } from "../../../texts/index.ts";
import classes from "./people.module.css";

export interface WeekdaysProps {
  /** 1 Monday to 7 Sunday. */
  days: readonly number[];
  error: string | undefined;
  onChange: (days: number[]) => void;
}

export function Weekdays({ days, error, onChange }: WeekdaysProps) {
  const id = useId();
  return (
    <fieldset className={classes["days"]}>
      <legend>{texts.roster.days}</legend>
      {texts.days.map((name, index) => {
        const day = index + 1;
        return (
          <label key={name} className={classes["day"]}>
            <input
              type="checkbox"
              aria-label={name}
              aria-invalid={error !== undefined}
              aria-describedby={error === undefined ? undefined : id}
              checked={days.includes(day)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  (checked ? [...days, day] : days.filter((each) => each !== day)).sort((a, b) => a - b),
                )
              }
            />
            <span aria-hidden>{texts.daysShort[index]}</span>
          </label>
        );
      })}
      {error === undefined ? null : (
        <p id={id} className={classes["wrong"]}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
