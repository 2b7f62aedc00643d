import type { CompiledChannel, Direction, Recording, ValueType } from "../compiled.ts";
import { fullPodId } from "../full-names.ts";
import type { PodSchema } from "../pod-schema.ts";
import type { SheetTable, TableRow } from "../read/table.ts";
import { placeText } from "../report.ts";
import { AREA_COLUMN, areaColumn, channelColumns, DEFAULT_IFACE, NAME, RESERVED } from "../tables.ts";
import { areaIn, equipIn, pointIn } from "./areas.ts";
import { readConfig } from "./config.ts";
import type { Draft, DraftChannel, DraftPod } from "./draft.ts";
import { keep, keptOf, type RowMemo } from "./row-memo.ts";
import { channelShape } from "./shapes.ts";
import { TableView, type ViewRow } from "./table-view.ts";
import { splitTags } from "./tags.ts";

type Common = ReturnType<typeof channelColumns>;

/** The table of one pod type: one line a channel. */
export function checkChannels(tables: readonly SheetTable[], schema: PodSchema, draft: Draft): void {
  const common = channelColumns(schema);
  const shape = channelShape(schema);
  for (const table of tables) {
    const view = TableView.open(table, schema.type, shape, draft.report);
    const known = draft.memo && knownRows(view, schema, draft, draft.memo);
    for (const row of view.rows(known?.isKnown)) {
      const before = draft.report.found;
      const read = checkChannel(row, schema, common, draft);
      if (read && draft.report.found === before) known?.note(row.source, read);
    }
    view.finish();
    // Read and done with: a large table need not stay in memory beside what was made of it.
    table.rows = [];
  }
}

/** A row in which nothing was found. */
interface KeptChannel {
  podId: string;
  /** As the row names it. */
  iface: string | undefined;
  /** As it was last; another one where its row stands elsewhere now. */
  made: DraftChannel;
}

/** One that stands where it stood, among pods that are what they were. */
interface StandingChannel {
  podId: string;
  chan: string;
  channel: CompiledChannel;
  made: DraftChannel;
}

/** What is known of a table's rows before they are read. */
function knownRows(view: TableView, schema: PodSchema, draft: Draft, memo: RowMemo) {
  const reading = memo.same(view.reading);
  const around = podsOf(schema, draft);
  const outcomes = memo.outcomes<StandingChannel>(view.table, { reading, around, rows: view.below });
  const podOf = lastPod(draft.pods);
  const takeStanding = (standing: StandingChannel): boolean => {
    const pod = podOf(standing.podId);
    if (!pod || draft.channels.has(standing.chan)) return false;
    pod.pod.channels.push(standing.channel);
    draft.channels.set(standing.chan, standing.made);
    return true;
  };
  const outcome = ({ made, podId }: KeptChannel): StandingChannel => ({
    podId: memo.same(podId),
    chan: made.channel.chan,
    channel: made.channel,
    made,
  });
  return {
    isKnown: (row: TableRow, place: number): boolean => {
      const standing = outcomes.at(row, place);
      if (standing && takeStanding(standing)) {
        outcomes.set(standing);
        return true;
      }
      const kept = keptOf(row, reading) as KeptChannel | undefined;
      if (!kept || !takeAgain(kept, view, row.line, schema, draft)) return false;
      outcomes.set(outcome(kept));
      return true;
    },
    note: (row: TableRow, read: KeptChannel): void => {
      if (keep(row, reading, read)) outcomes.set(outcome(read));
    },
  };
}

/** All that channels can name of them. */
const podsOf = (schema: PodSchema, { pods }: Draft): string =>
  JSON.stringify(
    [...pods.values()]
      .filter((pod) => pod.schema === schema)
      .map(({ ifaces, pod }) => [pod.id, ...ifaces.keys()]),
  );

/** Rows of one pod mostly stand together. */
function lastPod(pods: Draft["pods"]): (id: string) => DraftPod | undefined {
  let last = "";
  let pod: DraftPod | undefined;
  return (id) => {
    if (id !== last) [last, pod] = [id, pods.get(id)];
    return pod;
  };
}

/** False where the rest of the project makes something else of the row now. */
function takeAgain(
  kept: KeptChannel,
  view: TableView,
  line: number,
  schema: PodSchema,
  draft: Draft,
): boolean {
  const { iface, podId } = kept;
  const { channel } = kept.made;
  const pod = draft.pods.get(podId);
  if (pod?.schema !== schema || draft.channels.has(channel.chan)) return false;
  if (channel.iface !== (iface === undefined ? unnamedIface(pod) : iface) || !pod.ifaces.has(channel.iface))
    return false;
  pod.pod.channels.push(channel);
  kept.made = view.stands(kept.made.place, line) ? kept.made : { channel, place: view.place(line) };
  draft.channels.set(channel.chan, kept.made);
  return true;
}

