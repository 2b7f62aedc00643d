/** A number to be set, with the actual value beside it. */
import { Button } from "@mantine/core";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { type FormEvent, useId, useState } from "react";
import { useRecord } from "../../../api/channel-values.ts";
import layout from "../../../components/layout.module.css";
import { editText } from "../../../lib/typed-value.ts";
import { pagesTexts as texts } from "../../../texts/index.ts";
import { stepped, typedSetpoint } from "../model/setpoint.ts";
import { nameOf, withUnit } from "../model/shown-value.ts";
import { useWrite } from "../model/use-write.ts";
import { AskFirst } from "./ask-first.tsx";
import { BlockFrame } from "./block-frame.tsx";
import type { BlockProps } from "./block-props.ts";
import classes from "./blocks.module.css";
import { PresentValue } from "./present-value.tsx";
import { WriteOutcome } from "./write-outcome.tsx";

export function SetpointBlock({ block, values: { loaded, store } }: BlockProps) {
  const chan = block.source ?? "";
  const record = useRecord(store, chan);
  const { outcome, pending, write } = useWrite(chan, store);
  const [text, setText] = useState<string>();
  const [asked, setAsked] = useState<number>();
  const id = useId();
  const type = record?.details?.type === "int" ? "int" : "float";
  const unit = record?.details?.unit;
  const name = nameOf(block, record?.details?.label);
  const present = typeof record?.value === "number" ? record.value : undefined;
  const shown = text ?? (present === undefined ? "" : editText(type, present));
  const typed = typedSetpoint(shown, type, block);
  const problem = text !== undefined && "problem" in typed ? typed.problem : undefined;

  function send(value: number): void {
    setText(undefined);
    setAsked(undefined);
    void write(value, withUnit(value, block, unit));
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if ("problem" in typed) {
      setText(shown);
      return;
    }
    if (block.confirm) setAsked(typed.value);
    else send(typed.value);
  }
  const step = (by: 1 | -1) => () => {
    const from = "value" in typed ? typed.value : (present ?? block.min ?? 0);
    setText(editText(type, stepped(from, by, type, block)));
  };

  return (
    <BlockFrame name={name} kind="setpoint">
      <div className={classes["pair"]}>
        {block.actual === undefined ? null : (
          <div className={classes["actual"]}>
            <span className={layout["muted"]}>{texts.actual}</span>
            <PresentValue store={store} chan={block.actual} words={block} loaded={loaded} />
          </div>
        )}
        <form className={classes["setting"]} onSubmit={submit} noValidate>
          <label className={layout["muted"]} htmlFor={id}>
            {texts.blocks.setpoint}
            <span className="hw-visually-hidden"> {name}</span>
            {unit === undefined ? "" : ` (${unit})`}
          </label>
          <span className={classes["fields"]}>
            <button
              type="button"
              className={classes["step"]}
              aria-label={texts.less(name)}
              onClick={step(-1)}
            >
              <IconMinus size={18} aria-hidden />
            </button>
            <input
              id={id}
              className={classes["input"]}
              inputMode="decimal"
              autoComplete="off"
              value={pending ? editText(type, pending.value) : shown}
              readOnly={pending !== undefined}
              aria-invalid={problem !== undefined}
              aria-describedby={`${id}-problem`}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "ArrowUp" || event.key === "ArrowDown") {
                  event.preventDefault();
                  step(event.key === "ArrowUp" ? 1 : -1)();
                } else if (event.key === "Escape") setText(undefined);
              }}
            />
            <button type="button" className={classes["step"]} aria-label={texts.more(name)} onClick={step(1)}>
              <IconPlus size={18} aria-hidden />
            </button>
            <Button
              type="submit"
              className={classes["send"] ?? ""}
              variant={text === undefined ? "default" : "filled"}
              aria-label={texts.setOf(name)}
              loading={pending !== undefined}
            >
              {texts.set}
            </Button>
          </span>
        </form>
      </div>
      <p className={classes["problem"]} id={`${id}-problem`}>
        {problem}
      </p>
      <WriteOutcome outcome={outcome} />
      <AskFirst
        name={name}
        shown={asked === undefined ? undefined : withUnit(asked, block, unit)}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked !== undefined && send(asked)}
      />
    </BlockFrame>
  );
}
