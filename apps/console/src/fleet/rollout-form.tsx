/** Begins an update of many sites, after saying how many they are. */
import { centralOverview, centralRolloutBegin } from "@hubwart/fleet/calls";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { errorText, fieldErrors } from "../lib/error-text.ts";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";

const texts = fleetTexts.rollout;

const EMPTY = { version: "", rule: "", from: "", to: "" };
type Field = keyof typeof EMPTY;

export function RolloutForm() {
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [sites, setSites] = useState<number>();
  const [said, setSaid] = useState("");
  const client = useQueryClient();
  const { from, rule, to, version } = trimmed(form);
  const fail = (error: unknown) => {
    const named = fieldErrors(error, ["version", "rule"]);
    const { detail, text } = errorText(error);
    setErrors(Object.keys(named).length > 0 ? named : { version: detail ?? text });
  };
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    setSaid("");
    if (version === "") return setErrors({ version: texts.noVersion });
    if ((from === "") !== (to === "")) return setErrors({ [from === "" ? "from" : "to"]: texts.bothTimes });
    setErrors({});
    try {
      const found = await callCentral(centralOverview, { query: { ...(rule !== "" && { rule }) } });
      setSites(found.sites.filter(({ condition }) => condition !== "revoked").length);
    } catch (error) {
      fail(error);
    }
  };
  const field = (name: Field) => ({
    value: form[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setForm((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <form className={classes["begin"]} onSubmit={(event) => void ask(event)} noValidate>
      <TextInput label={texts.version} placeholder={texts.versionHint} maxLength={60} {...field("version")} />
      <TextInput label={texts.rule} placeholder={texts.ruleHint} maxLength={500} {...field("rule")} />
      <TextInput label={texts.from} type="time" title={texts.windowHint} {...field("from")} />
      <TextInput label={texts.to} type="time" title={texts.windowHint} {...field("to")} />
      <Button type="submit">{texts.begin}</Button>
      <output className={classes["said"]}>{said}</output>
      <ConfirmDialog
        opened={sites !== undefined}
        onClose={() => setSites(undefined)}
        title={texts.begin}
        confirmLabel={texts.begin}
        question={texts.question(version, sites ?? 0)}
        onConfirm={() =>
          callCentral(centralRolloutBegin, {
            body: { version, rule, ...(from !== "" && { window: { from, to } }) },
          })
        }
        onDone={() => {
          setForm(EMPTY);
          setSaid(texts.begun(version));
          void client.invalidateQueries({ queryKey: ["rollouts"] });
        }}
      />
    </form>
  );
}

const trimmed = (form: typeof EMPTY): typeof EMPTY => ({
  ...form,
  version: form.version.trim(),
  rule: form.rule.trim(),
});
