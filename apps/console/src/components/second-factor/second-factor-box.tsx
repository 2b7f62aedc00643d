/** Whether signing in asks for a code besides the password; switches that on and off. */
import { Button, Group } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useState } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { notice } from "../../lib/notice.tsx";
import { secondFactorTexts } from "../../texts/index.ts";
import { InfoBox, InfoList } from "../info-box.tsx";
import { QueryState, type QueryStateProps } from "../query-state.tsx";
import { StatusBadge } from "../status-badge.tsx";
import type { FactorActions, FactorState, FactorWords, Secret } from "./factor.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import classes from "./second-factor.module.css";
import { BeginDialog, BothDialog, ConfirmSecretDialog } from "./second-factor-dialogs.tsx";

const texts = secondFactorTexts;

type Opened =
  | { what: "begin" | "off" | "renew" }
  | { what: "confirm"; secret: Secret }
  | { what: "codes"; codes: readonly string[] };

export interface SecondFactorBoxProps {
  query: QueryStateProps<FactorState>["query"];
  actions: FactorActions;
  words: FactorWords;
}

export function SecondFactorBox({ actions, query, words }: SecondFactorBoxProps) {
  const [opened, open] = useState<Opened>();
  const { demanded = false, on } = query.data ?? {};
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
                {demanded ? null : (
                  <Button variant="default" onClick={() => open({ what: "off" })}>
                    {texts.switchOff}
                  </Button>
                )}
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
      {on && demanded ? <p className={classes["text"]}>{texts.demanded}</p> : null}
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
              { label: words.clock, value: formatDateTime(time) },
            ]}
          />
        )}
      </QueryState>
      <Dialogs opened={opened} open={open} actions={actions} words={words} />
    </InfoBox>
  );
}

interface DialogsProps {
  opened: Opened | undefined;
  open: (opened?: Opened) => void;
  actions: FactorActions;
  words: FactorWords;
}

function Dialogs({ actions, open, opened, words }: DialogsProps) {
  const close = (): void => open();
  switch (opened?.what) {
    case undefined:
      return null;
    case "begin":
      return (
        <BeginDialog
          begin={actions.begin}
          onClose={close}
          onDone={(secret) => open({ what: "confirm", secret })}
        />
      );
    case "confirm":
      return (
        <ConfirmSecretDialog
          secret={opened.secret}
          confirm={actions.confirm}
          onClose={close}
          onDone={(codes) => {
            notice.success(texts.done);
            open({ what: "codes", codes });
          }}
        />
      );
    case "codes":
      return <RecoveryCodes codes={opened.codes} text={words.codesText} onClose={close} />;
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
