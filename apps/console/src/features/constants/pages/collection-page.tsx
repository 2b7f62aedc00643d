/** One collection: its values as a table of fields. */

import { CODES } from "@hubwart/contract";
import { Alert, Button } from "@mantine/core";
import { IconDeviceFloppy, IconRefresh, IconVariable } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { useNoProject } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, constantsTexts } from "../../../texts/index.ts";
import { type ConstantRow, useCollection, useSaveCollection } from "../api/constants.ts";
import classes from "../components/constants.module.css";
import { ValueField } from "../components/value-field.tsx";
import { Drafts, useDraftCount } from "../model/drafts.ts";
import { valueOf } from "../model/value-text.ts";

const texts = constantsTexts.editor;
/** By name, with 9 before 10. */
const FIRST_SORT = { id: "channel" };

export function CollectionPage() {
  const { id } = useParams({ from: "/resources/const/$id/json" });
  // Another collection is another page: nothing typed goes along.
  return <Collection key={id} file={id} />;
}

function Collection({ file }: { file: string }) {
  const query = useCollection(file);
  const noProject = useNoProject();
  const [drafts] = useState(() => new Drafts());
  const columns = useMemo((): readonly DataColumn<ConstantRow>[] => columnsFor(drafts), [drafts]);
  return (
    <PageFrame title={constantsTexts.title} subtitle={file} back="/resources/const">
      <QueryState
        query={query}
        missing={{
          title: texts.unknown(file),
          text: noProject ? commonTexts.state.noProject : texts.unknownText,
          action: (
            <ButtonLink component="a" to="/resources/const" variant="default">
              {texts.toList}
            </ButtonLink>
          ),
        }}
      >
        {({ data, etag }) => (
          <>
            <SaveBar
              file={file}
              rows={data.rows}
              etag={etag}
              drafts={drafts}
              reload={() => query.refetch()}
            />
            <InfoBox title={texts.box} icon={IconVariable} flush>
              <DataTable
                label={texts.box}
                rows={data.rows}
                columns={columns}
                rowKey={({ channel }) => channel}
                initialSort={FIRST_SORT}
              />
            </InfoBox>
          </>
        )}
      </QueryState>
    </PageFrame>
  );
}

function columnsFor(drafts: Drafts): readonly DataColumn<ConstantRow>[] {
  return [
    {
      id: "channel",
      header: texts.columns.channel,
      value: ({ channel }) => channel,
      cell: ({ channel }) => (
        <span className={classes["channel"]}>
          <DottedName name={channel} />
        </span>
      ),
    },
    {
      id: "value",
      header: texts.columns.value,
      cell: (row) => <ValueField row={row} drafts={drafts} />,
    },
    { id: "label", header: texts.columns.label, value: ({ label }) => label },
  ];
}

interface SaveBarProps {
  file: string;
  rows: readonly ConstantRow[];
  etag: string | undefined;
  drafts: Drafts;
  reload: () => Promise<unknown>;
}

/** Knows how much was typed, so that the table needs not. */
function SaveBar({ file, rows, etag, drafts, reload }: SaveBarProps) {
  const count = useDraftCount(drafts);
  const save = useSaveCollection(file);
  const [conflict, setConflict] = useState(false);

  function submit(): void {
    const typed = rows.flatMap((row) => {
      const draft = drafts.get(row.channel);
      return draft ? [{ channel: row.channel, reading: valueOf(row, draft.text) }] : [];
    });
    const faulty = typed.filter(({ reading }) => reading.fault !== undefined);
    const [first] = faulty;
    if (first) {
      notice.error(texts.faulty(faulty.length, first.channel));
      return;
    }
    const values = typed.map(({ channel, reading }) => ({
      channel,
      value: reading.fault === undefined ? reading.value : undefined,
    }));
    save.mutate(
      { rows: values, ifMatch: etag },
      {
        onSuccess: () => {
          drafts.drop();
          setConflict(false);
          notice.success(texts.saved);
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === CODES.conflict) setConflict(true);
          else notice.apiError(error);
        },
      },
    );
  }

  return (
    <>
      <UnsavedGuard dirty={count > 0} />
      {conflict ? (
        <Alert color="red" variant="light" role="alert" title={texts.conflictTitle}>
          <div className={classes["stack"]}>
            {texts.conflictText}
            <div>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => void reload().then(() => setConflict(false))}
              >
                {texts.conflictReload}
              </Button>
            </div>
          </div>
        </Alert>
      ) : null}
      <div className={classes["bar"]}>
        <output className={classes["count"]}>{count > 0 ? texts.dirty(count) : ""}</output>
        <Button
          disabled={count === 0}
          loading={save.isPending}
          leftSection={<IconDeviceFloppy size={18} aria-hidden />}
          onClick={submit}
        >
          {texts.save}
        </Button>
        <Button variant="default" disabled={count === 0 || save.isPending} onClick={() => drafts.drop()}>
          {texts.undo}
        </Button>
      </div>
    </>
  );
}
