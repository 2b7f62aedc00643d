/** The `links` table against channels, constants, schedules and meters: who feeds whom, and whether that can work. */
import type { Draft, DraftChannel } from "../check/draft.ts";
import { isFigure, reportMissing } from "../check/references.ts";
import { keep, keptOf, type RowMemo } from "../check/row-memo.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { valueOfType } from "../check/values.ts";
import type { CompiledLink, ValueType } from "../compiled.ts";
import { placeKey } from "../places.ts";
import type { SheetTable, TableRow } from "../read/table.ts";
import { type Place, placeText } from "../report.ts";
import { BASIC_TABLES, LINK_COLUMNS } from "../tables.ts";
import { convertible, isNumeric } from "./conversions.ts";
import { findCycles } from "./cycles.ts";
import { parseMapping } from "./mapping.ts";

interface Linking {
  draft: Draft;
  links: CompiledLink[];
  /** Source → targets, of all links whose ends exist. */
  edges: Map<string, string[]>;
}

const SHAPE = shapeFrom(BASIC_TABLES.links);
/** A cycle through hundreds of channels is named by its beginning. */
const PATH_SHOWN = 8;

export function linkChannels(tables: readonly SheetTable[], draft: Draft): CompiledLink[] {
  const linking: Linking = { draft, links: [], edges: new Map() };
  for (const table of tables) {
    const view = TableView.open(table, "links", SHAPE, draft.report);
    const reading = draft.memo?.same(view.reading) ?? "";
    const known = draft.memo && knownRows(view, reading, linking, draft.memo);
    for (const row of view.rows(known?.isKnown)) {
      const before = draft.report.found;
      const link = addLink(row, reading, linking);
      if (link && draft.report.found === before) known?.note(link);
    }
    view.finish();
    table.rows = [];
  }
  for (const cycle of findCycles(linking.edges)) {
    const [source = "", target = ""] = cycle;
    const path = cycle.length > PATH_SHOWN ? [...cycle.slice(0, PATH_SHOWN), "…"] : cycle;
    const place = draft.linkPlaces.get(placeKey.link(source, target)) ?? { file: "" };
    draft.report.add(
      "linkCycle",
      { ...place, channel: source, attribute: "target" },
      { path: path.join(" → ") },
    );
  }
  return linking.links;
}

/** A row of which each cell was in order. */
interface KeptLink {
  source: string;
  target: string;
  settings: Settings;
  /** Of `linkPlaces`. */
  key: string;
  place: Place;
  /** What is said of it without a mapping. */
  plain: CompiledLink;
}

/** One that stands where it stood, between two channels. */
interface StandingLink {
  key: string;
  place: Place;
  source: string;
  from: DraftChannel;
  target: string;
  to: DraftChannel;
  link: CompiledLink;
}

/** What is known of a table's rows before they are read. */
function knownRows(view: TableView, reading: string, linking: Linking, memo: RowMemo) {
  const { channels, linkPlaces } = linking.draft;
  const outcomes = memo.outcomes<StandingLink>(view.table, { reading, around: "", rows: view.below });
  return {
    isKnown: (row: TableRow, at: number): boolean => {
      const standing = outcomes.at(row, at);
      if (!standing || linkPlaces.has(standing.key)) return false;
      const { from, key, link, place, source, target, to } = standing;
      // The very channels of before.
      if (channels.get(source) !== from || channels.get(target) !== to) return false;
      outcomes.set(standing);
      linkPlaces.set(key, place);
      addEdge(linking, source, target);
      linking.links.push(link);
      return true;
    },
    note: ({ key, link, place }: { key: string; link: CompiledLink; place: Place }): void => {
      const [from, to] = [channels.get(link.source), channels.get(link.target)];
      if (!from || !to) return;
      // The texts of the channels themselves, which are found faster.
      const [source, target] = [from.channel.chan, to.channel.chan];
      outcomes.set({ key, place, source, from, target, to, link });
    },
  };
}

/** Undefined for one that is not in order, or that is to be read each time. */
function addLink(
  row: ViewRow,
  reading: string,
  linking: Linking,
): { key: string; link: CompiledLink; place: Place } | undefined {
  const { draft } = linking;
  const kept = keptOf(row.source, reading) as KeptLink | undefined;
  const atFirst = draft.report.found;
  const source = kept ? kept.source : row.text("source", LINK_COLUMNS.source);
  const target = kept ? kept.target : row.text("target", LINK_COLUMNS.target);
  const named = draft.report.found === atFirst;
  row.channel = (target ?? "").slice(0, 210);
  const sourceType = source === undefined ? undefined : sourceOf(row, source, draft);
  const targetType = target === undefined ? undefined : targetOf(row, target, draft);
  const before = draft.report.found;
  const settings = kept ? kept.settings : readSettings(row);

  if (source === undefined || target === undefined) return undefined;
  const link = kept ?? newLink(row, source, target, settings);
  const isKept =
    kept !== undefined || (named && draft.report.found === before && keep(row.source, reading, link));
  if (!row.standsAt(link.place)) link.place = row.place;
  const { key } = link;
  const earlier = draft.linkPlaces.get(key);
  if (earlier) row.fail("duplicateLink", "target", { first: placeText(earlier) });
  else draft.linkPlaces.set(key, link.place);
  if (sourceType === undefined || targetType === undefined) return undefined;
  if (row.ok) addEdge(linking, source, target);
  const map = checkTransform(row, settings, sourceType, targetType);
  if (!row.ok) return undefined;
  const made = map ? { ...link.plain, map } : link.plain;
  linking.links.push(made);
  return isKept ? { key, link: made, place: link.place } : undefined;
}

