/** The grid of a page as tiles that can be moved and sized. */
import { type CSSProperties, type KeyboardEvent, useRef, useState } from "react";
import { announce } from "../../../lib/announce.ts";
import { useDrag } from "../../../lib/use-drag.ts";
import { pagesTexts } from "../../../texts/index.ts";
import type { Block } from "../api/pages.ts";
import { type Box, COLUMNS, fitted } from "../model/arrange.ts";
import { nameOf } from "../model/shown-value.ts";
import classes from "./arrange.module.css";
import { keyOf } from "./block-key.ts";
import { MoveButtons } from "./move-buttons.tsx";

const texts = pagesTexts.arrange;

interface ArrangeGridProps {
  blocks: readonly Block[];
  /** By key. */
  boxes: ReadonlyMap<string, Box>;
  onMove: (key: string, box: Box) => void;
}

export function ArrangeGrid({ blocks, boxes, onMove }: ArrangeGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<string>();
  const inGrid = blocks.filter(({ on }) => on === undefined);
  const chosen = inGrid.find((block) => keyOf(block) === selected);
  const box = selected === undefined ? undefined : boxes.get(selected);

  function change(key: string, by: Partial<Box>): void {
    const from = boxes.get(key);
    if (!from) return;
    const { h = 0, w = 0, x = 0, y = 0 } = by;
    const to = fitted({ x: from.x + x, y: from.y + y, w: from.w + w, h: from.h + h });
    onMove(key, to);
    announce(texts.place(to.x, to.y, to.w, to.h));
  }

  return (
    <>
      {chosen && box && selected !== undefined ? (
        <MoveButtons name={nameOf(chosen)} box={box} change={(by) => change(selected, by)} />
      ) : null}
      <div className={classes["scroll"]}>
        <div className={classes["grid"]} ref={grid}>
          {inGrid.map((block) => {
            const key = keyOf(block);
            const own = boxes.get(key);
            return own ? (
              <Tile
                key={key}
                block={block}
                box={own}
                selected={key === selected}
                cell={() => cellOf(grid.current)}
                onSelect={() => setSelected(key)}
                onMove={(to) => onMove(key, to)}
                change={(by) => change(key, by)}
              />
            ) : null;
          })}
        </div>
      </div>
    </>
  );
}

/** Width and height of one cell with its gap, px. */
function cellOf(grid: HTMLElement | null): { width: number; height: number } {
  if (!grid) return { width: 1, height: 1 };
  const style = getComputedStyle(grid);
  const gap = Number.parseFloat(style.columnGap) || 0;
  return {
    width: (grid.clientWidth + gap) / COLUMNS,
    height: Number.parseFloat(style.gridAutoRows) + gap,
  };
}

interface TileProps {
  block: Block;
  box: Box;
  selected: boolean;
  cell: () => { width: number; height: number };
  onSelect: () => void;
  onMove: (box: Box) => void;
  change: (by: Partial<Box>) => void;
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Tile({ block, box, cell, change, onMove, onSelect, selected }: TileProps) {
  const name = nameOf(block);
  const drag = useDrag(() => {
    onSelect();
    const { height, width } = cell();
    return {
      tell: (dx, dy) =>
        onMove({ ...box, x: box.x + Math.round(dx / width), y: box.y + Math.round(dy / height) }),
    };
  });
  const size = useDrag(() => {
    onSelect();
    const { height, width } = cell();
    return {
      tell: (dx, dy) =>
        onMove({ ...box, w: box.w + Math.round(dx / width), h: box.h + Math.round(dy / height) }),
    };
  });
  function onKey(event: KeyboardEvent): void {
    const [x, y] = STEPS[event.key] ?? [];
    if (x === undefined || y === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    change(event.shiftKey ? { w: x, h: y } : { x, y });
  }
  const place = { gridArea: `${box.y} / ${box.x} / span ${box.h} / span ${box.w}` } satisfies CSSProperties;
  return (
    <div className={classes["tile"]} data-selected={selected} style={place}>
      <button
        type="button"
        className={classes["handle"]}
        aria-label={texts.handle(name, box.x, box.y, box.w, box.h)}
        aria-pressed={selected}
        onClick={onSelect}
        onFocus={onSelect}
        onKeyDown={onKey}
        {...drag}
      >
        <span className={classes["kind"]}>{pagesTexts.blocks[block.block]}</span>
        <span className={classes["name"]}>{name}</span>
      </button>
      {/* For pointers; the keyboard and the buttons above size it too. */}
      <div className={classes["corner"]} aria-hidden {...size} />
    </div>
  );
}
