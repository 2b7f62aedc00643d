/** One place that both sides changed: what stood there, what stands on each side, and which of them it shall be. */
import { draftsTexts } from "../../../../texts/index.ts";
import type { DraftConflict } from "../../api/drafts.ts";
import { linesOf, SIDES, type Side } from "../model/conflicts.ts";
import classes from "./merge.module.css";

const texts = draftsTexts.merging;

interface ConflictProps {
  conflict: DraftConflict;
  /** As people call its table. */
  table: string;
  /** What both came from is known. */
  known: boolean;
  side: Side | undefined;
  onDecide: (side: Side) => void;
}

export function Conflict({ conflict, known, onDecide, side, table }: ConflictProps) {
  const { cells, id, kind, row } = conflict;
  const column = kind === "cell" ? cells[0]?.column : undefined;
  return (
    <fieldset className={classes["conflict"]} data-decided={side !== undefined || undefined}>
      <legend className={classes["place"]}>
        {[table, row, column].filter((part) => part !== undefined && part !== "").join(" › ")}
      </legend>
      <p className={classes["kind"]}>{(known ? texts.kinds : texts.kindsUnknown)[kind]}</p>
      <div className={classes["sides"]}>
        {known ? (
          <div className={classes["before"]}>
            <span className={classes["name"]}>{texts.before}</span>
            <Lines code={kind === "script"} lines={linesOf(conflict, "before")} />
          </div>
        ) : null}
        {SIDES.map((one) => (
          <label key={one} className={classes["side"]}>
            <span className={classes["name"]}>
              <input
                type="radio"
                name={`conflict-${id}`}
                checked={side === one}
                onChange={() => onDecide(one)}
              />
              {texts[one]}
            </span>
            <Lines code={kind === "script"} lines={linesOf(conflict, one)} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Lines({ code, lines }: { code: boolean; lines: readonly string[] }) {
  return (
    <span className={classes["lines"]} data-code={code || undefined}>
      {lines.join("\n")}
    </span>
  );
}
