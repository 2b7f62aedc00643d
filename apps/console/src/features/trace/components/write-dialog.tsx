/** Writes a value to a channel: first the value, checked by the channel's type, then the question whether to do it. */
import { Alert, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type WriteAnswer, writeChannel } from "../../../api/write-channel.ts";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { Choice } from "../../../components/choice.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { editText, parseValue, type ValueType } from "../../../lib/typed-value.ts";
import { useFocusReturn } from "../../../lib/use-focus-return.ts";
import { exactText } from "../../../lib/value-text.ts";
import { commonTexts, traceTexts } from "../../../texts/index.ts";
import { traceKey } from "../api/channels.ts";
import type { DataRecord } from "../model/records.ts";
import classes from "./dialogs.module.css";

const texts = traceTexts.write;

/** Open while there is a record. */
export function WriteDialog({ record, onClose }: { record: DataRecord | undefined; onClose: () => void }) {
  return record ? <Steps key={record.chan} record={record} onClose={onClose} /> : null;
}

function Steps({ record, onClose }: { record: DataRecord; onClose: () => void }) {
  // Mounted open, the dialogs have nothing to give the focus back to.
  useFocusReturn();
  const { chan, details } = record;
  const type = details?.type ?? "json";
  const client = useQueryClient();
  const [text, setText] = useState(() => editText(type, record.value));
  const [asking, setAsking] = useState(false);
  const accepted = useRef(false);
  const value = parseValue(type, text);
  const withUnit = (shown: string): string => (details?.unit ? `${shown} ${details.unit}` : shown);

  async function write(): Promise<WriteAnswer> {
    const answer = await writeChannel(chan, value);
    void client.invalidateQueries({ queryKey: traceKey });
    return answer;
  }

  return (
    <>
      <ActionDialog
        opened={!asking}
        onClose={() => (accepted.current ? setAsking(true) : onClose())}
        title={texts.title}
        confirmLabel={texts.next}
        canConfirm={value !== undefined}
        onConfirm={async () => {
          accepted.current = true;
        }}
      >
        <InfoList
          items={[
            { label: texts.channel, value: chan, mono: true },
            { label: texts.type, value: texts.types[type] },
            { label: texts.present, value: withUnit(exactText(record.value)) },
          ]}
        />
        <ValueField
          type={type}
          text={text}
          onText={setText}
          valid={value !== undefined}
          unit={details?.unit}
        />
      </ActionDialog>
      <ConfirmDialog
        opened={asking}
        onClose={onClose}
        title={texts.title}
        confirmLabel={texts.confirm}
        cancelLabel={commonTexts.action.cancel}
        danger
        question={
          <span className={classes["question"]}>{texts.question(chan, withUnit(exactText(value)))}</span>
        }
        onConfirm={write}
        onDone={sayOutcome}
      />
    </>
  );
}

function sayOutcome({ state, reason }: WriteAnswer): void {
  const more = reason === undefined ? {} : { detail: reason };
  switch (state) {
    case "written":
      notice.success(texts.done);
      break;
    case "waiting":
      notice.warning(texts.waiting, more);
      break;
    case "refused":
      notice.error(texts.refused, more);
      break;
  }
}

interface ValueFieldProps {
  type: ValueType;
  text: string;
  onText: (text: string) => void;
  valid: boolean;
  unit: string | undefined;
}

function ValueField({ type, text, onText, valid, unit }: ValueFieldProps) {
  const error = valid || text === "" ? undefined : texts.invalid[type];
  const field = {
    label: texts.value,
    value: text,
    required: true,
    "data-autofocus": true,
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
    error,
  };
  return (
    <>
      {type === "bool" ? (
        <div>
          <p className={classes["label"]}>{texts.value}</p>
          <Choice
            label={texts.value}
            value={text}
            onChange={onText}
            options={[
              { value: "true", label: commonTexts.boolean.true },
              { value: "false", label: commonTexts.boolean.false },
            ]}
          />
        </div>
      ) : type === "json" ? (
        <Textarea {...field} rows={4} classNames={{ input: classes["mono"] ?? "" }} />
      ) : (
        <TextInput
          {...field}
          inputMode={type === "float" ? "decimal" : "text"}
          rightSection={unit === undefined ? undefined : <span className={layout["muted"]}>{unit}</span>}
        />
      )}
      <Alert color="orange" variant="light">
        {texts.warning}
      </Alert>
    </>
  );
}
