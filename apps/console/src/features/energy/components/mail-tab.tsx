/** The report of each month by e-mail: to whom, when, and how that goes. */
import { energyMailSave } from "@hubwart/contract";
import { NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EditBox } from "../../../components/edit-box.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { SendingBadge, SendingState } from "../../../components/sending-state.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { type Edit, useEdit } from "../../../lib/use-edit.ts";
import { commonTexts, energyTexts } from "../../../texts/index.ts";
import { type MailValues, mailBody, mailQuery, type StoredMail, saveMail, useMailTest } from "../api/mail.ts";
import { spanText } from "../model/words.ts";

const texts = energyTexts.mail;
const LABELS = { active: texts.active, pod: texts.pod, recipients: texts.recipients, day: texts.day };

export function MailTab() {
  const query = useQuery(mailQuery);
  return <QueryState query={query}>{(stored) => <Mail stored={stored} />}</QueryState>;
}

function Mail({ stored }: { stored: StoredMail }) {
  const edit = useEdit<StoredMail["data"], MailValues, unknown>({
    form: "energy.mail",
    queryKey: mailQuery.queryKey,
    values: ({ active, day, pod, recipients }) => ({ active, day, pod, recipients: recipients.join(", ") }),
    errors: fieldErrors,
    save: (values, _, ifMatch) => saveMail(values, ifMatch),
    words: namedFields(LABELS),
    onSaved: () => notice.success(texts.saved),
  })(stored);
  return (
    <EditBox
      edit={edit}
      title={texts.title}
      text={<p>{texts.text}</p>}
      aside={<MailState mail={stored.data} dirty={edit.dirty} />}
    >
      <Fields edit={edit} pods={stored.data.pods} />
    </EditBox>
  );
}

interface FieldsProps {
  edit: Edit<StoredMail["data"], MailValues>;
  pods: StoredMail["data"]["pods"];
}

function Fields({ edit, pods }: FieldsProps) {
  const { active, day, pod, recipients } = edit.values;
  // One that the project has no longer is shown as it is stored.
  const known = pod === "" || pods.some(({ id }) => id === pod) ? pods : [{ id: pod }, ...pods];
  return (
    <>
      <Switch
        label={texts.active}
        checked={active}
        onChange={(event) => edit.set({ active: event.currentTarget.checked })}
      />
      <NativeSelect
        label={texts.pod}
        description={pods.length === 0 ? texts.noPod : undefined}
        required
        disabled={!active}
        value={pod}
        {...edit.field("pod")}
        data={[{ value: "", label: texts.choose }, ...known.map(podChoice)]}
        onChange={(event) => edit.set({ pod: event.currentTarget.value })}
      />
      <TextInput
        label={texts.recipients}
        description={texts.recipientsText}
        required
        inputMode="email"
        disabled={!active}
        value={recipients}
        {...edit.field("recipients")}
        onChange={(event) => edit.set({ recipients: event.currentTarget.value })}
      />
      <NumberInput
        label={texts.day}
        description={texts.dayText}
        disabled={!active}
        min={1}
        max={28}
        allowDecimal={false}
        allowNegative={false}
        value={day}
        {...edit.field("day")}
        onChange={(value) => edit.set({ day: Number(value) })}
      />
    </>
  );
}

const podChoice = ({ id, label }: StoredMail["data"]["pods"][number]) => ({
  value: id,
  label: label === undefined ? id : `${label} (${id})`,
});

const monthText = (period: string): string => spanText(`${period}-01`, "month");

type State = Pick<StoredMail["data"], "active" | "last_success" | "last_error" | "next">;

export function MailState({ mail, dirty }: { mail: State; dirty: boolean }) {
  const send = useMailTest();
  const { active, last_error: error, last_success: success, next } = mail;
  return (
    <SendingState
      title={texts.state}
      status={<SendingBadge active={active} failing={error !== null} sent={success !== null} texts={texts} />}
      ready={active && !dirty}
      send={send}
      texts={texts}
      facts={
        <InfoList
          items={[
            {
              label: texts.lastSuccess,
              value:
                success === null
                  ? texts.never
                  : `${monthText(success.period)}, ${formatDateTime(success.ts)}`,
            },
            {
              label: texts.lastError,
              value:
                error === null
                  ? texts.none
                  : `${monthText(error.period)}, ${formatDateTime(error.ts)}: ${error.text}`,
            },
            ...(next > 0 ? [{ label: texts.next, value: formatDateTime(next) }] : []),
          ]}
        />
      }
    />
  );
}

function fieldErrors(values: MailValues): Record<string, string> {
  const { recipients, ...found } = perField(schemaErrors(energyMailSave.body, mailBody(values)));
  const errors: Record<string, string> = {
    ...found,
    ...(recipients === undefined ? {} : { recipients: texts.address }),
  };
  if (values.active && values.pod === "") errors["pod"] ??= commonTexts.form.required;
  if (values.active && values.recipients.trim() === "") errors["recipients"] ??= commonTexts.form.required;
  return errors;
}

/** `recipients.1` is said at the field of all. */
const perField = (errors: Readonly<Record<string, string>>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.split(".")[0] ?? field, text]));
