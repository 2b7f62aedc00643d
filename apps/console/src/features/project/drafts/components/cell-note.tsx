/** Below the grid: what the active cell is, and what is wrong with it. */
import { draftsTexts } from "../../../../texts/index.ts";
import type { MarkSource } from "../model/mark-store.ts";
import { ofCell } from "../model/marks.ts";
import type { Block, Spot } from "../model/selection.ts";
import { infoOfCell, isUnused, type TableView } from "../model/table-view.ts";
import { useMarksOfRow } from "../use-marks.ts";
import classes from "./grid.module.css";

const texts = draftsTexts.grid;

interface CellNoteProps {
  id: string;
  /** Whether the cell is typed into: nothing is read aloud at each key. */
  typing: boolean;
  view: TableView;
  spot: Spot;
  block: Block;
  line: number;
  marks: MarkSource;
}

export function CellNote({ block, id, line, marks, spot, typing, view }: CellNoteProps) {
  const row = view.rows[spot.row];
  const column = view.columns[spot.column];
  const info = column && infoOfCell(view, row, column);
  const inRow = useMarksOfRow(marks, row?.id);
  const found = [...ofCell(inRow, column?.id ?? "-"), ...ofCell(inRow)];
  const [rows, columns] = [block.bottom - block.top + 1, block.right - block.left + 1];
  return (
    <div id={id} className={classes["foot"]} aria-live={typing ? "off" : "polite"}>
      <span className={classes["place"]}>
        {rows * columns > 1
          ? texts.chosen(rows, columns)
          : row
            ? texts.edit(column?.name ?? "", line)
            : texts.newRow}
      </span>
      {found.map(({ hint, level, text }) => (
        <span key={text} className={classes[level]}>
          {draftsTexts.problems.levels[level]}: {hint === "" ? text : `${text}. ${hint}`}
        </span>
      ))}
      {column && row && isUnused(view, row, column) ? (
        <span className={classes["help"]}>{texts.unused}</span>
      ) : info ? (
        <span className={classes["help"]}>
          {[
            info.help,
            info.unit,
            info.preset === undefined ? undefined : texts.presetOf(info.preset),
            info.secret ? texts.secret : undefined,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      ) : null}
    </div>
  );
}
