/** Whether the log is live, and the way back to the newest line. */
import { IconArrowBarToDown, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { IconButton } from "../../../components/icon-button.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { logTexts } from "../../../texts/index.ts";
import type { Live } from "../api/log.ts";
import type { FollowState } from "../model/follow.ts";
import classes from "./log-view.module.css";

const texts = logTexts.follow;

const ICONS = { pause: IconPlayerPause, resume: IconPlayerPlay, newest: IconArrowBarToDown };

const TONES = { connecting: "off", live: "ok", lost: "warn", past: "off" } as const;

export interface FollowBarProps {
  live: Live;
  state: FollowState;
  /** Lines that came since. */
  waiting: number;
  onPause: () => void;
  onNewest: () => void;
}

export function FollowBar({ live, state, waiting, onPause, onNewest }: FollowBarProps) {
  const stopped = state.frozen !== undefined;
  const does = state.paused ? "resume" : stopped ? "newest" : "pause";
  const Icon = ICONS[does];
  if (live === "past") {
    return (
      <div className={classes["bar"]}>
        <StatusBadge tone={TONES[live]}>{texts[live]}</StatusBadge>
      </div>
    );
  }
  return (
    <div className={classes["bar"]}>
      {stopped ? (
        <StatusBadge tone="off">{texts.stopped}</StatusBadge>
      ) : (
        <StatusBadge tone={TONES[live]}>{texts[live]}</StatusBadge>
      )}
      {stopped ? <span className={classes["waiting"]}>{texts.waiting(waiting)}</span> : null}
      <div className={classes["barActions"]}>
        <IconButton size="xs" variant="default" icon={Icon} onClick={stopped ? onNewest : onPause}>
          {texts[does]}
        </IconButton>
      </div>
    </div>
  );
}
