/** One sentence on pods and connections, and a link to each pod in trouble. */
import { Link } from "@tanstack/react-router";
import { DottedName } from "../../../components/dotted-name.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { Plant } from "../model/plant.ts";
import classes from "./plant.module.css";

const texts = statusTexts.plant;
/** More would no longer be a sentence. */
const NAMED = 3;

export function PlantLine({ sentence, trouble }: Pick<Plant, "sentence" | "trouble">) {
  return (
    <p className={classes["line"]}>
      {sentence}
      {trouble.length === 0 ? "." : ": "}
      {trouble.slice(0, NAMED).map(({ pod, since }, index) => (
        <span key={pod}>
          {index > 0 ? ", " : null}
          <Link to="/pods/$type/$id" params={{ type: pod.split(".")[0] ?? "", id: pod }}>
            <DottedName name={pod} />
          </Link>
          {since > 0 ? ` ${texts.since(formatMoment(since))}` : null}
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
