/** The collections, and the other files of the project. */
import { IconDownload, IconPencil, IconUpload } from "@tabler/icons-react";
import { useNoProject } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { ToUpload } from "../../../components/to-upload.tsx";
import { formatDateTime, NOTHING } from "../../../lib/format.ts";
import { commonTexts, constantsTexts } from "../../../texts/index.ts";
import type { Collection } from "../api/constants.ts";
import classes from "./constants.module.css";

const texts = constantsTexts.list;

const COLUMNS: readonly DataColumn<Collection>[] = [
  {
    id: "filename",
    header: texts.columns.filename,
    value: ({ filename }) => filename,
    cell: ({ filename }) => <span className={classes["name"]}>{filename}</span>,
  },
  { id: "type", header: texts.columns.type, value: ({ type }) => type },
  {
    id: "ts",
    header: texts.columns.ts,
    value: ({ ts }) => ts,
    cell: ({ ts }) => formatDateTime(ts * 1000),
  },
  {
    id: "edited",
    header: texts.columns.edited,
    value: ({ edited = 0 }) => edited,
    cell: ({ edited }) => (edited ? texts.values(edited) : NOTHING),
  },
  { id: "actions", header: texts.columns.actions, hideHeader: true, cell: actions, width: "1%" },
];

function actions({ filename, edited }: Collection) {
  return (
    <div className={classes["rowActions"]}>
      {edited === undefined ? (
        <>
          <IconButton size="xs" variant="default" disabled title={texts.partOfProject} icon={IconDownload}>
            {texts.download}
          </IconButton>
          <IconButton size="xs" variant="default" disabled title={texts.partOfProject} icon={IconUpload}>
            {texts.upload}
          </IconButton>
        </>
      ) : (
        <ButtonLink
          component="a"
          to="/resources/const/$id/json"
          params={{ id: filename }}
          variant="default"
          size="xs"
          aria-label={texts.editFile(filename)}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {texts.edit}
        </ButtonLink>
      )}
    </div>
  );
}

export function CollectionList({ files }: { files: readonly Collection[] }) {
  const text = useNoProject() ? commonTexts.state.noProject : texts.emptyText;
  return (
    <DataTable
      label={texts.box}
      name="constants"
      rows={files}
      columns={COLUMNS}
      rowKey={({ filename, edited }) => `${edited === undefined ? "file" : "collection"} ${filename}`}
      emptyState={{ title: texts.empty, text, action: <ToUpload /> }}
    />
  );
}
