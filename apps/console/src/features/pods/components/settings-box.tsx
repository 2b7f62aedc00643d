/** The setting that every pod has, started by the hub or from outside, and those of its type. */
import { Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { podsTexts } from "../../../texts/index.ts";
import type { SettingsEdit } from "../model/use-settings.ts";

const texts = podsTexts.settings;

/** `children` are the settings of the pod's own type. */
export function SettingsBox({ edit, children }: { edit: SettingsEdit; children?: ReactNode }) {
  const { internal } = edit.values;
  return (
    <InfoBox title={texts.box}>
      <EditForm edit={edit}>
        <Switch
          checked={internal}
          onChange={(event) => edit.set({ internal: event.currentTarget.checked })}
          label={texts.internal}
          description={internal ? texts.internalText : texts.externalText}
        />
        {children}
        <EditButtons edit={edit} />
      </EditForm>
    </InfoBox>
  );
}
