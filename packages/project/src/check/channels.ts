import type { CompiledChannel, Direction, Recording, ValueType } from "../compiled.ts";
import { fullPodId } from "../full-names.ts";
import type { PodSchema } from "../pod-schema.ts";
import type { SheetTable, TableRow } from "../read/table.ts";
import { placeText } from "../report.ts";
import { AREA_COLUMN, areaColumn, channelColumns, DEFAULT_IFACE, NAME, RESERVED } from "../tables.ts";
import { areaIn, equipIn, pointIn } from "./areas.ts";
import { readConfig } from "./config.ts";
import type { Draft } from "./draft.ts";
import { DraftChannels } from "./draft-channels.ts";
import type { DraftChannel, DraftPod } from "./draft-parts.ts";
import { keep, keptOf, readingOf } from "./row-memo.ts";
import { channelShape } from "./shapes.ts";
import { StandingTable } from "./standing-table.ts";
import { TableView, type ViewRow } from "./table-view.ts";
import { splitTags } from "./tags.ts";

type Common = ReturnType<typeof channelColumns>;

/** A table of channels that is being checked. */
interface ChannelTable {
  schema: PodSchema;
  common: Common;
  view: TableView;
  standing: StandingTable;
}

/**
 * The tables of all pod types: one line a channel. After a compilation of which something is remembered, only the rows are checked that
 * are others now.
 */
export function checkChannels(tablesOf: (type: string) => readonly SheetTable[], draft: Draft): void {
  const { before, report } = draft;
  const takeBack = report.mark();
  if (before && checkChanged(open(tablesOf, draft), before.channels, draft)) return;
  takeBack();
  checkAll(open(tablesOf, draft), draft);
}

const open = (tablesOf: (type: string) => readonly SheetTable[], draft: Draft): ChannelTable[] =>
  [...draft.schemas.values()].flatMap((schema) =>
    tablesOf(schema.type).map((table) => {
      const view = TableView.open(table, schema.type, channelShape(schema), draft.report);
      const { memo } = draft;
      const standing = new StandingTable(view, readingOf(view, memo), memo && podsOf(schema, draft));
      return { schema, common: channelColumns(schema), view, standing };
    }),
  );

function checkAll(tables: readonly ChannelTable[], draft: Draft): void {
  const channels = new DraftChannels();
  draft.channels = channels;
  for (const table of tables) {
    const { standing, view } = table;
    const at = channels.begin(draft.memo && standing);
    for (let place = 0; place < standing.rows.length; place += 1) checkRow(table, at, place, draft);
    view.finish();
    // Read and done with.
    view.table.rows = [];
  }
  channels.handOut(draft.pods);
}

/** False where it is not known what became of the other rows; all is to be checked then. */
function checkChanged(tables: readonly ChannelTable[], channels: DraftChannels, draft: Draft): boolean {
  if (tables.length !== channels.tables.length) return false;
  const places = tables.map(({ standing }, at) => channels.placesSince(at, standing));
  if (!places.every((some) => some !== undefined)) return false;
  // Names are free before others take them.
  const gone = places.map((some, at) => some.map((place) => channels.take(at, place)));
  draft.channels = channels;
  for (const [at, table] of tables.entries()) {
    channels.goOn(at, table.standing);
    for (const place of places[at] ?? []) {
      const first = checkRow(table, at, place, draft);
      if (first && channels.isBelow(first, at, place)) return false;
    }
    table.view.finish();
  }
  const [names, pods] = [new Set<string>(), new Set<string>()];
  for (const [at, some] of places.entries())
    for (const [index, place] of some.entries()) {
      const [was, now] = [gone[at]?.[index], channels.at(at, place)];
      if (was?.made === now?.made) continue;
      for (const one of [was, now])
        if (one) {
          names.add(one.made.channel.chan);
          pods.add(one.podId);
        }
    }
  channels.handOut(draft.pods, pods);
  draft.changed = names;
  return true;
}

/** @returns the channel that has its name already */
function checkRow(
  { common, schema, standing, view }: ChannelTable,
  table: number,
  place: number,
  draft: Draft,
): DraftChannel | undefined {
  const { channels, memo, report } = draft;
  const source = standing.rows[place] as TableRow;
  const kept = memo && (keptOf(source, standing.reading) as KeptChannel | undefined);
  if (kept && standsAgain(kept, view, source.line, schema, draft)) {
    channels.put(table, place, kept.podId, kept.made);
    return undefined;
  }
  const row = view.row(place);
  if (!row) return undefined;
  const before = report.found;
  const { first, made } = checkChannel(row, schema, common, draft);
  if (made) {
    channels.put(table, place, made.podId, made.made);
    tellRules(schema, made.made, draft);
  }
  const steady = made && report.found === before && memo && keep(source, standing.reading, made);
  if (!steady) standing.again.push(place);
  return first;
}

function tellRules({ checkChannel: rules }: PodSchema, { channel, place }: DraftChannel, draft: Draft): void {
  for (const { attribute, hint, text } of rules?.(channel) ?? [])
    draft.report.add("podRule", { ...place, channel: channel.chan, attribute }, { text, hint });
}

/** A row in which nothing was found. */
interface KeptChannel {
  podId: string;
  /** As the row names it. */
  iface: string | undefined;
  /** As it was last; another one where its row stands elsewhere now. */
  made: DraftChannel;
}

/** All that channels can name of them. */
const podsOf = (schema: PodSchema, { pods }: Draft): string =>
  JSON.stringify(
    [...pods.values()]
      .filter((pod) => pod.schema === schema)
      .map(({ ifaces, pod }) => [pod.id, ...ifaces.keys()]),
  );

/** False where the rest of the project makes something else of the row now. */
function standsAgain(
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
  kept.made = view.stands(kept.made.place, line) ? kept.made : { channel, place: view.place(line) };
  return true;
}

/** @returns what it is, if it is in order; the channel that has its name already */
function checkChannel(
  row: ViewRow,
  schema: PodSchema,
  common: Common,
  draft: Draft,
): { made?: KeptChannel; first?: DraftChannel | undefined } {
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
  const first = draft.channels.get(name);
  if (first) row.fail("duplicateChannel", "channel", { first: placeText(first.place) });

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
    if (!first) draft.brokenNames.add(name);
    return { first };
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
  const made = { channel, place: row.place };
  return { made: { podId: pod.pod.id, iface: row.text("iface", common.iface), made } };
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
