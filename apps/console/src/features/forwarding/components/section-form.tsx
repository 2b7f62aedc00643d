/** Frame of a section: its Active switch, its fields, its button. The fields are given to it switched off or on. */
import { Button, Switch } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import { forwardingTexts } from "../../../texts/index.ts";
import classes from "./section-form.module.css";

export interface SectionFormProps {
  title: string;
  /** Absent: the section has no switch. */
  active?: boolean;
  onActive?: (active: boolean) => void;
  dirty: boolean;
  saving: boolean;
  errors: Readonly<Record<string, string>>;
  onApply: () => void;
  children: ReactNode;
}

export function SectionForm({ title, active, onActive, children, ...edit }: SectionFormProps) {
  const ready = edit.dirty && Object.keys(edit.errors).length === 0;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (ready && !edit.saving) edit.onApply();
  }
  return (
    <InfoBox title={title}>
      <form className={classes["form"]} onSubmit={submit} noValidate>
        {active === undefined ? null : (
          <Switch
            label={forwardingTexts.active}
            checked={active}
            onChange={(event) => onActive?.(event.currentTarget.checked)}
          />
        )}
        {children}
        <div className={classes["buttons"]}>
          <Button type="submit" disabled={!ready} loading={edit.saving}>
            {forwardingTexts.apply}
          </Button>
        </div>
      </form>
    </InfoBox>
  );
}
