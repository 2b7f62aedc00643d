/** On and off, or one of a few: a button for each, the present one pressed. */
import { useState } from "react";
import { useRecord } from "../../../api/channel-values.ts";
import layout from "../../../components/layout.module.css";
import { pagesTexts as texts } from "../../../texts/index.ts";
import { nameOf, shownValue } from "../model/shown-value.ts";
import { useWrite } from "../model/use-write.ts";
import { AskFirst } from "./ask-first.tsx";
import { BlockFrame } from "./block-frame.tsx";
import type { BlockProps } from "./block-props.ts";
import classes from "./blocks.module.css";
import { PresentValue } from "./present-value.tsx";
import { WriteOutcome } from "./write-outcome.tsx";

type Value = string | number | boolean;

const ON_OFF: readonly [Value, string][] = [
  [true, texts.on],
  [false, texts.off],
];

export function SwitchBlock({ block, values: { loaded, store } }: BlockProps) {
  const chan = block.source ?? "";
  const record = useRecord(store, chan);
  const { outcome, pending, write } = useWrite(chan, store);
  const [asked, setAsked] = useState<Value>();
  const name = nameOf(block, record?.details?.label);
  const present = pending ? pending.value : record && record.count > 0 ? record.value : undefined;

  function send(value: Value): void {
    setAsked(undefined);
    void write(value, shownValue(value, block));
  }

  return (
    <BlockFrame name={name} kind="switch">
      {block.actual === undefined ? null : (
        <div className={classes["actual"]}>
          <span className={layout["muted"]}>{texts.actual}</span>
          <PresentValue store={store} chan={block.actual} words={block} loaded={loaded} />
        </div>
      )}
      <fieldset className={classes["choices"]}>
        <legend className="hw-visually-hidden">{name}</legend>
        {(block.choices ?? ON_OFF).map(([value, label]) => (
          <button
            key={String(value)}
            type="button"
            className={classes["choice"]}
            aria-pressed={present === value}
            aria-disabled={pending !== undefined}
            onClick={() => {
              if (pending) return;
              if (block.confirm) setAsked(value);
              else send(value);
            }}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {record || !loaded ? null : <p className={classes["quality"]}>{texts.missing}</p>}
      {record && record.count > 0 && record.quality > 0 ? (
        <p className={classes["quality"]} data-quality={record.quality}>
          {texts.quality[record.quality]}
        </p>
      ) : null}
      <WriteOutcome outcome={outcome} />
      <AskFirst
        name={name}
        shown={asked === undefined ? undefined : shownValue(asked, block)}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked !== undefined && send(asked)}
      />
    </BlockFrame>
  );
}
