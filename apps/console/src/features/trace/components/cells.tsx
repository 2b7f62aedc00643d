/** Cells that the tables of the debugger share. */
import type { IconStar } from "@tabler/icons-react";
import { memo } from "react";
import { DottedName } from "../../../components/dotted-name.tsx";
import icon from "../../../components/icon-button.module.css";
import { RefusalNote } from "../../../components/refusal-note.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatTimeMs } from "../../../lib/format.ts";
import { exactText, valueText } from "../../../lib/value-text.ts";
import { traceTexts } from "../../../texts/index.ts";
import type { DataRecord } from "../model/records.ts";
import classes from "./record-table.module.css";

const TONES = ["ok", "warn", "error"] as const;

export interface NameCellProps {
  chan: string;
  label?: string | undefined;
  /** Opens the channel's details. */
  onOpen?: ((chan: string) => void) | undefined;
}

/** Drawn once, while the values beside it change. */
export const NameCell = memo(function NameCell({ chan, label, onOpen }: NameCellProps) {
  return (
    <>
      {onOpen ? (
        <button
          type="button"
          className={classes["open"]}
          title={traceTexts.details.open(chan)}
          onClick={() => onOpen(chan)}
        >
          <DottedName name={chan} />
        </button>
      ) : (
        <span className={classes["name"]}>
          <DottedName name={chan} />
        </span>
      )}
      {label === undefined ? null : <span className={classes["label"]}>{label}</span>}
    </>
  );
});

export function ValueCell({ value, details }: Pick<DataRecord, "value" | "details">) {
  const text = valueText(value);
  const exact = exactText(value);
  return (
    <span className={classes["measured"]}>
      <span className={classes["value"]} title={exact !== text || text.length > 20 ? exact : undefined}>
        {text}
      </span>
      {details?.unit === undefined ? null : <span className={classes["unit"]}> {details.unit}</span>}
    </span>
  );
}

export function QualityCell({ quality, count }: Pick<DataRecord, "quality" | "count">) {
  if (count === 0) return <StatusBadge tone="off">{traceTexts.noValue}</StatusBadge>;
  return <StatusBadge tone={TONES[quality] ?? "off"}>{traceTexts.quality[quality]}</StatusBadge>;
}

/** With what the other side said last. */
export function ReasonedQualityCell(record: Pick<DataRecord, "quality" | "count" | "refusal">) {
  return (
    <>
      <QualityCell {...record} />
      <RefusalNote refusal={record.refusal} short />
    </>
  );
}

export function TagsCell({ details }: Pick<DataRecord, "details">) {
  if (!details || details.tags.length === 0) return null;
  return (
    <span className={classes["tagList"]}>
      {details.tags.map((tag) => (
        <span key={tag} className={classes["tag"]}>
          {tag}
        </span>
      ))}
    </span>
  );
}

/** `exact`: to the millisecond, above how long ago it was. */
export function TimeCell({ ms, exact = false }: { ms: number; exact?: boolean }) {
  return (
    <>
      {exact && ms > 0 ? <span className={classes["exact"]}>{formatTimeMs(ms)}</span> : null}
      <span className={classes["nowrap"]}>
        <RelativeTime ms={ms} />
      </span>
    </>
  );
}

/** A button of a row. `label` names the row's channel for screen readers, `title` is short. */
export function RowAction(props: {
  icon: typeof IconStar;
  label: string;
  title: string;
  onClick: () => void;
  pressed?: boolean;
}) {
  const { icon: Icon, label, title, onClick, pressed } = props;
  // A plain button: a page has hundreds, and scrolling makes them anew.
  return (
    <button
      type="button"
      className={icon["icon"]}
      data-small
      aria-label={label}
      aria-pressed={pressed}
      title={title}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </button>
  );
}
