/** The field of one value: by its type, with what is wrong, what the project has, and what somebody else saved. */

import { basketSave } from "@hubwart/contract";
import { ActionIcon, NativeSelect, Textarea, TextInput, Tooltip } from "@mantine/core";
import { IconRestore } from "@tabler/icons-react";
import { useMay } from "../../../api/info.ts";
import { constantsTexts } from "../../../texts/index.ts";
import type { ConstantRow } from "../api/constants.ts";
import { type Drafts, useDraft } from "../model/drafts.ts";
import { shownValue, textOf, valueOf } from "../model/value-text.ts";
import classes from "./constants.module.css";

const texts = constantsTexts.editor;
const CHOICES = [
  { value: "true", label: texts.yes },
  { value: "false", label: texts.no },
];
const MOST_LINES = 6;

export function ValueField({ row, drafts }: { row: ConstantRow; drafts: Drafts }) {
  const draft = useDraft(drafts, row.channel);
  const may = useMay(basketSave);
  const stored = textOf(row.type, row.value);
  const own = textOf(row.type, row.project);
  const text = draft?.text ?? stored;
  const fault = valueOf(row, text).fault;
  const meanwhile = draft !== undefined && draft.base !== stored;
  const hint = meanwhile
    ? texts.meanwhile(shownValue(row.value))
    : text === own
      ? rule(row)
      : texts.own(shownValue(row.project));
  const field = {
    size: "xs",
    value: text,
    disabled: !may,
    error: fault,
    description: hint,
    inputWrapperOrder: ["input", "description", "error"] as ("input" | "description" | "error")[],
    "aria-label": texts.valueOf(row.channel),
    className: classes["field"] ?? "",
    onChange: (event: { currentTarget: { value: string } }) => drafts.type(row, event.currentTarget.value),
  };
  return (
    <div className={classes["value"]} data-draft={draft !== undefined}>
      {row.type === "bool" ? (
        <NativeSelect {...field} data={CHOICES} />
      ) : row.type === "json" || (row.type === "string" && text.includes("\n")) ? (
        <Textarea
          {...field}
          rows={Math.min(MOST_LINES, Math.ceil(text.length / 60) + text.split("\n").length - 1)}
        />
      ) : (
        <TextInput {...field} inputMode={row.type === "string" ? "text" : "decimal"} />
      )}
      {text === own || !may ? null : (
        <Tooltip label={texts.toOwnShort}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.toOwn(row.channel)}
            onClick={() => drafts.type(row, own)}
          >
            <IconRestore size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

function rule({ type, min, max }: ConstantRow): string {
  const number = (value: number | undefined) => (value === undefined ? undefined : shownValue(value));
  if (min === undefined && max === undefined) return texts.types[type];
  return `${texts.types[type]}, ${texts.limits(number(min), number(max))}`;
}
