/** From when to when, and the way to a start of the device or a version of the project. */
import { Select } from "@mantine/core";
import { useState } from "react";
import { MomentField } from "../../../components/moment-field.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { zoneNote } from "../../../lib/zone.ts";
import { logTexts } from "../../../texts/index.ts";
import { useMarks } from "../api/marks.ts";
import { localMoment, localText } from "../model/local-time.ts";
import { jumpTo, type LogSearch, withRange } from "../model/log-search.ts";

const texts = logTexts.filter;
/** More nobody looks through. */
const OFFERED = 50;

export interface RangeFilterProps {
  search: LogSearch;
  change: (search: LogSearch) => void;
}

export function RangeFilter({ search, change }: RangeFilterProps) {
  return (
    <>
      <Moment
        label={`${texts.from}${zoneNote()}`}
        value={search.from}
        change={(ms) => change(withRange(search, { from: ms }))}
      />
      <Moment
        label={`${texts.to}${zoneNote()}`}
        value={search.to}
        change={(ms) => change(withRange(search, { to: ms }))}
      />
      <Jump search={search} change={change} />
    </>
  );
}

/**
 * What the field holds is its own: a browser leaves out seconds that are 0, so a text put back from the address while one
 * changes it would count as another change, and clearing the field would be undone.
 */
function Moment({
  label,
  value,
  change,
}: {
  label: string;
  value: number | undefined;
  change: (ms: number | undefined) => void;
}) {
  const [text, setText] = useState(localText(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (localMoment(text) !== value) setText(localText(value));
  }
  return (
    <MomentField
      seconds
      label={label}
      value={text}
      onChange={(next) => {
        setText(next);
        change(localMoment(next));
      }}
    />
  );
}

function Jump({ search, change }: RangeFilterProps) {
  const marks = (useMarks().data ?? []).slice(0, OFFERED);
  return (
    <Select
      label={texts.jump}
      placeholder={texts.jumpHint}
      data={marks.map(({ ts, kind, text }, at) => ({
        value: String(at),
        label: `${logTexts.marks[kind](text)}, ${formatDateTime(ts)}`,
      }))}
      value={null}
      disabled={marks.length === 0}
      onChange={(at) => {
        const mark = at === null ? undefined : marks[Number(at)];
        if (mark) change(jumpTo(search, mark.ts));
      }}
    />
  );
}
