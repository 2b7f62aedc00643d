import { StatusBadge } from "../../../components/status-badge.tsx";
import { debugTexts } from "../../../texts/index.ts";
import bar from "./toolbar.module.css";

/** Whether new values are pushed or fetched. */
export function LiveBadge({ live }: { live: boolean }) {
  return (
    <span className={bar["live"]} title={live ? debugTexts.liveHint : debugTexts.pollingHint}>
      <StatusBadge tone={live ? "ok" : "off"}>{live ? debugTexts.live : debugTexts.polling}</StatusBadge>
    </span>
  );
}
