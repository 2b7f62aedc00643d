/** The drafts of the project, last changed first. */
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { actionColumn } from "../../../components/data-table/action-column.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, draftsTexts as texts } from "../../../texts/index.ts";
import { type DraftHead, useDraftActions, useDrafts } from "../api/drafts.ts";
import { CreateDialog } from "../drafts/components/create-dialog.tsx";
import classes from "../drafts/components/drafts.module.css";
import { RenameDialog } from "../drafts/components/rename-dialog.tsx";

interface Row extends DraftHead {
  rename: () => void;
  remove: () => void;
}

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: "name",
    header: texts.columns.name,
    value: ({ name }) => name,
    breaks: true,
    cell: ({ id, name }) => (
      <Link to="/project/edit/$draft" params={{ draft: id }}>
        {name}
      </Link>
    ),
  },
  {
    id: "base",
    header: texts.columns.base,
    value: ({ base }) => (base ? texts.base(base.version) : texts.noBase),
  },
  {
    id: "changed",
    header: texts.columns.changed,
    value: ({ changed }) => changed,
    cell: ({ by, changed }) => (
      <span className={classes["lines"]}>
        <span>{formatDateTimeShort(changed * 1_000)}</span>
        {by === "" ? null : <span className={classes["muted"]}>{texts.by(by)}</span>}
      </span>
    ),
  },
  actionColumn(
    texts.columns.actions,
    ({ name }) => name,
    ({ remove, rename }) => [
      { label: texts.rename, icon: IconPencil, run: rename },
      { label: texts.remove, icon: IconTrash, run: remove },
    ],
  ),
];

export function DraftsPage() {
  const query = useDrafts();
  const actions = useDraftActions();
  const [creating, setCreating] = useState(false);
  const [renaming, setRenaming] = useState<DraftHead>();
  const [leaving, setLeaving] = useState<DraftHead>();
  const create = (
    <IconButton size="xs" icon={IconPlus} onClick={() => setCreating(true)}>
      {texts.create}
    </IconButton>
  );
  return (
    <PageFrame title={texts.page}>
      <p className={classes["intro"]}>{texts.intro}</p>
      <InfoBox title={texts.title} actions={create} flush>
        <QueryState query={query} loading={<LoadingState lines={3} shape="table" />}>
          {({ drafts }) => (
            <DataTable
              label={texts.title}
              name="drafts"
              rows={drafts.map((draft) => ({
                ...draft,
                rename: () => setRenaming(draft),
                remove: () => setLeaving(draft),
              }))}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              emptyState={{ title: texts.none, text: texts.noneText }}
            />
          )}
        </QueryState>
      </InfoBox>
      {creating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
      {renaming ? <RenameDialog draft={renaming} onClose={() => setRenaming(undefined)} /> : null}
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={texts.remove}
        confirmLabel={commonTexts.action.delete}
        question={texts.removeQuestion(leaving?.name ?? "")}
        danger
        onConfirm={() => actions.remove(leaving?.id ?? "")}
        onDone={() => notice.success(texts.removed)}
      />
    </PageFrame>
  );
}
