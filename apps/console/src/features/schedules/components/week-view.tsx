/** The week and the calendars side by side, each day as a track; one of them is chosen for the table beside it. */
import type { LaneEdge } from "@hubwart/schedule";
import { useState } from "react";
import { schedulesTexts } from "../../../texts/index.ts";
import { bandsOf, type SunMinutes, valuesOf } from "../model/bands.ts";
import { calendarOf, edgesOf, type Form, ignoredOf, laneKeys, withEdges } from "../model/form.ts";
import { laneName, laneShort } from "../model/words.ts";
import { LaneTrack } from "./lane-track.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.week;
const HOURS = [0, 6, 12, 18, 24];

export interface WeekViewProps {
  form: Form;
  unit: string | undefined;
  sun: SunMinutes | undefined;
  chosen: string;
  onChoose: (key: string) => void;
  onChange: (change: Form) => void;
}

export function WeekView({ chosen, form, onChange, onChoose, sun, unit }: WeekViewProps) {
  /** What a pointer is moving: no change until it is let go. */
  const [moving, setMoving] = useState<Form>();
  const shown = { ...form, ...moving };
  const keys = laneKeys(form);
  const values = valuesOf(shown, keys);
  const ignored = ignoredOf(form);
  const change = (key: string, edges: LaneEdge[], done: boolean): void => {
    setMoving(done ? undefined : withEdges(key, edges));
    if (done) onChange(withEdges(key, edges));
  };
  return (
    <div className={classes["week"]}>
      <div className={classes["hours"]} aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
      {keys.map((key) => {
        const off = ignored.includes(calendarOf(key) ?? "");
        return (
          <section
            key={key}
            className={classes["lane"]}
            aria-label={laneName(key)}
            data-chosen={key === chosen}
            data-off={off}
            data-calendar={calendarOf(key) !== undefined}
          >
            <button
              type="button"
              className={classes["name"]}
              aria-pressed={key === chosen}
              aria-label={texts.choose(laneName(key))}
              onClick={() => onChoose(key)}
            >
              {laneShort(key)}
            </button>
            <LaneTrack
              name={laneName(key)}
              edges={edgesOf(shown, key)}
              bands={bandsOf(shown, key, sun)}
              values={values}
              unit={unit}
              sun={sun}
              onChange={(edges, done) => change(key, edges, done)}
            />
            {off ? <span className={classes["muted"]}>{texts.ignored}</span> : null}
          </section>
        );
      })}
    </div>
  );
}
