/** The compiler's list as rows and columns. The file is shown only if the errors span more than one. */
import { IconAlertTriangle, IconCircleX, IconTableOptions } from "@tabler/icons-react";
import type { DataColumn } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import layout from "../../../components/layout.module.css";
import { RowActions } from "../../../components/row-actions.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { projectTexts } from "../../../texts/index.ts";
import type { ErrorRow } from "../model/error-rows.ts";
import type { ProjectError } from "../run/run-state.ts";
import classes from "./error-table.module.css";

const texts = projectTexts.errors;

export function errorColumns(rows: readonly ErrorRow[]): DataColumn<ErrorRow>[] {
  const files = new Set(rows.map(({ file }) => file));
  const levels = new Set(rows.map(({ Level }) => Level));
  return [
    ...(levels.size > 1 ? [LEVEL] : []),
    ...(files.size > 1 ? [FILE] : []),
    LINE,
    CHANNEL,
    CODE,
    ATTRIBUTE,
    TEXT,
  ];
}

/** All of an entry below one another, for screens too narrow for so many columns. */
export const STACKED_COLUMNS: readonly DataColumn<ErrorRow>[] = [
  {
    id: "entry",
    header: texts.entry,
    hideHeader: true,
    value: (row) =>
      [row.Level, row.Ref, row.Channel, row.ErrCode, row.Attribute, row.ErrText, row.Hint].join(" "),
    cell: (row) => <StackedEntry row={row} />,
  },
];

function StackedEntry({ row }: { row: ErrorRow }) {
  const place = [row.file, Number.isNaN(row.line) ? "" : texts.lineOf(row.line)].filter(Boolean);
  return (
    <div className={classes["entry"]}>
      <span className={classes["entryHead"]}>
        <StatusBadge tone={row.Level === "error" ? "error" : "warn"}>{texts.levels[row.Level]}</StatusBadge>
        <span>{row.ErrCode}</span>
      </span>
      <strong>{row.ErrText}</strong>
      <span className={classes["hint"]}>{row.Hint}</span>
      <span className={classes["entryPlace"]}>{place.join(" · ")}</span>
      <span className={classes["entryPlace"]}>
        {[row.Channel, row.Attribute].filter(Boolean).join(" · ")}
      </span>
    </div>
  );
}

export const fixColumn = (fix: (row: ErrorRow) => void): DataColumn<ErrorRow> => ({
  id: "fix",
  header: texts.fix,
  hideHeader: true,
  align: "right",
  width: "1%",
  cell: (row) => (
    <RowActions
      row={Number.isNaN(row.line) ? row.sheet : `${row.sheet}, ${texts.lineOf(row.line)}`}
      actions={[{ label: texts.fix, icon: IconTableOptions, run: () => fix(row) }]}
    />
  ),
});

const LEVEL: DataColumn<ErrorRow> = {
  id: "level",
  header: texts.level,
  value: ({ Level }) => texts.levels[Level],
  cell: ({ Level }) => <LevelIcon level={Level} />,
};

function LevelIcon({ level }: { level: ProjectError["Level"] }) {
  const Icon = level === "error" ? IconCircleX : IconAlertTriangle;
  return (
    <span className={classes["level"]} data-level={level} title={texts.levels[level]}>
      <Icon size={18} stroke={2} aria-hidden />
      <span className="hw-visually-hidden">{texts.levels[level]}</span>
    </span>
  );
}

const FILE: DataColumn<ErrorRow> = {
  id: "file",
  header: texts.file,
  value: ({ file }) => file,
  cell: ({ file }) => <span className={classes["place"]}>{file}</span>,
};
const LINE: DataColumn<ErrorRow> = {
  id: "line",
  header: texts.line,
  value: ({ line }) => line,
  cell: ({ line }) => (Number.isNaN(line) ? "" : line),
  align: "right",
};
const CHANNEL: DataColumn<ErrorRow> = {
  id: "channel",
  header: texts.channel,
  value: (row) => row.Channel,
  cell: (row) => (
    <span className={classes["place"]}>
      <span className={layout["mono"]}>
        <DottedName name={row.Channel} />
      </span>
    </span>
  ),
};
const CODE: DataColumn<ErrorRow> = {
  id: "code",
  header: texts.code,
  value: ({ ErrCode }) => ErrCode,
  align: "right",
};
const ATTRIBUTE: DataColumn<ErrorRow> = {
  id: "attribute",
  header: texts.attribute,
  value: (row) => row.Attribute,
};
/** The column takes what is left, so that no sentence is squeezed. */
const TEXT: DataColumn<ErrorRow> = {
  id: "text",
  header: texts.textAndHint,
  value: (row) => `${row.ErrText} ${row.Hint}`,
  cell: (row) => (
    <span className={classes["text"]}>
      {row.ErrText}
      {row.Hint === "" ? null : <span className={classes["hint"]}>{row.Hint}</span>}
    </span>
  ),
  width: "100%",
};
