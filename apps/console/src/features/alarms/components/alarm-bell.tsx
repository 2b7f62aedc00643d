/** Alarms that nobody has acknowledged, in the header of every page. Nothing where the project has none. */
import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useAlarmHead } from "../../../api/alarm-head.ts";
import icon from "../../../components/icon-button.module.css";
import { shellTexts } from "../../../texts/index.ts";
import classes from "./alarm-bell.module.css";

const texts = shellTexts.alarms;
/** More digits do not fit, and say no more. */
const MOST = 99;

export function AlarmBell() {
  const head = useAlarmHead();
  if (!head || head.state === "none" || head.state === "no_project") return null;
  const sure = head.state === "watching";
  const unacked = head.counts?.unacked ?? 0;
  const label = sure
    ? unacked > 0
      ? texts.open(unacked)
      : texts.none
    : unacked > 0
      ? texts.lastOpen(unacked)
      : texts.unknown;
  return (
    <Link
      to="/runtime/alarms"
      className={`${icon["icon"]} ${classes["bell"]}`}
      aria-label={label}
      title={label}
    >
      <IconBell size={19} stroke={1.75} aria-hidden />
      {sure && unacked === 0 ? null : (
        <span className={classes["count"]} data-unknown={!sure} aria-hidden>
          {unacked === 0 ? "?" : unacked > MOST ? `${MOST}+` : unacked}
        </span>
      )}
    </Link>
  );
}
