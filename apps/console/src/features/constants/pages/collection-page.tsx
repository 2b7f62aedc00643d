/** One collection: its values as a table of fields. */
import { IconVariable } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useNoProject } from "../../../api/info.ts";
import { ButtonLink } from "../../../components/button-link.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { PageFrame } from "../../../components/page-frame.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { commonTexts, constantsTexts } from "../../../texts/index.ts";
import { type ConstantRow, useCollection } from "../api/constants.ts";
import classes from "../components/constants.module.css";
import { SaveBar } from "../components/save-bar.tsx";
import { ValueField } from "../components/value-field.tsx";
import { Drafts } from "../model/drafts.ts";

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
            <SaveBar file={file} rows={data.rows} etag={etag} drafts={drafts} />
            <InfoBox title={texts.box} icon={IconVariable} flush>
              <DataTable
                label={texts.box}
                name="values"
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
