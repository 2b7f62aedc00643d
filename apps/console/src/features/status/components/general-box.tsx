import { hubRestart, LIMITS } from "@hubwart/contract";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useClockOffset } from "../../../api/device-clock.ts";
import { type Status, useMay } from "../../../api/info.ts";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime, formatDateTimeShort, formatUptime } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import { statusTexts } from "../../../texts/index.ts";
import classes from "./boxes.module.css";

const texts = statusTexts.general;

export function GeneralBox({ status }: { status: Status }) {
  const mayRestart = useMay(hubRestart);
  const { license, version, update, system } = status;
  const { Main: main, ...components } = version;
  return (
    <InfoBox title={texts.title} icon={IconInfoCircle}>
      <InfoList
        items={[
          {
            label: texts.license,
            value: (
              <span className={classes["line"]}>
                <StatusBadge tone={license.valid ? "ok" : "error"}>
                  {license.valid ? statusTexts.license.short.valid : statusTexts.license.short.invalid}
                </StatusBadge>
                {license.name}
              </span>
            ),
          },
          { label: texts.version, value: main },
          ...Object.entries(components).map(([label, value]) => ({ label, value })),
          { label: texts.channel, value: texts.channels[update.channel] ?? update.channel },
          {
            label: texts.uptime,
            value: (
              <span className={classes["line"]}>
                <Uptime since={system.started * 1_000} />
                {mayRestart ? <Link to="/system/restart">{texts.restart}</Link> : null}
              </span>
            ),
          },
        ]}
      />
    </InfoBox>
  );
}

function Uptime({ since }: { since: number }) {
  const now = useNow(LIMITS.relativeTime) + useClockOffset();
  return (
    <time dateTime={new Date(since).toISOString()} title={formatDateTime(since)}>
      {texts.uptimeSince(formatDateTimeShort(since), formatUptime(now - since))}
    </time>
  );
}
