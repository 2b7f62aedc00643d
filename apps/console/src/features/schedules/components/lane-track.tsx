/** A day from top to bottom: its bands, and its edges as sliders that pointer and keys move. */
import { atText, type LaneEdge, type PlanValue } from "@hubwart/schedule";
import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { useDrag } from "../../../lib/use-drag.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import { type Band, minuteOf, type SunMinutes, strengthOf } from "../model/bands.ts";
import { DAY_MINUTES, FINE, moved, removed, STEP, stepOf } from "../model/edges.ts";
import { valueWithUnit } from "../model/words.ts";
import { numbered } from "./edge-table.tsx";
import classes from "./week.module.css";

const texts = schedulesTexts.edit.week;

export interface LaneTrackProps {
  name: string;
  edges: readonly LaneEdge[];
  bands: readonly Band[];
  values: readonly PlanValue[];
  unit: string | undefined;
  sun: SunMinutes | undefined;
  /** While a pointer moves, `done` is false. */
  onChange: (edges: LaneEdge[], done: boolean) => void;
}

const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
const percent = (minute: number): string => `${(minute / DAY_MINUTES) * 100}%`;

export function LaneTrack({ bands, edges, name, onChange, sun, unit, values }: LaneTrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const [moving, setMoving] = useState<number>();
  const drag = useDrag((pressed) => {
    const height = track.current?.clientHeight ?? 0;
    const index = Number(pressed.currentTarget.dataset["index"]);
    const edge = edges[index];
    if (!edge || height === 0) return undefined;
    pressed.preventDefault();
    pressed.currentTarget.querySelector("input")?.focus();
    setMoving(index);
    const begin = typeof edge.at === "number" ? edge.at : edge.at.offset;
    let now = [...edges];
    return {
      tell: (_dx, dy, { altKey, shiftKey }) => {
        const grid = altKey || shiftKey ? FINE : STEP;
        const wanted = begin + (dy / height) * DAY_MINUTES;
        now = moved(edges, index, Math.round(wanted / grid) * grid - begin);
        onChange(now, false);
      },
      end: () => {
        setMoving(undefined);
        onChange(now, true);
      },
    };
  });
  function key(event: KeyboardEvent, index: number): void {
    const edge = edges[index];
    const direction = KEYS[event.key];
    if (edge && direction !== undefined) {
      event.preventDefault();
      onChange(moved(edges, index, stepOf(edge.at, direction, event.altKey || event.shiftKey)), true);
    } else if (event.key === "Delete") {
      event.preventDefault();
      onChange(removed(edges, index), true);
    }
  }

  return (
    <div ref={track} className={classes["track"]}>
      {bands.map(({ from, to, value }) => (
        <div
          key={from}
          className={classes["band"]}
          style={
            {
              top: percent(from),
              height: percent(to - from),
              "--strength": `${Math.round(strengthOf(value, values) * 100)}%`,
            } as CSSProperties
          }
        >
          {to - from >= 75 ? <span>{valueWithUnit(value, unit)}</span> : null}
        </div>
      ))}
      {numbered(edges).map(({ edge, index, key: place }) => {
        const minute = minuteOf(edge, sun);
        return (
          <div
            key={place}
            className={classes["edge"]}
            data-index={index}
            data-moving={moving === index}
            style={{ top: percent(minute) }}
            {...drag}
          >
            <input
              type="range"
              className={classes["slider"]}
              data-sun={typeof edge.at !== "number"}
              aria-orientation="vertical"
              aria-label={texts.edge(name, valueWithUnit(edge.value, unit))}
              aria-valuetext={atText(edge.at)}
              min={0}
              max={DAY_MINUTES - 1}
              value={minute}
              // By those who do not press its keys.
              onChange={({ currentTarget }) =>
                onChange(moved(edges, index, Number(currentTarget.value) - minute), true)
              }
              onKeyDown={(event) => key(event, index)}
            />
            <span className={classes["time"]}>{typeof edge.at === "number" ? atText(edge.at) : "☀"}</span>
          </div>
        );
      })}
    </div>
  );
}
