/** Access of InfluxDB's administrator: shown when asked for, its token renewed and its password set anew. */
import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { errorText } from "../../../lib/error-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { containersTexts } from "../../../texts/index.ts";
import { renewInfluxToken, setInfluxPassword, showInfluxAccess } from "../api/add-ons.ts";
import { PasswordReset } from "./password-reset.tsx";
import classes from "./section.module.css";

const texts = containersTexts.influx;
/** InfluxDB's own. */
const SHORTEST = 8;

export function InfluxAccess() {
  const show = useMutation({ mutationFn: showInfluxAccess });
  const [renewing, setRenewing] = useState(false);
  const access = show.data;
  return (
    <InfoBox title={texts.box}>
      <div className={classes["form"]}>
        <p className={classes["sentence"]}>{texts.intro}</p>
        {access === undefined ? null : (
          <InfoList
            items={(["user", "password", "token", "org", "bucket"] as const).map((name) => ({
              label: texts[name],
              value: access[name],
              mono: true,
            }))}
          />
        )}
        {show.error ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(show.error).detail ?? errorText(show.error).text}
          </Alert>
        ) : null}
        <div className={layout["buttons"]}>
          {access === undefined ? (
            <Button variant="default" loading={show.isPending} onClick={() => show.mutate()}>
              {texts.show}
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setRenewing(true)}>
            {texts.renew}
          </Button>
        </div>
        <PasswordReset set={setInfluxPassword} shortest={SHORTEST} onDone={show.reset} />
      </div>
      <ConfirmDialog
        opened={renewing}
        onClose={() => setRenewing(false)}
        title={texts.renew}
        confirmLabel={texts.renew}
        question={texts.renewQuestion}
        onConfirm={renewInfluxToken}
        onDone={() => {
          show.reset();
          notice.success(texts.renewed);
        }}
      />
    </InfoBox>
  );
}
