/** The sign of life that the device sends, so that somebody else notices when it is dead: where it goes, and how that goes. */
import { LIMITS } from "@hubwart/contract";
import { NumberInput, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EditBox } from "../../../components/edit-box.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { SendingBadge, SendingState } from "../../../components/sending-state.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { formatDateTime, formatTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { type Edit, useEdit } from "../../../lib/use-edit.ts";
import { alarmsTexts, commonTexts } from "../../../texts/index.ts";
import {
  type HeartbeatValues,
  heartbeatBody,
  heartbeatQuery,
  type StoredHeartbeat,
  saveHeartbeat,
  useHeartbeatTest,
} from "../api/heartbeat.ts";

const texts = alarmsTexts.heartbeat;
const LABELS = { active: texts.active, url: texts.url, interval: texts.interval };

export function HeartbeatTab() {
  const query = useQuery(heartbeatQuery);
  return <QueryState query={query}>{(stored) => <Heartbeat stored={stored} />}</QueryState>;
}

function Heartbeat({ stored }: { stored: StoredHeartbeat }) {
  const edit = useEdit<StoredHeartbeat["data"], HeartbeatValues, unknown>({
    form: "alarms.heartbeat",
    queryKey: heartbeatQuery.queryKey,
    values: ({ active, interval, url }) => ({ active, interval, url }),
    errors: fieldErrors,
    save: (values, _, ifMatch) => saveHeartbeat(values, ifMatch),
    words: namedFields(LABELS),
    onSaved: () => notice.success(texts.saved),
  })(stored);
  return (
    <EditBox
      edit={edit}
      title={texts.title}
      text={<p>{texts.text}</p>}
      aside={<HeartbeatState heartbeat={stored.data} dirty={edit.dirty} />}
    >
      <Fields edit={edit} />
    </EditBox>
  );
}

function Fields({ edit }: { edit: Edit<StoredHeartbeat["data"], HeartbeatValues> }) {
  const { active, interval, url } = edit.values;
  return (
    <>
      <Switch
        label={texts.active}
        checked={active}
        onChange={(event) => edit.set({ active: event.currentTarget.checked })}
      />
      <TextInput
        label={texts.url}
        description={texts.urlText}
        required
        type="url"
        disabled={!active}
        value={url}
        {...edit.field("url")}
        onChange={(event) => edit.set({ url: event.currentTarget.value })}
      />
      <NumberInput
        label={texts.interval}
        description={texts.intervalText}
        disabled={!active}
        min={1}
        max={LIMITS.alarmHeartbeatMinutesMax}
        allowDecimal={false}
        allowNegative={false}
        value={interval}
        {...edit.field("interval")}
        onChange={(value) => edit.set({ interval: Number(value) })}
      />
    </>
  );
}

type State = Pick<StoredHeartbeat["data"], "active" | "last_success" | "last_error" | "next">;

export function HeartbeatState({ heartbeat, dirty }: { heartbeat: State; dirty: boolean }) {
  const send = useHeartbeatTest();
  const { active, last_error: error, last_success: success, next } = heartbeat;
  return (
    <SendingState
      title={texts.state}
      status={<SendingBadge active={active} failing={error !== null} sent={success > 0} texts={texts} />}
      ready={active && !dirty}
      send={send}
      texts={texts}
      facts={
        <InfoList
          items={[
            { label: texts.lastSuccess, value: success === 0 ? texts.never : <RelativeTime ms={success} /> },
            {
              label: texts.lastError,
              value: error === null ? texts.none : `${formatDateTime(error.ts)}: ${error.text}`,
            },
            ...(next > 0 ? [{ label: texts.next, value: formatTime(next) }] : []),
          ]}
        />
      }
    />
  );
}

function fieldErrors(values: HeartbeatValues): Record<string, string> {
  const errors = schemaErrors(heartbeatBody, values);
  if (values.active && values.url.trim() === "") errors["url"] ??= commonTexts.form.required;
  return errors;
}
