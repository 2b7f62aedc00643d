/** Frame of a section: its Active switch, its fields, its button. The fields are given to it switched off or on. */
import { Switch } from "@mantine/core";
import type { ReactNode } from "react";
import { EditButtons, EditForm, type FormEdit } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { forwardingTexts } from "../../../texts/index.ts";

export interface SectionFormProps {
  title: string;
  edit: FormEdit;
  /** Absent: the section has no switch. */
  active?: boolean;
  onActive?: (active: boolean) => void;
  children: ReactNode;
}

export function SectionForm({ title, edit, active, onActive, children }: SectionFormProps) {
  return (
    <InfoBox title={title}>
      <EditForm edit={edit}>
        {active === undefined ? null : (
          <Switch
            label={forwardingTexts.active}
            checked={active}
            onChange={(event) => onActive?.(event.currentTarget.checked)}
          />
        )}
        {children}
        <EditButtons edit={edit} label={forwardingTexts.apply} only disabled={!edit.valid} />
      </EditForm>
    </InfoBox>
  );
}
