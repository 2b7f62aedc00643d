/** The worst alarms, for the status page. */
import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useAlarmHead } from "../../../api/alarm-head.ts";
import { InfoBox } from "../../../components/info-box.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { alarmsTexts as texts } from "../../../texts/index.ts";
import { priorityTone, priorityWord } from "../model/words.ts";
import { UnsureNote } from "./alarm-gaps.tsx";
import classes from "./alarms.module.css";

export function WorstBox() {
  const head = useAlarmHead();
  if (!head || head.worst.length === 0) return null;
  return (
    <InfoBox title={texts.worst.title} icon={IconBell}>
      <UnsureNote {...head} />
      <ul className={classes["worst"]}>
        {head.worst.map(({ action, nr, priority, since, state, text }) => (
          <li key={nr}>
            <StatusBadge tone={priorityTone(priority)}>{priorityWord(priority)}</StatusBadge>
            <span className={classes["lines"]}>
              <strong>{text}</strong>
              {action === undefined ? null : <span>{action}</span>}
              <span className={classes["muted"]}>
                {texts.states[state]}, <RelativeTime ms={since} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <p className={classes["all"]}>
        <Link to="/runtime/alarms">{texts.worst.all}</Link>
      </p>
    </InfoBox>
  );
}