/** Undefined for one that is not in order. */
function checkChannel(
  row: ViewRow,
  schema: PodSchema,
  common: Common,
  draft: Draft,
): KeptChannel | undefined {
  const podName = row.text("pod", common.pod);
  const channelName = row.text("channel", common.channel);
  const podId = podName === undefined ? "" : fullPodId(podName, schema.type);
  const name = `${podId}.${channelName ?? ""}`;
  row.channel = name.slice(0, 210);

  const named = draft.pods.get(podId);
  const pod = named?.schema.type === schema.type ? named : undefined;
  if (podName !== undefined && !pod) reportPod(row, podName, podId, schema, draft);
  if (channelName !== undefined) {
    if (!NAME.test(channelName)) row.fail("badChannel", "channel", { value: channelName.slice(0, 80) });
    if (RESERVED.includes(channelName.toLowerCase()))
      row.fail("reservedName", "channel", { name: channelName });
  }
  const earlier = draft.channels.get(name);
  if (earlier) row.fail("duplicateChannel", "channel", { first: placeText(earlier.place) });

  const givenType = row.read("type", common.type) as ValueType | undefined;
  const dir = row.read("dir", common.dir) as Direction | undefined;
  const label = row.text("label", common.label);
  const unit = row.text("unit", common.unit);
  const tags = splitTags(row.text("tags", common.tags));
  const area = areaIn(row, areaColumn(schema), AREA_COLUMN);
  const equip = equipIn(row, common.equip);
  const point = pointIn(row, common.point);
  const retain = row.read("retain", common.retain) === true;
  const record = recordingOf(row, common);
  const iface = ifaceOf(row, pod, common);
  const config = readConfig(row, schema.channelColumns);
  const type = givenType ?? schema.valueTypeOf?.(config) ?? schema.defaultValueType;

  if (!row.ok || !pod || dir === undefined || iface === undefined) {
    if (!earlier) draft.brokenNames.add(name);
    return undefined;
  }
  const channel: CompiledChannel = { chan: name, iface, type, dir, config };
  if (label !== undefined) channel.label = label;
  if (unit !== undefined) channel.unit = unit;
  if (tags.length > 0) channel.tags = tags;
  if (area !== undefined) channel.area = area;
  if (equip !== undefined) channel.equip = equip;
  if (point !== undefined) channel.point = point;
  if (retain) channel.retain = true;
  if (record) channel.record = record;
  pod.pod.channels.push(channel);
  const made = { channel, place: row.place };
  draft.channels.set(name, made);
  return { podId, iface: row.text("iface", common.iface), made };
}

function reportPod(row: ViewRow, given: string, podId: string, schema: PodSchema, draft: Draft): void {
  // The line in `pods` has been reported; its channels would only repeat it.
  if (draft.brokenNames.has(podId)) {
    row.ok = false;
    return;
  }
  const pod = given.slice(0, 140);
  if (!podId.startsWith(`${schema.type}.`)) {
    row.fail("podOfOtherType", "pod", { pod, type: schema.type });
    return;
  }
  const near = draft.report.near(podId, draft.pods.keys());
  row.fail("unknownPod", "pod", { pod, near });
}

function ifaceOf(row: ViewRow, pod: DraftPod | undefined, common: Common): string | undefined {
  const given = row.text("iface", common.iface);
  if (!pod) return undefined;
  const ifaces = [...pod.ifaces.keys()];
  if (given !== undefined) {
    if (pod.ifaces.has(given)) return given;
    row.fail("unknownIface", "iface", { iface: given.slice(0, 80), pod: pod.pod.id, ifaces });
    return undefined;
  }
  const iface = unnamedIface(pod);
  if (iface === undefined) row.fail("ifaceNeeded", "iface", { pod: pod.pod.id, ifaces });
  return iface;
}

/** What a channel belongs to that names no interface. */
function unnamedIface({ ifaces }: DraftPod): string | undefined {
  if (ifaces.has(DEFAULT_IFACE)) return DEFAULT_IFACE;
  const [only, second] = ifaces.keys();
  return second === undefined ? only : undefined;
}

/** A dead band or an interval without `record` would do nothing, unnoticed. */
function recordingOf(row: ViewRow, common: Common): Recording | undefined {
  const wanted = row.read("record", common.record) === true;
  const deadBand = row.read("record_deadband", common.record_deadband) as number | undefined;
  const seconds = row.read("record_interval", common.record_interval) as number | undefined;
  if (!wanted) {
    if (deadBand !== undefined) row.fail("recordNeeded", "record_deadband", {});
    if (seconds !== undefined) row.fail("recordNeeded", "record_interval", {});
    return undefined;
  }
  return {
    ...(deadBand === undefined ? {} : { deadBand }),
    ...(seconds === undefined ? {} : { interval: seconds * 1000 }),
  };
}
