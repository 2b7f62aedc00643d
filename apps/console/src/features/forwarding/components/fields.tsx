/** The fields of each section, disabled while its target is off. */
import { LIMITS } from "@hubwart/contract";
import { NativeSelect, TextInput } from "@mantine/core";
import { TokenField } from "../../../components/token-field.tsx";
import { forwardingTexts } from "../../../texts/index.ts";
import { useHttpPods } from "../api/http-pods.ts";
import type { SectionEdit } from "../model/use-edits.ts";
import classes from "./section-form.module.css";

export function SettingsFields({ edit }: { edit: SectionEdit<"settings"> }) {
  const texts = forwardingTexts.settings;
  return (
    <NativeSelect
      label={texts.interval}
      value={String(edit.values.interval)}
      onChange={(event) => {
        const chosen = Number(event.currentTarget.value);
        const interval = LIMITS.forwardingMinutes.find((minutes) => minutes === chosen);
        if (interval !== undefined) edit.set({ interval });
      }}
      data={LIMITS.forwardingMinutes.map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? texts.off : texts.minutes(minutes),
      }))}
    />
  );
}

export function HttpFields({ edit }: { edit: SectionEdit<"http"> }) {
  const texts = forwardingTexts.http;
  const { active, pod, path } = edit.values;
  const pods = useHttpPods();
  const missing = pod !== "" && pods !== undefined && !pods.includes(pod);
  return (
    <>
      <NativeSelect
        label={texts.pod}
        description={pods?.length === 0 ? texts.noPods : undefined}
        disabled={!active}
        value={pod}
        error={edit.errors["pod"]}
        onChange={(event) => edit.set({ pod: event.currentTarget.value })}
        data={[
          { value: "", label: texts.noPod },
          ...(missing ? [{ value: pod, label: texts.missing(pod) }] : []),
          ...(pods ?? (pod === "" ? [] : [pod])).map((id) => ({ value: id, label: id })),
        ]}
      />
      <TextInput
        label={texts.path}
        description={texts.pathText}
        disabled={!active}
        value={path}
        error={edit.errors["path"]}
        onChange={(event) => edit.set({ path: event.currentTarget.value })}
      />
    </>
  );
}

export function MqttFields({ edit }: { edit: SectionEdit<"mqtt"> }) {
  const texts = forwardingTexts.mqtt;
  const { active, server, topic } = edit.values;
  return (
    <>
      <Server label={texts.server} value={server} active={active} />
      <TextInput
        label={texts.topic}
        disabled={!active}
        value={topic}
        error={edit.errors["topic"]}
        onChange={(event) => edit.set({ topic: event.currentTarget.value })}
      />
    </>
  );
}

export function InfluxFields({ edit, hasToken }: { edit: SectionEdit<"influxdb">; hasToken: boolean }) {
  const texts = forwardingTexts.influxdb;
  const { active, server, org, bucket, token } = edit.values;
  return (
    <>
      <Server label={texts.server} value={server} active={active} />
      <TokenField
        token={token}
        stored={hasToken}
        disabled={!active}
        error={edit.errors["token"]}
        onChange={(given) => edit.set({ token: given })}
      />
      <TextInput
        label={texts.org}
        disabled={!active}
        value={org}
        error={edit.errors["org"]}
        onChange={(event) => edit.set({ org: event.currentTarget.value })}
      />
      <TextInput
        label={texts.bucket}
        description={texts.bucketText}
        disabled={!active}
        value={bucket}
        error={edit.errors["bucket"]}
        onChange={(event) => edit.set({ bucket: event.currentTarget.value })}
      />
    </>
  );
}

/** Fixed, so it can be read and copied but not changed. */
function Server({ label, value, active }: { label: string; value: string; active: boolean }) {
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      disabled={!active}
      classNames={{ input: classes["fixed"] ?? "" }}
    />
  );
}
