/** A picture of the plant with values on it. One that can be set opens below. */

import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { pagesTexts as texts } from "../../../texts/index.ts";
import type { Block } from "../api/pages.ts";
import { nameOf } from "../model/shown-value.ts";
import { useLabel } from "../model/use-label.ts";
import { BlockFrame } from "./block-frame.tsx";
import type { BlockProps } from "./block-props.ts";
import classes from "./blocks.module.css";
import { Picture } from "./plan-picture.tsx";
import { PresentValue } from "./present-value.tsx";
import { SetpointBlock } from "./setpoint-block.tsx";
import { SwitchBlock } from "./switch-block.tsx";

interface PlanBlockProps extends BlockProps {
  pins: readonly Block[];
  readOnly: boolean;
}

export function PlanBlock({ block, pins, readOnly, values }: PlanBlockProps) {
  const [open, setOpen] = useState<Block>();
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(undefined);
    opener.current?.focus();
  };
  return (
    <BlockFrame name={nameOf(block)} kind="plan">
      <Picture file={block.source ?? ""}>
        {pins.map((pin) => (
          <Pin
            key={`${pin.block} ${pin.source} ${pin.label}`}
            block={pin}
            values={values}
            pressed={open === pin}
            readOnly={readOnly}
            onOpen={(button) => {
              opener.current = button;
              setOpen(open === pin ? undefined : pin);
            }}
          />
        ))}
      </Picture>
      {open ? (
        <div className={classes["opened"]}>
          {open.block === "setpoint" ? (
            <SetpointBlock key={open.source} block={open} values={values} />
          ) : (
            <SwitchBlock key={open.source} block={open} values={values} />
          )}
          <Button className={classes["send"] ?? ""} variant="default" onClick={close}>
            {texts.plan.close}
          </Button>
        </div>
      ) : null}
    </BlockFrame>
  );
}

interface PinProps extends BlockProps {
  pressed: boolean;
  readOnly: boolean;
  onOpen: (button: HTMLButtonElement) => void;
}

function Pin({ block, onOpen, pressed, readOnly, values: { loaded, store } }: PinProps) {
  const chan = block.source ?? "";
  const name = nameOf(block, useLabel(store, chan));
  const place = { left: `${block.x ?? 0}%`, top: `${block.y ?? 0}%` };
  const value = (
    <PresentValue store={store} chan={block.actual ?? chan} words={block} loaded={loaded} size="plain" />
  );
  const content = (
    <>
      <span className={classes["pinName"]}>{name}</span>
      {value}
    </>
  );
  return readOnly || block.block === "value" ? (
    <div className={classes["pin"]} style={place}>
      {content}
    </div>
  ) : (
    <button
      type="button"
      className={classes["pin"]}
      style={place}
      aria-expanded={pressed}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
    >
      {content}
    </button>
  );
}
