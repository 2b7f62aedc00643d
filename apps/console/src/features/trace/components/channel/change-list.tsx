/** Changes of the channel while the details are open: when, what, and where it came from. */
import { Button } from "@mantine/core";
import { IconFileExport, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { DottedName } from "../../../../components/dotted-name.tsx";
import layout from "../../../../components/layout.module.css";
import { formatTimeMs } from "../../../../lib/format.ts";
import { saveFile } from "../../../../lib/save-file.ts";
import { zoneNote } from "../../../../lib/zone.ts";
import { traceTexts } from "../../../../texts/index.ts";
import { type Change, withChange } from "../../model/changes.ts";
import { changesCsv } from "../../model/csv.ts";
import type { DataRecord } from "../../model/records.ts";
import { QualityCell, ValueCell } from "../cells.tsx";
import classes from "./channel.module.css";

const texts = traceTexts.details.changes;

/** Those before are in the export. */
const DRAWN = 50;

export interface ChangeListProps {
  chan: string;
  record: DataRecord | undefined;
  unit: string | undefined;
}

export function ChangeList({ chan, record, unit }: ChangeListProps) {
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const [paused, setPaused] = useState<readonly Change[]>();
  const next = record && record.count > 0 ? withChange(changes, record) : changes;
  // What is received belongs to the list at once, not one drawing later.
  if (next !== changes) setChanges(next);
  const shown = paused ?? changes;
  return (
    <section aria-label={texts.title}>
      <div className={classes["bar"]}>
        <h3 className={classes["heading"]}>{texts.title}</h3>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={
            paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
          }
          onClick={() => setPaused(paused ? undefined : changes)}
        >
          {paused ? texts.resume : texts.pause}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={shown.length === 0}
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={() => saveFile(texts.filename(chan), changesCsv(shown, unit), "text/csv")}
        >
          {texts.export}
        </Button>
      </div>
      <p className={layout["muted"]}>{texts.hint}</p>
      {shown.length === 0 ? null : (
        <table className={classes["table"]} aria-label={texts.list}>
          <thead>
            <tr>
              <th scope="col">
                {texts.columns.time}
                {zoneNote()}
              </th>
              <th scope="col">{texts.columns.value}</th>
              <th scope="col">{texts.columns.from}</th>
            </tr>
          </thead>
          <tbody>
            {shown.slice(0, DRAWN).map(({ n, record: each, skipped }) => (
              <tr key={n}>
                <td className={classes["time"]}>{formatTimeMs(each.last)}</td>
                <td>
                  <ValueCell {...each} />
                  {each.quality === 0 ? null : <QualityCell {...each} />}
                </td>
                <td>
                  <DottedName name={texts.from(each.from)} />
                  {skipped > 0 ? <span className={layout["muted"]}> {texts.skipped(skipped)}</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
