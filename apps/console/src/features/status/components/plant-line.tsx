/** One sentence on pods and connections, and a link to each pod in trouble. */
import { Link } from "@tanstack/react-router";
import type { Connection, Pod } from "../../../api/pods.ts";
import { formatClock, formatDay } from "../../../lib/intl.ts";
import { statusTexts } from "../../../texts/index.ts";
import { plantOf } from "../model/plant.ts";
import classes from "./plant.module.css";

const texts = statusTexts.plant;
/** More would no longer be a sentence. */
const NAMED = 3;

export interface PlantLineProps {
  pods: readonly Pod[];
  connections: readonly Connection[];
}

export function PlantLine({ pods, connections }: PlantLineProps) {
  const { sentence, trouble } = plantOf(pods, connections);
  return (
    <p className={classes["line"]}>
      {sentence}
      {trouble.length === 0 ? "." : ": "}
      {trouble.slice(0, NAMED).map(({ pod, since }, index) => (
        <span key={pod}>
          {index > 0 ? ", " : null}
          <Link to="/pods/$type/$id" params={{ type: pod.split(".")[0] ?? "", id: pod }}>
            {pod}
          </Link>
          {since > 0 ? ` ${texts.since(moment(since))}` : null}
        </span>
      ))}
      {trouble.length > NAMED ? (
        <>
          {" "}
          <Link to="/pods">{texts.more(trouble.length - NAMED)}</Link>
        </>
      ) : null}
    </p>
  );
}

/** The time, and the day if it is not today. */
function moment(ms: number): string {
  const clock = formatClock(ms, false);
  return formatDay(ms) === formatDay(Date.now()) ? clock : `${formatDay(ms)}, ${clock}`;
}
