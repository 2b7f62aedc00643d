import { StatusBadge } from "../../../components/status-badge.tsx";
import { traceTexts } from "../../../texts/index.ts";
import bar from "./toolbar.module.css";

/** Whether new values are pushed or fetched. */
export function LiveBadge({ live }: { live: boolean }) {
  return (
    <span className={bar["live"]} title={live ? traceTexts.liveHint : traceTexts.pollingHint}>
      <StatusBadge tone={live ? "ok" : "off"}>{live ? traceTexts.live : traceTexts.polling}</StatusBadge>
    </span>
  );
}
