/** A value by the type of its schedule: a choice, a number with its unit, or a text with those that the plan has already. */
import type { PlanValue } from "@hubwart/schedule";
import { NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { commonTexts } from "../../../texts/index.ts";
import type { Schedule } from "../api/schedule.ts";

const CHOICES = (["true", "false"] as const).map((value) => ({ value, label: commonTexts.boolean[value] }));

export interface ValueInputProps {
  type: Schedule["type"];
  unit?: string | undefined;
  value: PlanValue;
  /** Of the plan, to choose from. */
  values?: readonly PlanValue[];
  label: string;
  /** The label is only for those who hear it. */
  bare?: boolean;
  error?: string | undefined;
  onChange: (value: PlanValue) => void;
}

export function ValueInput({
  bare = false,
  error,
  label,
  onChange,
  type,
  unit,
  value,
  values,
}: ValueInputProps) {
  const list = useId();
  /** What is typed while it is no number. */
  const [typed, setTyped] = useState<string>();
  const name = bare ? { "aria-label": label } : { label };
  if (type === "bool")
    return (
      <NativeSelect
        {...name}
        data={CHOICES}
        error={error}
        value={String(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value === "true")}
      />
    );
  const number = type !== "string";
  const read = (text: string): void => {
    if (!number) return onChange(text);
    const found = numberOf(text);
    setTyped(text);
    if (found !== undefined) onChange(found);
  };
  return (
    <>
      <TextInput
        {...name}
        error={error}
        inputMode={number ? "decimal" : "text"}
        maxLength={1_000}
        autoComplete="off"
        {...(number ? {} : { list })}
        rightSection={unit === undefined ? null : <span aria-hidden>{unit}</span>}
        rightSectionWidth={unit === undefined ? 0 : 44}
        value={typed ?? String(value).replace(".", ",")}
        onChange={({ currentTarget }) => read(currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      {number ? null : (
        <datalist id={list}>
          {values?.map((one) => (
            <option key={String(one)}>{String(one)}</option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** As people write it: a comma, a real minus. */
function numberOf(text: string): number | undefined {
  const bare = text.trim().replace(/^[−–]/, "-").replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(bare) ? Number(bare) : undefined;
}
