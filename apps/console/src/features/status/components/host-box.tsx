import { LIMITS } from "@hubwart/contract";
import { IconServer } from "@tabler/icons-react";
import { useClockOffset } from "../../../api/device-clock.ts";
import type { Status } from "../../../api/info.ts";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { useNow } from "../../../lib/use-now.ts";
import { statusTexts } from "../../../texts/index.ts";
import { clockDifference, deviceTime } from "../model/clock-difference.ts";
import classes from "./boxes.module.css";

const texts = statusTexts.host;

export function HostBox({ host }: { host: Status["system"]["host"] }) {
  return (
    <InfoBox title={texts.title} icon={IconServer}>
      <InfoList
        items={[
          { label: texts.hostname, value: host.hostname },
          { label: texts.time, value: <DeviceTime zone={host.tz.zone} /> },
          { label: texts.difference, value: <Difference /> },
          { label: texts.started, value: <RelativeTime ms={host.started * 1_000} /> },
        ]}
      />
    </InfoBox>
  );
}

function DeviceTime({ zone }: { zone: string }) {
  const now = useNow(LIMITS.clockDifference) + useClockOffset();
  return (
    <span className={classes["line"]}>
      {deviceTime(now, zone)}
      <span className={layout["muted"]}>{zone}</span>
    </span>
  );
}

function Difference() {
  const { text, serious } = clockDifference(useClockOffset());
  if (!serious) return text;
  return (
    <span className={classes["line"]}>
      <span className={classes["serious"]}>{text}</span>
      <span className={layout["muted"]}>{texts.differenceHint}</span>
    </span>
  );
}
