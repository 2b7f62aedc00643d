/** What stands in an area or of a class, short: for pages that show it beside other things. */
import { Link } from "@tanstack/react-router";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { usePanelMode } from "../../../lib/panel-mode.ts";
import { alarmsTexts, pagesTexts } from "../../../texts/index.ts";
import { type Alarm, type Look, useAlarmActions, useLook } from "../api/alarms.ts";
import { isUnacked, priorityTone, priorityWord } from "../model/words.ts";
import { UnsureNote } from "./alarm-gaps.tsx";
import classes from "./area-alarms.module.css";

const texts = pagesTexts.alarms;

/** `of`: an area or a class; all without. */
export function AreaAlarms({ of }: { of: string | undefined }) {
  return (
    <QueryState query={useLook({}, "open")} loading={<></>}>
      {(look) => <Standing look={look} of={of} />}
    </QueryState>
  );
}

function Standing({ look, of }: { look: Look; of: string | undefined }) {
  const { ack } = useAlarmActions();
  // Acknowledging is a person's, and there is no other page to go to.
  const panel = usePanelMode();
  const standing = look.standing.filter((alarm) => of === undefined || concerns(alarm, of));
  const more = look.total - look.standing.length;
  return (
    <>
      <UnsureNote {...look} />
      {standing.length === 0 && more <= 0 ? <p className={layout["muted"]}>{texts.none}</p> : null}
      <ul className={classes["alarms"]}>
        {standing.map((alarm) => (
          <li key={alarm.nr} className={classes["alarm"]}>
            <span className={classes["lines"]}>
              <span className={classes["marks"]}>
                <StatusBadge tone={priorityTone(alarm.priority)}>{priorityWord(alarm.priority)}</StatusBadge>
                <span className={classes["muted"]}>
                  {alarmsTexts.states[alarm.state]}, <RelativeTime ms={alarm.since} />
                </span>
              </span>
              <strong>{alarm.text}</strong>
              {alarm.action === undefined ? null : <span>{alarm.action}</span>}
            </span>
            {isUnacked(alarm) && !panel ? (
              <button
                type="button"
                className={classes["ack"]}
                aria-label={texts.ackOf(alarm.text)}
                onClick={() =>
                  void ack({ nrs: [alarm.nr] }).catch((error: unknown) => notice.apiError(error))
                }
              >
                {texts.ack}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className={classes["all"]}>
        {panel ? null : (
          <Link to="/runtime/alarms" search={of === undefined ? {} : { text: of }}>
            {texts.all}
          </Link>
        )}{" "}
        {more > 0 ? texts.more(more) : null}
      </p>
    </>
  );
}

function concerns({ area, class: name }: Alarm, of: string): boolean {
  return name === of || area === of || area?.startsWith(`${of}/`) === true;
}
