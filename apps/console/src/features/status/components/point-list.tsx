/** Present values: what it is first, then the value, large. */
import { IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { memo, useState } from "react";
import { useRecord } from "../../../api/channel-values.ts";
import { valueText } from "../../../lib/value-text.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { AreaPoint, ValueStore } from "../api/area.ts";
import type { Trend, Trends } from "../api/trends.ts";
import { placeWithin } from "../model/area-words.ts";
import { createPointText } from "../model/point-text.ts";
import classes from "./area.module.css";
import { TrendLine } from "./trend-line.tsx";

const texts = statusTexts.areas;

export interface PointListProps {
  points: readonly AreaPoint[];
  store: ValueStore;
  trends: Trends | undefined;
  /** The area that they are shown for: of those that belong to a part of it the part is told. */
  whole?: string;
  /** A line each, for an area that is looked at. */
  wide?: boolean;
}

export function PointList({ points, store, trends, whole, wide = false }: PointListProps) {
  return (
    <ul className={classes["points"]} data-wide={wide}>
      {points.map((point) => (
        <Point key={point.chan} point={point} whole={whole} store={store} trend={trends?.get(point.chan)} />
      ))}
    </ul>
  );
}

const Point = memo(function Point({
  point: { area, chan, equip, label, setpoint, star, type, unit },
  store,
  trend,
  whole,
}: {
  point: AreaPoint;
  whole: string | undefined;
  store: ValueStore;
  trend: Trend | undefined;
}) {
  const place = whole === undefined ? undefined : placeWithin(area, whole);
  const name = label ?? chan.slice(chan.lastIndexOf(".") + 1);
  return (
    <li className={classes["point"]}>
      <span className={classes["label"]}>
        {star ? <IconStarFilled size={12} aria-hidden /> : null}
        <Link
          className={classes["open"]}
          to="/runtime/debug"
          search={{ name: [chan], open: chan }}
          title={equip === undefined ? chan : `${equip} · ${chan}`}
        >
          {name}
          {place === undefined ? null : <span className={classes["place"]}> · {place}</span>}
        </Link>
      </span>
      <Value chan={chan} store={store} unit={unit} text={type === "json" || type === "string"} />
      {setpoint === undefined ? null : <Setpoint chan={setpoint} store={store} unit={unit} />}
      {trend ? <TrendLine trend={trend} unit={unit} /> : null}
    </li>
  );
});

interface ValueProps {
  chan: string;
  store: ValueStore;
  unit: string | undefined;
}

function Value({ chan, store, text: isText, unit }: ValueProps & { text: boolean }) {
  const record = useRecord(store, chan);
  const [write] = useState(createPointText);
  if (!record || record.count === 0) return <span className={classes["none"]}>{texts.state.none}</span>;
  const state = record.quality === 2 ? "bad" : record.quality === 1 ? "uncertain" : undefined;
  const text = write(record.value);
  return (
    <span className={classes["value"]} data-state={state} data-text={isText}>
      <span className={classes["number"]} title={valueText(record.value)}>
        {text}
      </span>
      {unit === undefined ? null : <span className={classes["unit"]}> {unit}</span>}
      {state === undefined ? null : <span className={classes["state"]}> {texts.state[state]}</span>}
    </span>
  );
}

/** Beside what it is for; without a value it says nothing. */
function Setpoint({ chan, store, unit }: ValueProps) {
  const record = useRecord(store, chan);
  const [write] = useState(createPointText);
  if (!record || record.count === 0) return null;
  return (
    <span className={classes["setpoint"]} title={chan}>
      {texts.setpoint} {write(record.value)}
      {unit === undefined ? null : ` ${unit}`}
    </span>
  );
}
