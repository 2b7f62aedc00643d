/** The public files, each with a link to where it is served. */
import { Anchor } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { formatDateTime, formatKb } from "../../../lib/format.ts";
import { htdocsTexts } from "../../../texts/index.ts";
import { addressOfFile, type PublicFile } from "../api/htdocs.ts";
import classes from "./htdocs.module.css";

const texts = htdocsTexts.list;

const COLUMNS: readonly DataColumn<PublicFile>[] = [
  {
    id: "name",
    header: texts.columns.name,
    value: ({ name }) => name,
    cell: ({ name }) => <span className={classes["name"]}>{name}</span>,
  },
  {
    id: "size",
    header: texts.columns.size,
    value: ({ size }) => size,
    cell: ({ size }) => formatKb(size),
    align: "right",
  },
  {
    id: "mts",
    header: texts.columns.mts,
    value: ({ mts }) => mts,
    cell: ({ mts }) => formatDateTime(mts * 1000),
  },
  { id: "type", header: texts.columns.type, value: ({ type }) => type },
  {
    id: "open",
    header: texts.columns.open,
    hideHeader: true,
    cell: ({ name }) => (
      <Anchor
        className={classes["open"] ?? ""}
        href={addressOfFile(name)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={texts.openFile(name)}
      >
        <IconExternalLink size={16} aria-hidden /> {texts.open}
      </Anchor>
    ),
    width: "1%",
  },
];

export function FileList({ files }: { files: readonly PublicFile[] }) {
  return (
    <DataTable
      label={texts.box}
      name="files"
      rows={files}
      columns={COLUMNS}
      rowKey={({ name }) => name}
      emptyState={{ title: texts.empty, text: texts.emptyText }}
    />
  );
}
