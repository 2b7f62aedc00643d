/** How a rollout is, and how one site of it is, in a word with its sign and colour; and how far. */
import type { RolloutRow, RolloutSiteState, RolloutState } from "@hubwart/fleet/calls";
import { StatusBadge, type Tone } from "../components/status-badge.tsx";
import { fleetTexts } from "../texts/index.ts";

const texts = fleetTexts.rollout;

const TONES: Readonly<Record<RolloutState, Tone>> = {
  running: "info",
  paused: "warn",
  stopped: "error",
  done: "ok",
  ended: "off",
};

const SITE_TONES: Readonly<Record<RolloutSiteState, Tone>> = {
  failed: "error",
  begun: "info",
  trial: "info",
  waiting: "off",
  good: "ok",
};

export function RolloutBadge({ state }: { state: RolloutState }) {
  return <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>;
}

export function RolloutSiteBadge({ state }: { state: RolloutSiteState }) {
  return <StatusBadge tone={SITE_TONES[state]}>{texts.siteStates[state]}</StatusBadge>;
}

export function progressOf({ counts }: RolloutRow): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const parts = [texts.progressText(counts.good, all)];
  if (counts.failed > 0) parts.push(texts.failed(counts.failed));
  return parts.join(", ");
}

/** What goes over the sites. */
export const titleOf = ({ project, version }: RolloutRow): string =>
  project === undefined ? version : texts.ofProject(project.name, project.back !== undefined);

export const headingOf = (rollout: RolloutRow): string =>
  rollout.project === undefined ? texts.one(rollout.version) : titleOf(rollout);

/** Over which of them. */
export function sitesOf({ project, rule }: RolloutRow): string {
  if (project === undefined) return rule || texts.allSites;
  return project.back === undefined ? texts.ofTable : texts.ofRollout;
}
