import type { Pod } from "../../../api/pods.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { podsTexts } from "../../../texts/index.ts";

const { state, start } = podsTexts;

/** Whether the pod runs and reaches what it speaks to; one that is started elsewhere is waited for. */
export function PodState({ pod: { running, connected, internal, error } }: { pod: Pod }) {
  if (running && !connected) return <StatusBadge tone="warn">{state.unconnected}</StatusBadge>;
  if (running) return <StatusBadge tone={error === undefined ? "ok" : "warn"}>{state.running}</StatusBadge>;
  if (!internal) return <StatusBadge tone="warn">{state.waiting}</StatusBadge>;
  return <StatusBadge tone={error === undefined ? "off" : "error"}>{state.stopped}</StatusBadge>;
}

export const startText = (internal: boolean): string => (internal ? start.internal : start.external);
