import { logTexts } from "../../../texts/index.ts";
import type { LogRow } from "../model/rows.ts";
import classes from "./log-view.module.css";

/** The type of a line, in words and colour. */
export function LevelBubble({ level }: { level: LogRow["level"] }) {
  return (
    <span className={classes["bubble"]} data-level={level}>
      {logTexts.levels[level]}
    </span>
  );
}
