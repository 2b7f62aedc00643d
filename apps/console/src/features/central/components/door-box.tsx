/** Whether the door to the central is open, and what the central may behind it. */
import { NativeSelect, Switch } from "@mantine/core";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { useEdit } from "../../../lib/use-edit.ts";
import { centralTexts } from "../../../texts/index.ts";
import { centralQuery, type Door, type StoredCentral, saveDoor } from "../api/central.ts";
import classes from "./central.module.css";

const texts = centralTexts.door;
const WORDS = namedFields<Door>({
  open: texts.open,
  may: texts.may,
  findings: texts.findings,
  alarms: texts.alarms,
  transitions: texts.transitions,
  changes: texts.changes,
});
const LEVELS = Object.entries(texts.levels).map(([value, label]) => ({ value, label }));

export function DoorBox({ stored }: { stored: StoredCentral }) {
  const edit = useEdit<StoredCentral["data"], Door, unknown>({
    form: "system.central",
    queryKey: centralQuery.queryKey,
    values: ({ alarms, changes, transitions, findings, may, open }) => ({
      alarms,
      changes,
      transitions,
      findings,
      may,
      open,
    }),
    save: (values, _, ifMatch) => saveDoor(values, ifMatch),
    words: WORDS,
    onSaved: () => notice.success(texts.saved),
  })(stored);
  const { alarms, changes = false, transitions = false, findings, may, open } = edit.values;
  return (
    <InfoBox title={texts.title}>
      <UnsavedGuard dirty={edit.dirty} />
      <EditForm edit={edit}>
        <Switch
          label={texts.open}
          description={texts.openText}
          checked={open}
          onChange={(event) => edit.set({ open: event.currentTarget.checked })}
        />
        <NativeSelect
          label={texts.may}
          description={texts.mayText}
          value={may}
          data={LEVELS}
          onChange={(event) => edit.set({ may: event.currentTarget.value as Door["may"] })}
        />
        <Switch
          label={texts.findings}
          description={texts.findingsText}
          checked={findings}
          onChange={(event) => edit.set({ findings: event.currentTarget.checked })}
        />
        <Switch
          label={texts.alarms}
          description={texts.alarmsText}
          checked={alarms}
          onChange={(event) => edit.set({ alarms: event.currentTarget.checked })}
        />
        <Switch
          label={texts.transitions}
          description={texts.transitionsText}
          checked={transitions}
          onChange={(event) => edit.set({ transitions: event.currentTarget.checked })}
        />
        <Switch
          label={texts.changes}
          description={texts.changesText}
          checked={changes}
          onChange={(event) => edit.set({ changes: event.currentTarget.checked })}
        />
        <p className={classes["intro"]}>{texts.always}</p>
        <EditButtons edit={edit} saveLabel={texts.save} />
      </EditForm>
    </InfoBox>
  );
}
