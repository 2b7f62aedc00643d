/** What one project has and another has not: pods, interfaces, channels, constants and links, with both values. */

import { projectTexts } from "../../texts/index.ts";
import { type DataColumn, DataTable } from "../data-table/data-table.tsx";
import { DottedName } from "../dotted-name.tsx";
import { StatusBadge, type Tone } from "../status-badge.tsx";
import type { ChangeRow, FieldChange } from "./changes.ts";
import classes from "./changes-table.module.css";

const texts = projectTexts.changes;
const TONES: Readonly<Record<ChangeRow["change"], Tone>> = { added: "ok", changed: "info", removed: "off" };
const COLUMNS: readonly DataColumn<ChangeRow>[] = [
  {
    id: "change",
    header: texts.change,
    value: ({ change }) => texts.kinds[change],
    cell: ({ change }) => <StatusBadge tone={TONES[change]}>{texts.kinds[change]}</StatusBadge>,
    width: "10rem",
  },
  {
    id: "channel",
    header: texts.what,
    value: ({ name }) => name,
    cell: ({ name }) => (
      <span className={classes["name"]}>
        <DottedName name={name} />
      </span>
    ),
  },
  {
    id: "fields",
    header: texts.values,
    value: ({ fields }) => fields.map(({ field, before, after }) => `${field} ${before} ${after}`).join(" "),
    cell: ({ fields }) => (fields.length > 0 ? <Values fields={fields} /> : null),
  },
];
const EMPTY = { title: texts.none };
const rowKey = ({ key }: ChangeRow): string => key;
const groupOf = ({ kind }: ChangeRow): string => texts.groups[kind];

export function ChangesTable({ rows, maxHeight }: { rows: readonly ChangeRow[]; maxHeight?: string }) {
  return (
    <DataTable
      label={texts.title}
      rows={rows}
      columns={COLUMNS}
      rowKey={rowKey}
      groupOf={groupOf}
      emptyState={EMPTY}
      {...(maxHeight === undefined ? {} : { maxHeight })}
    />
  );
}

function Values({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <ul className={classes["values"]}>
      {fields.map(({ field, before, after, secret }) => (
        <li key={field}>
          <span className={classes["field"]}>{field}</span>{" "}
          {secret ? (
            texts.secret
          ) : (
            <>
              <del className={classes["before"]}>{before ?? texts.empty}</del>
              <span aria-hidden> → </span>
              <ins className={classes["after"]}>{after ?? texts.empty}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
