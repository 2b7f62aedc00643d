/** Alarms that are put aside and do not stand: nobody would hear of them if they came. */
import { alarmUnshelve } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconZzz } from "@tabler/icons-react";
import { useMay } from "../../../api/info.ts";
import { DottedName } from "../../../components/dotted-name.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { alarmsTexts } from "../../../texts/index.ts";
import { type Resting, useAlarmActions } from "../api/alarms.ts";
import classes from "./alarms.module.css";

const texts = alarmsTexts.shelvedList.resting;
const WORDS = alarmsTexts.actions;

interface Row extends Resting {
  end: (() => Promise<void>) | undefined;
}

const COLUMNS: readonly FactColumn<Row>[] = [
  {
    id: "alarm",
    header: texts.columns.alarm,
    rowHeader: true,
    breaks: true,
    cell: ({ label, source, text }) => (
      <>
        {text}
        <div>{label ?? <DottedName name={source} />}</div>
      </>
    ),
  },
  {
    id: "until",
    header: texts.columns.until,
    cell: ({ shelved }) => formatDateTimeShort(shelved.until),
  },
  { id: "why", header: texts.columns.why, breaks: true, cell: ({ shelved }) => shelved.why },
  { id: "by", header: texts.columns.by, breaks: true, cell: ({ shelved }) => shelved.by },
  {
    id: "actions",
    header: texts.columns.actions,
    cell: ({ end, text }) =>
      end ? (
        <Button size="xs" variant="default" aria-label={WORDS.unshelveOf(text)} onClick={() => void end()}>
          {WORDS.unshelve}
        </Button>
      ) : null,
  },
];

export function RestingBox({ resting }: { resting: readonly Resting[] }) {
  const may = useMay(alarmUnshelve);
  const actions = useAlarmActions();
  const end = async (id: string): Promise<void> => {
    try {
      await actions.unshelveResting(id);
      notice.success(alarmsTexts.done.unshelve);
    } catch (error) {
      notice.apiError(error);
    }
  };
  return (
    <InfoBox title={texts.title} icon={IconZzz} flush>
      <p className={classes["intro"]}>{texts.text}</p>
      <FactTable
        label={texts.title}
        rows={resting.map((one): Row => ({ ...one, end: may ? () => end(one.id) : undefined }))}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </InfoBox>
  );
}
