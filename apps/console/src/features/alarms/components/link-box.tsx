/** How links in e-mails begin, by which alarms are acknowledged without signing in. */
import { alarmLinkSave } from "@hubwart/contract";
import { Button, TextInput } from "@mantine/core";
import { queryKeys } from "../../../api/query-keys.ts";
import { EditButtons, EditForm } from "../../../components/edit-form.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { type Stored, useEdit } from "../../../lib/use-edit.ts";
import { alarmPeopleTexts } from "../../../texts/index.ts";
import { type People, usePeopleActions } from "../api/people.ts";
import classes from "./people.module.css";

const texts = alarmPeopleTexts.link;

export function LinkBox({ stored }: { stored: Stored<People> }) {
  const { saveLink } = usePeopleActions();
  const edit = useEdit<People, { link: string }, unknown>({
    form: "alarms.link",
    queryKey: queryKeys.alarmPeople,
    values: ({ link = "" }) => ({ link }),
    errors: (values) => schemaErrors(alarmLinkSave.body, values),
    save: ({ link }, _, ifMatch) => saveLink(link.trim(), ifMatch),
    words: namedFields({ link: texts.label }),
    onSaved: () => notice.success(texts.saved),
  })(stored);
  return (
    <InfoBox title={texts.title}>
      <EditForm edit={edit} className={classes["form"]}>
        <TextInput
          label={texts.label}
          description={texts.text}
          placeholder={texts.placeholder}
          inputMode="url"
          autoComplete="off"
          maxLength={300}
          value={edit.values.link}
          {...edit.field("link")}
          onChange={({ currentTarget }) => edit.set({ link: currentTarget.value })}
        />
        <EditButtons edit={edit} saveLabel={texts.save}>
          <Button variant="default" onClick={() => edit.set({ link: window.location.origin })}>
            {texts.take}
          </Button>
        </EditButtons>
      </EditForm>
      <UnsavedGuard dirty={edit.dirty} />
    </InfoBox>
  );
}
