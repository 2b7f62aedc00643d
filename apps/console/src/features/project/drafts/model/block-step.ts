/** What is done to the chosen block, by a key or out of the menu. */
import type { DraftOperation } from "@hubwart/contract";
import { draftsTexts } from "../../../../texts/index.ts";
import { fillWrites } from "./block-writes.ts";
import type { Block, BlockKey } from "./selection.ts";
import { deleteOps, duplicateOps, insertOps, moveOps, type Write, writeOps } from "./steps.ts";
import type { TableView } from "./table-view.ts";

export type BlockCommand = BlockKey | { do: "insertBelow" };

export interface BlockStep {
  label: string;
  /** None where nothing changes. */
  ops: DraftOperation[];
}

const texts = draftsTexts.steps;

export function blockStep(view: TableView, block: Block, command: BlockCommand): BlockStep {
  const { bottom, top } = block;
  const rows = bottom - top + 1;
  switch (command.do) {
    case "clear": {
      const writes = emptied(block);
      return { label: texts.clear(writes.length), ops: writeOps(view, writes) };
    }
    case "fillDown":
      return { label: texts.fill, ops: writeOps(view, fillWrites(view, block, false)) };
    case "count":
      return { label: texts.count, ops: writeOps(view, fillWrites(view, block, true)) };
    case "insert":
      return { label: texts.insert(rows), ops: insertOps(view, top, rows) };
    case "insertBelow":
      return { label: texts.insert(rows), ops: insertOps(view, bottom + 1, rows) };
    case "delete":
      return { label: texts.remove(rows), ops: deleteOps(view, top, bottom) };
    case "duplicate":
      return { label: texts.duplicate(rows), ops: duplicateOps(view, top, bottom) };
    case "moveRows":
      return { label: texts.move(rows), ops: moveOps(view, top, bottom, command.by) };
  }
}

export function emptied(block: Block): Write[] {
  const writes: Write[] = [];
  for (let row = block.top; row <= block.bottom; row += 1) {
    for (let column = block.left; column <= block.right; column += 1)
      writes.push({ row, column, value: null });
  }
  return writes;
}
