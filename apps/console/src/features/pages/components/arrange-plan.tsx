/** A plan with the values on it, to be moved. */
import type { KeyboardEvent } from "react";
import { announce } from "../../../lib/announce.ts";
import { useDrag } from "../../../lib/use-drag.ts";
import { pagesTexts } from "../../../texts/index.ts";
import type { Block } from "../api/pages.ts";
import { onPlan, type Point } from "../model/arrange.ts";
import { nameOf } from "../model/shown-value.ts";
import classes from "./arrange.module.css";
import { keyOf } from "./block-key.ts";
import { Picture } from "./plan-picture.tsx";

const texts = pagesTexts.arrange;

interface ArrangePlanProps {
  file: string;
  pins: readonly Block[];
  /** By key. */
  points: ReadonlyMap<string, Point>;
  onMove: (key: string, point: Point) => void;
}

export function ArrangePlan({ file, onMove, pins, points }: ArrangePlanProps) {
  return (
    <section className={classes["plan"]} aria-label={pagesTexts.plan.of(file)}>
      <h2 className={classes["planName"]}>{pagesTexts.plan.of(file)}</h2>
      <Picture file={file}>
        {pins.map((pin) => {
          const key = keyOf(pin);
          const point = points.get(key);
          return point ? <Pin key={key} pin={pin} point={point} onMove={(to) => onMove(key, to)} /> : null;
        })}
      </Picture>
    </section>
  );
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** With Shift, per cent. */
const FAR = 5;

function Pin({ onMove, pin, point }: { pin: Block; point: Point; onMove: (point: Point) => void }) {
  const name = nameOf(pin);
  const drag = useDrag(({ currentTarget }) => {
    const rect = currentTarget.parentElement?.getBoundingClientRect();
    if (!rect || rect.width === 0 || rect.height === 0) return undefined;
    return {
      tell: (dx, dy) =>
        onMove({ x: point.x + (dx / rect.width) * 100, y: point.y + (dy / rect.height) * 100 }),
    };
  });
  function onKey(event: KeyboardEvent): void {
    const [x, y] = STEPS[event.key] ?? [];
    if (x === undefined || y === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const by = event.shiftKey ? FAR : 1;
    const to = onPlan({ x: point.x + x * by, y: point.y + y * by });
    onMove(to);
    announce(texts.pin(name, to.x, to.y));
  }
  return (
    <button
      type="button"
      className={classes["pin"]}
      style={{ left: `${point.x}%`, top: `${point.y}%` }}
      aria-label={texts.pin(name, point.x, point.y)}
      onKeyDown={onKey}
      {...drag}
    >
      {name}
    </button>
  );
}
