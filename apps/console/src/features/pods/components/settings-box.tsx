/** The one setting every pod has: started by the hub, or from outside. */
import { Alert, Button, Switch } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { commonTexts, podsTexts } from "../../../texts/index.ts";
import type { SettingsEdit } from "../model/use-settings.ts";
import classes from "./settings-box.module.css";

const texts = podsTexts.settings;

export function SettingsBox({ edit }: { edit: SettingsEdit }) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    edit.save();
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
