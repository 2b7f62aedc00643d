/** What runs, from which channel it is updated, and whether there is something newer. */

import { type Status, updateCheck } from "@hubwart/contract";
import { Alert } from "@mantine/core";
import { IconRefresh, IconStack2 } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { statusTexts, updateTexts } from "../../../texts/index.ts";
import { checkNow, type UpdateState } from "../api/update.ts";
import classes from "./update.module.css";

const texts = updateTexts.state;
const { version: mainLabel, channels } = statusTexts.general;

export function StateBox({
  state,
  components,
  busy,
  button,
}: {
  state: UpdateState;
  components: Status["version"] | undefined;
  busy: boolean;
  button: ReactNode;
}) {
  const [checking, setChecking] = useState(false);
  async function check(): Promise<void> {
    setChecking(true);
    try {
      const { available } = await checkNow();
      notice.info(available === null ? texts.upToDate : texts.found(available.version));
    } catch (error) {
      notice.apiError(error, updateTexts.messages);
    } finally {
      setChecking(false);
    }
  }
  const { available, channel, checked, error, hindrance, previous, version } = state;
  const others = Object.entries(components ?? {}).filter(([name]) => name !== "Main");
  return (
    <InfoBox
      title={texts.box}
      icon={IconStack2}
      status={<Badge state={state} />}
      footer={
        <>
          {button}
          <May call={updateCheck}>
            <IconButton
              variant="default"
              icon={IconRefresh}
              onClick={() => void check()}
              loading={checking}
              disabled={busy}
            >
              {texts.check}
            </IconButton>
          </May>
        </>
      }
    >
      <div className={layout["stackWide"]}>
        <InfoList
          items={[
            { label: mainLabel, value: version },
            ...others.map(([label, value]) => ({ label, value })),
            { label: texts.channel, value: channels[channel] ?? channel },
            ...(previous === null ? [] : [{ label: texts.previous, value: previous }]),
            {
              label: texts.checked,
              value: checked === null ? texts.never : <RelativeTime ms={checked * 1_000} />,
            },
          ]}
        />
        {hindrance === null ? null : (
          <Alert color="orange" variant="light">
            {hindrance}
          </Alert>
        )}
        {error === null || hindrance !== null ? null : (
          <Alert color="orange" variant="light" title={texts.failed}>
            {error}
          </Alert>
        )}
        {available !== null || error !== null || hindrance !== null ? null : (
          <p className={classes["text"]}>{checked === null ? texts.unknown : texts.upToDate}</p>
        )}
      </div>
    </InfoBox>
  );
}

function Badge({ state: { available, checked, error } }: { state: UpdateState }) {
  if (available !== null) return <StatusBadge tone="info">{texts.badge.available}</StatusBadge>;
  if (checked === null || error !== null) return null;
  return <StatusBadge tone="ok">{texts.badge.current}</StatusBadge>;
}
