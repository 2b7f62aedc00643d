/** What is wrong, a line each: what, why, since when, and what to do at the right edge. */
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { useState } from "react";
import { ButtonLink } from "../../../components/button-link.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { statusTexts } from "../../../texts/index.ts";
import type { TroubleRow } from "../model/troubles.ts";
import classes from "./trouble-list.module.css";

const texts = statusTexts.troubles;
const LEVELS = {
  1: { tone: "info", Icon: IconInfoCircle },
  2: { tone: "warn", Icon: IconAlertTriangle },
  3: { tone: "error", Icon: IconCircleX },
} as const;
/** More would push the plant off the screen. */
const SHOWN = 5;

export function TroubleList({ rows }: { rows: readonly TroubleRow[] }) {
  const [all, setAll] = useState(false);
  const hidden = rows.length - SHOWN;
  return (
    <>
      <ul className={classes["list"]} aria-label={texts.list}>
        {(all ? rows : rows.slice(0, SHOWN)).map((row) => (
          <Line key={row.key} row={row} />
        ))}
      </ul>
      {hidden > 0 ? (
        <button type="button" className={classes["more"]} onClick={() => setAll(!all)}>
          {all ? texts.less : texts.more(hidden)}
        </button>
      ) : null}
    </>
  );
}

function Line({ row: { id, level, next, since, title, why } }: { row: TroubleRow }) {
  const { Icon, tone } = LEVELS[level];
  return (
    <li className={classes["row"]} data-tone={tone}>
      <Icon size={18} stroke={2} aria-hidden />
      <span className={classes["what"]}>
        <span className={classes["title"]} title={id}>
          {title}
        </span>
        {why === undefined ? null : (
          <span className={classes["why"]} title={why}>
            {why}
          </span>
        )}
        {since > 0 ? <span className={classes["since"]}>{texts.since(formatMoment(since))}</span> : null}
      </span>
      {next === undefined ? null : (
        <ButtonLink
          component="a"
          to={next.to as NonNullable<LinkProps["to"]>}
          className={classes["next"]}
          variant="default"
          size="compact-sm"
          aria-label={texts.next(next.text, title, id)}
        >
          {next.text}
        </ButtonLink>
      )}
    </li>
  );
}
