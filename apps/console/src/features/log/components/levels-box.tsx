/** At which level each source logs, and the way to change it for a while. */
import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { logTexts } from "../../../texts/index.ts";
import { type SourceLevel, useLevels, useResetLevel } from "../api/levels.ts";
import { sourceName } from "../model/source-name.ts";
import { LevelBubble } from "./level-bubble.tsx";
import { LevelDialog } from "./level-dialog.tsx";
import classes from "./levels-box.module.css";

const texts = logTexts.level;

export function LevelsBox() {
  const levels = useLevels();
  const [changing, setChanging] = useState<SourceLevel>();
  const columns = useMemo(() => columnsOf(setChanging), []);
  return (
    <InfoBox title={texts.title} flush>
      <p className={classes["text"]}>{texts.text}</p>
      <QueryState query={levels}>
        {({ sources }) => (
          <div className={classes["table"]}>
            <DataTable
              label={texts.title}
              name="levels"
              rows={sources}
              columns={columns}
              rowKey={({ source }) => source}
              maxHeight="24rem"
            />
          </div>
        )}
      </QueryState>
      <LevelDialog source={changing} onClose={() => setChanging(undefined)} />
    </InfoBox>
  );
}

function columnsOf(change: (source: SourceLevel) => void): DataColumn<SourceLevel>[] {
  return [
    {
      id: "source",
      header: texts.source,
      value: ({ source }) => sourceName(source),
      cell: ({ source }) => <DottedName name={sourceName(source)} />,
    },
    {
      id: "level",
      header: texts.level,
      value: ({ level }) => logTexts.levels[level],
      cell: ({ level, normal, until }) => (
        <span className={classes["level"]}>
          <LevelBubble level={level} />
          {until === null ? null : texts.back(logTexts.levels[normal], formatDateTimeShort(until))}
        </span>
      ),
    },
    {
      id: "actions",
      header: texts.actions,
      cell: (source) => <Actions source={source} change={change} />,
      hideHeader: true,
      align: "right",
    },
  ];
}

function Actions({ source, change }: { source: SourceLevel; change: (source: SourceLevel) => void }) {
  const reset = useResetLevel();
  const name = sourceName(source.source);
  return (
    <span className={classes["actions"]}>
      {source.until === null ? null : (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.resetOf(name)}
          loading={reset.isPending}
          onClick={() =>
            reset.mutate(source.source, {
              onSuccess: () => notice.success(texts.resetDone),
              onError: (error) => notice.apiError(error),
            })
          }
        >
          {texts.reset}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        aria-label={texts.changeOf(name)}
        aria-haspopup="dialog"
        onClick={() => change(source)}
      >
        {texts.change}
      </Button>
    </span>
  );
}
