/** The wishes of one group; what is left empty is each site's own matter. */
import { UPDATE_CHANNELS, ZONES } from "@hubwart/contract";
import type { DesiredSettings } from "@hubwart/fleet/calls";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrors } from "../lib/error-text.ts";
import { fleetTexts } from "../texts/index.ts";
import classes from "./fleet.module.css";
import type { WishesProps } from "./wishes.ts";

const texts = fleetTexts.desired;

type Form = Record<"channel" | "zone" | "server" | "fallback" | "backup" | "day" | "time", string>;

const FIELDS = ["settings.channel", "settings.zone", "settings.time.server", "settings.time.fallback"];

export function DesiredForm({ readOnly, save: store, settings }: WishesProps) {
  const [form, setForm] = useState(formOf(settings));
  const [error, setError] = useState<unknown>();
  const [saved, setSaved] = useState(false);
  const errors = fieldErrors(error, FIELDS);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaved(false);
    try {
      await store((now) => ({ ...listsOf(now), ...settingsOf(form) }));
      setError(undefined);
      setSaved(true);
    } catch (refused) {
      setError(refused);
    }
  };
  const field = (name: keyof Form, path = "") => ({
    value: form[name],
    disabled: readOnly,
    error: errors[path],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  const own = { value: "", label: texts.own };
  const named = (value: string) => ({ value, label: value });
  return (
    <form className={classes["wishes"]} onSubmit={(event) => void save(event)} noValidate>
      <NativeSelect
        label={texts.names.channel}
        data={[own, ...UPDATE_CHANNELS.map(named)]}
        {...field("channel", FIELDS[0])}
      />
      <NativeSelect
        label={texts.names.zone}
        data={[own, ...ZONES.map(named)]}
        {...field("zone", FIELDS[1])}
      />
      <TextInput label={texts.server} placeholder={texts.own} {...field("server", FIELDS[2])} />
      <TextInput
        label={texts.fallback}
        {...field("fallback", FIELDS[3])}
        disabled={readOnly || form.server === ""}
      />
      <NativeSelect
        label={texts.names.backup}
        data={[own, ...Object.entries(texts.backups).map(([value, label]) => ({ value, label }))]}
        {...field("backup")}
      />
      {form.backup === "2" ? (
        <NativeSelect
          label={texts.weekday}
          data={texts.weekdays.map((label, day) => ({ value: String(day), label }))}
          {...field("day")}
        />
      ) : null}
      {form.backup === "3" ? (
        <TextInput label={texts.monthDay} type="number" min={1} max={31} {...field("day")} />
      ) : null}
      {form.backup === "" || form.backup === "0" ? null : (
        <TextInput label={texts.time} type="time" {...field("time")} />
      )}
      {readOnly ? null : <Button type="submit">{texts.save}</Button>}
      <output className={classes["said"]}>{saved ? texts.saved : ""}</output>
      {error !== undefined && Object.keys(errors).length === 0 ? (
        <p role="alert">{errorText(error).detail ?? errorText(error).text}</p>
      ) : null}
    </form>
  );
}

function formOf({ backup, channel, time, zone }: DesiredSettings): Form {
  const [hour, minute] = backup?.time ?? [2, 0];
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    channel: channel ?? "",
    zone: zone ?? "",
    server: time?.server ?? "",
    fallback: time?.fallback ?? "",
    backup: backup === undefined ? "" : backup.use ? String(backup.mode) : "0",
    day: String(backup?.mode === 3 ? backup.mday : (backup?.wday ?? 1)),
    time: `${two(hour)}:${two(minute)}`,
  };
}

/** What is no field of this form. */
const listsOf = ({ authorities, gone, people }: DesiredSettings): DesiredSettings => ({
  ...(authorities && { authorities }),
  ...(people && { people }),
  ...(gone && { gone }),
});

/** In the shape of the call, which refuses what is not allowed. */
function settingsOf({ backup, channel, day, fallback, server, time, zone }: Form): DesiredSettings {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const mode = backup === "2" ? 2 : backup === "3" ? 3 : 1;
  const plan = {
    use: backup !== "0",
    mode,
    time: [hour, minute],
    wday: mode === 2 ? Number(day) : 1,
    mday: mode === 3 ? Number(day) : 1,
  };
  return {
    ...(channel !== "" && { channel }),
    ...(zone !== "" && { zone }),
    ...(server !== "" && { time: { server: server.trim(), fallback: fallback.trim() } }),
    ...(backup !== "" && { backup: plan }),
  } as DesiredSettings;
}
