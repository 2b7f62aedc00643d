/** Whether signing in asks for a code besides the password; switches that on and off. */
import { Button, Group } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useState } from "react";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { systemTexts } from "../../../texts/index.ts";
import { useSecondFactor, useSecondFactorActions } from "../api/second-factor.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import classes from "./second-factor.module.css";
import { BeginDialog, BothDialog, ConfirmSecretDialog, type Secret } from "./second-factor-dialogs.tsx";

const texts = systemTexts.secondFactor;

type Opened =
  | { what: "begin" | "off" | "renew" }
  | { what: "confirm"; secret: Secret }
  | { what: "codes"; codes: readonly string[] };

export function SecondFactorBox() {
  const query = useSecondFactor();
  const [opened, open] = useState<Opened>();
  const on = query.data?.on;
  return (
    <InfoBox
      title={texts.title}
      icon={IconShieldLock}
      status={
        on === undefined ? undefined : (
          <StatusBadge tone={on ? "ok" : "off"}>{on ? texts.on : texts.off}</StatusBadge>
        )
      }
      footer={
        on === undefined ? undefined : (
          <Group gap="sm">
            {on ? (
              <>
                <Button variant="default" onClick={() => open({ what: "renew" })}>
                  {texts.renew}
                </Button>
                <Button variant="default" onClick={() => open({ what: "off" })}>
                  {texts.switchOff}
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => open({ what: "begin" })}>
                {texts.switchOn}
              </Button>
            )}
          </Group>
        )
      }
    >
      <p className={classes["text"]}>{texts.about}</p>
      <QueryState query={query}>
        {({ recovery_left, since, time }) => (
          <InfoList
            items={[
              ...(on
                ? [
                    { label: texts.since, value: formatDateTime(since) },
                    { label: texts.left, value: String(recovery_left) },
                  ]
                : []),
              { label: texts.clock, value: formatDateTime(time) },
            ]}
          />
        )}
      </QueryState>
      <Dialogs opened={opened} open={open} />
    </InfoBox>
  );
}

function Dialogs({ opened, open }: { opened: Opened | undefined; open: (opened?: Opened) => void }) {
  const actions = useSecondFactorActions();
  const close = (): void => open();
  switch (opened?.what) {
    case undefined:
      return null;
    case "begin":
      return <BeginDialog onClose={close} onDone={(secret) => open({ what: "confirm", secret })} />;
    case "confirm":
      return (
        <ConfirmSecretDialog
          secret={opened.secret}
          onClose={close}
          onDone={(codes) => {
            notice.success(texts.done);
            open({ what: "codes", codes });
          }}
        />
      );
    case "codes":
      return <RecoveryCodes codes={opened.codes} onClose={close} />;
    case "off":
      return (
        <BothDialog
          title={texts.switchOff}
          text={texts.offText}
          danger
          run={actions.switchOff}
          onClose={close}
          onDone={() => notice.success(texts.ended)}
        />
      );
    case "renew":
      return (
        <BothDialog
          title={texts.renew}
          text={texts.renewText}
          run={actions.renew}
          onClose={close}
          onDone={(codes) => open({ what: "codes", codes })}
        />
      );
  }
}
