/** Cells of a row of the project, and where the row stands in the upload. */
import type { AnswerOf, podParameters } from "@hubwart/contract";
import { formatNumber } from "../lib/format.ts";
import { projectCellsTexts } from "../texts/index.ts";
import { type FactColumn, FactTable } from "./fact-table.tsx";
import layout from "./layout.module.css";
import classes from "./project-cells.module.css";

type Row = AnswerOf<typeof podParameters>["ifaces"][number];
export type ProjectCell = Row["cells"][number];
export type ProjectPlace = NonNullable<Row["place"]>;

const texts = projectCellsTexts;

/** "Tabelle „pods“, Zeile 4 (anlage.xlsx)" */
export function PlaceText({ place }: { place: ProjectPlace | undefined }) {
  return <>{place === undefined ? texts.noPlace : texts.place(place.table, place.line, place.file)}</>;
}

export function ProjectCells({ label, cells }: { label: string; cells: readonly ProjectCell[] }) {
  return <FactTable label={label} rows={cells} columns={COLUMNS} rowKey={({ column }) => column} top />;
}

const COLUMNS: readonly FactColumn<ProjectCell>[] = [
  { id: "column", header: texts.columns.column, cell: ({ column }) => column, mono: true },
  { id: "value", header: texts.columns.value, cell: Value },
  {
    id: "help",
    header: texts.columns.help,
    cell: ({ help }) => <span className={layout["muted"]}>{help}</span>,
  },
];

function Value({ value, secret, unit, usual }: ProjectCell) {
  if (secret) return <span className={layout["muted"]}>{texts.secret}</span>;
  const text =
    typeof value === "boolean"
      ? texts.flags[value ? "true" : "false"]
      : typeof value === "number" && unit !== undefined
        ? `${formatNumber(value)}\u00a0${unit}`
        : String(value);
  return (
    <span className={classes["value"]}>
      {text}
      {usual ? <span className={layout["muted"]}> {texts.usual}</span> : null}
    </span>
  );
}
