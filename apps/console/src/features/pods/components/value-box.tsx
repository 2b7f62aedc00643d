/** Live values of all channels of a pod. Only the cells in view follow the changes. */
import { LIMITS } from "@hubwart/contract";
import { IconGauge } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { createContext, use, useMemo } from "react";
import { useRecord } from "../../../api/channel-values.ts";
import { type Courses, useChannelCourses } from "../../../api/course.ts";
import { useClockOffset } from "../../../api/device-clock.ts";
import { usePods } from "../../../api/pods.ts";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { RefusalNote } from "../../../components/refusal-note.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { Sparkline } from "../../../components/sparkline.tsx";
import { ageText } from "../../../lib/age-text.ts";
import { formatDateTime, formatNumber, NOTHING } from "../../../lib/format.ts";
import { useNow } from "../../../lib/use-now.ts";
import type { Channel, ValueStore } from "../../../lib/value-store.ts";
import { exactText, valueText } from "../../../lib/value-text.ts";
import { commonTexts, podsTexts } from "../../../texts/index.ts";
import { usePodChannels } from "../api/pod-channels.ts";
import { type PodValues, useChannels } from "../api/pod-values.ts";
import { ReadButton } from "./read-button.tsx";
import classes from "./value-box.module.css";

const texts = podsTexts.values;

export function ValueBox({ pod, values: { store, query } }: { pod: string; values: PodValues }) {
  const methods = usePodChannels(pod).data?.methods ?? [];
  return (
    <InfoBox title={texts.title} icon={IconGauge} flush>
      <QueryState query={query}>
        {({ truncated }) => (
          <ValueTable
            pod={pod}
            store={store}
            truncated={truncated}
            reads={methods.includes("read") ? pod : undefined}
          />
        )}
      </QueryState>
    </InfoBox>
  );
}

interface ValueTableProps {
  pod: string;
  store: ValueStore;
  truncated: boolean;
  /** The pod, where it can be asked to read a channel. */
  reads: string | undefined;
}

function ValueTable({ pod, store, truncated, reads }: ValueTableProps) {
  const channels = useChannels(store);
  const drawn = channels.length <= LIMITS.watchlistMax;
  const columns = useMemo(() => columnsOf({ pod, store, reads, drawn }), [pod, store, reads, drawn]);
  const course = useChannelCourses(drawn ? channels.map(({ chan }) => chan) : NONE, `pod ${pod}`);
  return (
    <CourseContext value={course.data}>
      {course.error ? (
        <ReloadFailed
          error={course.error}
          onRetry={course.refetch}
          text={course.data ? undefined : commonTexts.state.courseMissing}
        />
      ) : null}
      <div className={classes["table"]}>
        <DataTable<Channel>
          label={texts.title}
          name="values"
          rows={channels}
          columns={columns}
          rowKey={({ chan }) => chan}
          emptyState={{ title: texts.none }}
          toolbar={
            truncated ? (
              <span className={layout["muted"]}>{texts.truncated(channels.length)}</span>
            ) : undefined
          }
        />
      </div>
    </CourseContext>
  );
}

/** Cells are made once for all channels; what they draw comes to them by this. */
const CourseContext = createContext<Courses | undefined>(undefined);
const NONE: readonly string[] = [];

/** `drawn`: few enough channels for the device to keep the last minutes of all. */
interface Shown extends Pick<ValueTableProps, "pod" | "store" | "reads"> {
  drawn: boolean;
}

/** Sorted and filtered by name only: a table that reorders itself twice a second cannot be read. */
function columnsOf({ pod, store, reads, drawn }: Shown): readonly DataColumn<Channel>[] {
  const { columns } = texts;
  const read: DataColumn<Channel>[] =
    reads === undefined
      ? []
      : [
          {
            id: "read",
            header: podsTexts.read.column,
            cell: ({ chan }) => <ReadButton pod={reads} chan={chan} />,
            width: "1%",
          },
        ];
  return [
    {
      id: "chan",
      header: columns.chan,
      value: ({ chan, details }) => [chan, details?.label, details?.place].join(" "),
      cell: Name,
    },
    {
      id: "value",
      header: columns.value,
      cell: ({ chan }) => <Value store={store} chan={chan} pod={pod} />,
    },
    ...(drawn
      ? [{ id: "course", header: columns.course, cell: ({ chan }: Channel) => <Course chan={chan} /> }]
      : []),
    {
      id: "age",
      header: columns.age,
      cell: ({ chan }) => <Age store={store} chan={chan} />,
      align: "right",
      width: "1%",
    },
    {
      id: "count",
      header: columns.count,
      cell: ({ chan }) => <Count store={store} chan={chan} />,
      align: "right",
      width: "1%",
    },
    ...read,
  ];
}

interface CellProps {
  chan: string;
  store: ValueStore;
}

const QUALITY = [undefined, texts.uncertain, texts.bad];

function Name({ chan, details }: Channel) {
  return (
    <span className={classes["name"]}>
      <Link
        className={classes["link"]}
        to="/runtime/debug"
        search={{ name: [chan], open: chan }}
        title={texts.details(chan)}
      >
        <DottedName name={chan} />
      </Link>
      {details?.label === undefined ? null : <span className={layout["muted"]}>{details.label}</span>}
      {details?.place === undefined ? null : (
        <span className={classes["place"]}>
          <DottedName name={details.place} />
        </span>
      )}
    </span>
  );
}

function Course({ chan }: { chan: string }) {
  const courses = use(CourseContext);
  const points = courses?.series.get(chan);
  if (!courses || !points || points.length === 0) return null;
  return (
    <span className={classes["course"]}>
      <Sparkline points={points} until={courses.until} />
    </span>
  );
}

/** Why a value does not hold, as far as that is known. */
function Reason({ pod, iface }: { pod: string; iface: string | undefined }) {
  const ifaces = usePodChannels(pod).data?.channels;
  const running = usePods().data?.pods.find(({ id }) => id === pod)?.running ?? true;
  const found = ifaces?.find((each) => each.iface === iface);
  const { reason } = texts;
  const why = !running
    ? reason.down
    : found && !found.state
      ? reason.iface(found.iface, found.error)
      : reason.peer;
  return <span className={layout["muted"]}>{why}</span>;
}

function Value({ store, chan, pod }: CellProps & { pod: string }) {
  const record = useRecord(store, chan);
  if (record === undefined || record.last === 0) {
    return (
      <>
        <span className={layout["muted"]}>{texts.never}</span>
        <RefusalNote refusal={record?.refusal} />
      </>
    );
  }
  const quality = QUALITY[record.quality];
  const text = valueText(record.value);
  return (
    <span className={classes["value"]} title={exactText(record.value)}>
      {text}
      {record.details?.unit === undefined ? null : ` ${record.details.unit}`}
      {quality === undefined ? null : (
        <>
          <span className={classes["quality"]}>{quality}</span>{" "}
          {record.refusal ? null : <Reason pod={pod} iface={record.details?.iface} />}
        </>
      )}
      <RefusalNote refusal={record.refusal} />
    </span>
  );
}

function Age({ store, chan }: CellProps) {
  const last = useRecord(store, chan)?.last ?? 0;
  const now = useNow(LIMITS.clockDifference) + useClockOffset();
  if (last === 0) return NOTHING;
  return (
    <span className={classes["number"]} title={formatDateTime(last)}>
      {ageText(now - last)}
    </span>
  );
}

function Count({ store, chan }: CellProps) {
  return <span className={classes["number"]}>{formatNumber(useRecord(store, chan)?.count ?? 0)}</span>;
}
