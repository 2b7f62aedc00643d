/** Groups that are kept, and a rule of one's own. */
import { centralGroupRemove, centralGroupSave } from "@hubwart/fleet/calls";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { errorText, fieldErrors } from "../lib/error-text.ts";
import { fleetTexts } from "../texts/index.ts";
import { callCentral } from "./api.ts";
import classes from "./fleet.module.css";
import { type Chosen, useManages, useOverview } from "./queries.ts";

const texts = fleetTexts.group;

export interface GroupBarProps {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

export function GroupBar({ chosen, onChange }: GroupBarProps) {
  const { data } = useOverview();
  const [said, setSaid] = useState("");
  const groups = data?.groups ?? [];
  const manages = useManages();
  const group = groups.find(({ id }) => id === chosen.group);
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  // The list of groups comes with all sites; a group that was just removed is not asked for again.
  const renew = () => client.invalidateQueries({ queryKey: ["overview", "", ""] });
  return (
    <div className={classes["groups"]}>
      <NativeSelect
        label={texts.label}
        value={chosen.group}
        onChange={({ currentTarget: { value } }) => onChange({ group: value, rule: "" })}
        data={[
          { value: "", label: texts.none },
          ...groups.map(({ id, name, sites }) => ({ value: id, label: texts.option(name, sites) })),
        ]}
      />
      {group && manages ? (
        <Button variant="default" onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      ) : null}
      <RuleForm chosen={chosen} onChange={onChange} />
      {manages && chosen.rule !== "" ? (
        <KeepForm
          rule={chosen.rule}
          onKept={(name) => {
            setSaid(texts.saved(name));
            void renew();
          }}
        />
      ) : null}
      <output className={classes["said"]}>{said}</output>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={texts.remove}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(group?.name ?? "")}
        danger
        onConfirm={() => callCentral(centralGroupRemove, { body: { id: chosen.group } })}
        onDone={() => {
          onChange({ group: "", rule: "" });
          setSaid(texts.removed);
          void renew();
        }}
      />
    </div>
  );
}

function RuleForm({ chosen, onChange }: GroupBarProps) {
  const [rule, setRule] = useState(chosen.rule);
  const wrong = useOverview(chosen).error;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange({ group: "", rule: rule.trim() });
  };
  return (
    <form className={classes["rule"]} onSubmit={apply}>
      <TextInput
        label={texts.rule}
        placeholder={texts.ruleHint}
        maxLength={500}
        value={rule}
        error={ruleError(wrong)}
        onChange={(event) => setRule(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {texts.apply}
      </Button>
      {chosen.rule === "" ? null : (
        <Button
          variant="subtle"
          onClick={() => {
            setRule("");
            onChange({ group: "", rule: "" });
          }}
        >
          {texts.clear}
        </Button>
      )}
    </form>
  );
}

/** What is wrong with the rule, and where. */
export const ruleError = (error: unknown): string | undefined => fieldErrors(error, ["rule"])["rule"];

function KeepForm({ rule, onKept }: { rule: string; onKept: (name: string) => void }) {
  const [name, setName] = useState("");
  const [error, setError] = useState("");
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") return;
    try {
      await callCentral(centralGroupSave, { body: { name: given, rule } });
      setName("");
      setError("");
      onKept(given);
    } catch (refused) {
      const { detail, text } = errorText(refused);
      setError(detail ?? text);
    }
  };
  return (
    <form className={classes["rule"]} onSubmit={(event) => void keep(event)}>
      <TextInput
        label={texts.name}
        maxLength={60}
        value={name}
        error={error === "" ? undefined : error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {texts.save}
      </Button>
    </form>
  );
}
