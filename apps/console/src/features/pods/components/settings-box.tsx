/** The setting that every pod has, started by the hub or from outside, and those of its type. */
import { Alert, Button, Switch } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { FormEvent, ReactNode } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, podsTexts } from "../../../texts/index.ts";
import type { SettingsEdit } from "../model/use-settings.ts";
import classes from "./settings-box.module.css";

const texts = podsTexts.settings;

/** `children` are the settings of the pod's own type; `invalid` while one of them cannot be saved. */
export function SettingsBox({
  edit,
  invalid = false,
  children,
}: {
  edit: SettingsEdit;
  invalid?: boolean;
  children?: ReactNode;
}) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (invalid) notice.error(texts.invalid);
    else edit.save();
  }
  return (
    <InfoBox title={texts.box}>
      <form className={classes["form"]} onSubmit={submit}>
        {edit.conflict ? (
          <Alert color="orange" role="alert" icon={<IconAlertTriangle aria-hidden />} title={texts.conflict}>
            <Button variant="default" size="xs" onClick={edit.reset}>
              {texts.reload}
            </Button>
          </Alert>
        ) : null}
        <Switch
          checked={edit.internal}
          onChange={(event) => edit.setInternal(event.currentTarget.checked)}
          label={texts.internal}
          description={edit.internal ? texts.internalText : texts.externalText}
        />
        {children}
        <div className={classes["buttons"]}>
          <Button type="submit" disabled={!edit.dirty} loading={edit.saving}>
            {commonTexts.action.save}
          </Button>
          <Button variant="default" disabled={!edit.dirty || edit.saving} onClick={edit.reset}>
            {commonTexts.action.reset}
          </Button>
        </div>
      </form>
    </InfoBox>
  );
}
