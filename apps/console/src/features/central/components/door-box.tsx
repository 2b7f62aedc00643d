/** Whether the door to the central is open, and what the central may behind it. */
import { NativeSelect, Switch } from "@mantine/core";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { useEdit } from "../../../lib/use-edit.ts";
import { centralTexts } from "../../../texts/index.ts";
import { centralQuery, type Door, type StoredCentral, saveDoor } from "../api/central.ts";

const texts = centralTexts.door;
const WORDS = namedFields<Door>({
  open: texts.open,
  may: texts.may,
  entrust: texts.entrust,
  findings: texts.findings,
  alarms: texts.alarms,
  transitions: texts.transitions,
  changes: texts.changes,
  history: texts.history,
  backups: texts.backups,
  escrow: texts.escrow,
});
/** As they stand on the page. */
const SHARED = ["findings", "alarms", "transitions", "changes", "history", "backups", "escrow"] as const;
const LEVELS = Object.entries(texts.levels).map(([value, label]) => ({ value, label }));

export function DoorBox({ stored }: { stored: StoredCentral }) {
  const edit = useEdit<StoredCentral["data"], Door, unknown>({
    form: "system.central",
    queryKey: centralQuery.queryKey,
    values: ({ joined: _joined, ...door }) => door,
    save: (values, _, ifMatch) => saveDoor(values, ifMatch),
    words: WORDS,
    onSaved: () => notice.success(texts.saved),
  })(stored);
  const { may, open } = edit.values;
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
          label={texts.entrust}
          description={texts.entrustText}
          checked={edit.values.entrust ?? false}
          disabled={may === "none"}
          onChange={(event) => edit.set({ entrust: event.currentTarget.checked })}
        />
        {SHARED.map((name) => (
          <Switch
            key={name}
            label={texts[name]}
            description={texts[`${name}Text`]}
            checked={edit.values[name] ?? false}
            disabled={name === "escrow" && !edit.values.backups}
            onChange={(event) => edit.set({ [name]: event.currentTarget.checked })}
          />
        ))}
        <p className={layout["intro"]}>{texts.always}</p>
        <EditButtons edit={edit} saveLabel={texts.save} />
      </EditForm>
    </InfoBox>
  );
}
