/** A state in words with a sign of its own shape per tone, so that it does not depend on colour. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./status-badge.module.css";

export type Tone = "ok" | "warn" | "error" | "off" | "info";

const ICONS = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  error: IconCircleX,
  off: IconCircleDashed,
  info: IconInfoCircle,
};

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <span className={classes["badge"]} data-tone={tone}>
      <Icon size={15} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
