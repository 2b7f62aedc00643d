/** Channels that this device records beside those of its project. Not there where there are none. */
import { recordingAdded, recordingChange } from "@hubwart/contract";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useMay } from "../../../api/info.ts";
import { type AddedChannel, useAddedChannels, useRecordingChange } from "../../../api/recording.ts";
import { DottedName } from "../../../components/dotted-name.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { RecordingUndo } from "../../../components/recording-undo.tsx";
import { RowActions } from "../../../components/row-actions.tsx";
import { formatMoment } from "../../../lib/format.ts";
import { recordingTexts as texts } from "../../../texts/index.ts";
import classes from "./store-box.module.css";

export function RecordingBox() {
  const maySee = useMay(recordingAdded);
  const may = useMay(recordingChange);
  const change = useRecordingChange();
  const query = useAddedChannels(maySee);
  const [undoing, setUndoing] = useState<string>();
  const columns = useMemo(() => columnsOf(may ? setUndoing : undefined), [may]);
  if (query.error === null && !query.data?.added.length) return null;
  return (
    <InfoBox title={texts.title} flush>
      <p className={classes["text"]}>{texts.text}</p>
      <QueryState query={query}>
        {({ added }) => (
          <FactTable label={texts.title} rows={added} columns={columns} rowKey={({ chan }) => chan} top />
        )}
      </QueryState>
      <RecordingUndo
        chan={undoing}
        undo={(chan) => change(chan, false)}
        onClose={() => setUndoing(undefined)}
      />
    </InfoBox>
  );
}

const heads = texts.columns;

/** `undo`: absent for who may not. */
function columnsOf(undo: ((chan: string) => void) | undefined): readonly FactColumn<AddedChannel>[] {
  return [
    { id: "chan", header: heads.chan, rowHeader: true, cell: ({ chan }) => <DottedName name={chan} /> },
    { id: "since", header: heads.since, cell: ({ since }) => formatMoment(since * 1_000) },
    { id: "by", header: heads.by, cell: ({ by }) => by },
    { id: "state", header: heads.state, cell: ({ state }) => texts.states[state] },
    ...(undo
      ? [
          {
            id: "actions",
            header: heads.actions,
            align: "right" as const,
            cell: ({ chan }: AddedChannel) => (
              <RowActions
                row={chan}
                actions={[{ label: texts.undo, icon: IconArrowBackUp, run: () => undo(chan) }]}
              />
            ),
          },
        ]
      : []),
  ];
}
