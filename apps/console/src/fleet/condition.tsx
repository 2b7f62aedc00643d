/** How a site is, in a word with its sign and colour. */
import type { SiteCondition } from "@hubwart/fleet/calls";
import { StatusBadge, type Tone } from "../components/status-badge.tsx";
import { fleetTexts } from "../texts/index.ts";

const TONES: Readonly<Record<SiteCondition, Tone>> = {
  fault: "error",
  away: "error",
  stopped: "warn",
  warning: "warn",
  new: "info",
  good: "ok",
  revoked: "off",
};

export function ConditionBadge({ condition }: { condition: SiteCondition }) {
  return <StatusBadge tone={TONES[condition]}>{fleetTexts.conditions[condition]}</StatusBadge>;
}