function addEdge({ edges }: Linking, source: string, target: string): void {
  const targets = edges.get(source);
  if (targets) targets.push(target);
  else edges.set(source, [target]);
}

const newLink = (row: ViewRow, source: string, target: string, settings: Settings): KeptLink => ({
  source,
  target,
  settings,
  key: placeKey.link(source, target),
  place: row.place,
  plain: { source, target, ...plainSettings(settings) },
});

function sourceOf(row: ViewRow, name: string, draft: Draft): ValueType | undefined {
  const fixed = draft.constants.get(name)?.constant ?? draft.schedules.get(name)?.schedule;
  if (fixed) return fixed.type;
  if (isFigure(name, draft)) return "float";
  const found = draft.channels.get(name);
  if (!found) {
    reportMissing(row, "source", "unknownSource", name, draft);
    return undefined;
  }
  if (found.channel.dir === "out") row.fail("sourceIsOut", "source", { value: name });
  return found.channel.type;
}

function targetOf(row: ViewRow, name: string, draft: Draft): ValueType | undefined {
  if (draft.constants.has(name)) {
    row.fail("targetIsConstant", "target", { value: name });
    return undefined;
  }
  if (draft.schedules.has(name)) {
    row.fail("targetIsSchedule", "target", { value: name });
    return undefined;
  }
  if (isFigure(name, draft)) {
    row.fail("targetIsMeter", "target", { value: name });
    return undefined;
  }
  const found = draft.channels.get(name);
  if (!found) {
    reportMissing(row, "target", "unknownTarget", name, draft);
    return undefined;
  }
  if (found.channel.dir === "in") row.fail("targetIsIn", "target", { value: name });
  return found.channel.type;
}

/** Key of a mapping for everything else. */
const REST = "*";

type Settings = ReturnType<typeof readSettings>;

function readSettings(row: ViewRow) {
  return {
    scale: row.read("scale", LINK_COLUMNS.scale) as number | undefined,
    offset: row.read("offset", LINK_COLUMNS.offset) as number | undefined,
    invert: row.read("invert", LINK_COLUMNS.invert) as boolean | undefined,
    map: row.text("map", LINK_COLUMNS.map),
    onChange: row.read("on_change", LINK_COLUMNS.on_change) as boolean | undefined,
    minInterval: row.read("min_interval", LINK_COLUMNS.min_interval) as number | undefined,
  };
}

/** Only what changes something, so that an explicit default is the same project as an empty cell. */
function plainSettings(settings: Settings): Partial<CompiledLink> {
  const { scale, offset, invert, onChange, minInterval } = settings;
  return {
    ...(scale === undefined || scale === 1 ? {} : { scale }),
    ...(offset === undefined || offset === 0 ? {} : { offset }),
    ...(invert ? { invert } : {}),
    ...(onChange ? { onChange } : {}),
    ...(minInterval === undefined || minInterval === 0 ? {} : { minInterval }),
  };
}

/** Checks what the link does to values; the mapping in the target's type, if there is one. */
function checkTransform(
  row: ViewRow,
  settings: Settings,
  source: ValueType,
  target: ValueType,
): CompiledLink["map"] {
  const { scale, offset, invert, map } = settings;
  if (map !== undefined) {
    if (scale !== undefined || offset !== undefined || invert) row.fail("mapWithOthers", "map", {});
    return typedMap(row, map, source, target);
  }
  for (const [column, value] of [
    ["scale", scale],
    ["offset", offset],
  ] as const) {
    if (value !== undefined && !(isNumeric(source) && target !== "bool")) {
      row.fail("numbersOnly", column, { column, source, target });
    }
  }
  if (invert && source !== "bool") row.fail("booleansOnly", "invert", { source });
  if (!convertible(source, target)) row.fail("linkTypes", "target", { source, target });
  return undefined;
}

/** Keys as the source's values read when they are text: of a number „2,5“ and „2.50“ are both 2.5. */
function typedMap(row: ViewRow, text: string, source: ValueType, target: ValueType): CompiledLink["map"] {
  const mapping = parseMapping(text);
  if ("bad" in mapping) {
    row.fail("badMap", "map", { part: mapping.bad });
    return undefined;
  }
  const map = new Map<string, string | number | boolean>();
  for (const [key, value] of mapping) {
    const typed = valueOfType(value, target === "json" ? "string" : target);
    const word = key === REST || source === "json" ? key : valueOfType(key, source);
    if (word === undefined) {
      row.fail("mapKey", "map", { part: `${key}=${value}`.slice(0, 60), type: source });
    } else if (map.has(String(word))) {
      row.fail("badMap", "map", { part: `${key}=${value}`.slice(0, 60) });
    } else if (typed !== undefined) map.set(String(word), typed);
    else row.fail("mapValue", "map", { part: `${key}=${value}`.slice(0, 60), type: target });
  }
  return Object.fromEntries(map);
}
