/** Moves and sizes the chosen block without dragging (WCAG 2.5.7). */
import { pagesTexts } from "../../../texts/index.ts";
import type { Box } from "../model/arrange.ts";
import classes from "./arrange.module.css";

const texts = pagesTexts.arrange;
const BUTTONS: readonly [label: string, sign: string, by: Partial<Box>][] = [
  [texts.left, "←", { x: -1 }],
  [texts.right, "→", { x: 1 }],
  [texts.up, "↑", { y: -1 }],
  [texts.down, "↓", { y: 1 }],
  [texts.narrower, "⇤", { w: -1 }],
  [texts.wider, "⇥", { w: 1 }],
  [texts.lower, "⤒", { h: -1 }],
  [texts.higher, "⤓", { h: 1 }],
];

interface MoveButtonsProps {
  name: string;
  box: Box;
  change: (by: Partial<Box>) => void;
}

export function MoveButtons({ box, change, name }: MoveButtonsProps) {
  return (
    <fieldset className={classes["bar"]}>
      <legend className="hw-visually-hidden">{texts.selected(name)}</legend>
      <span className={classes["chosen"]}>
        {texts.selected(name)}: {texts.place(box.x, box.y, box.w, box.h)}
      </span>
      {BUTTONS.map(([label, sign, by]) => (
        <button
          key={label}
          type="button"
          className={classes["move"]}
          aria-label={label}
          title={label}
          onClick={() => change(by)}
        >
          <span aria-hidden>{sign}</span>
        </button>
      ))}
    </fieldset>
  );
}
