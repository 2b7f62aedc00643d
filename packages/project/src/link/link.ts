/** The `links` table against channels, constants, schedules and meters: who feeds whom, and whether that can work. */
import type { Draft } from "../check/draft.ts";
import { isFigure, ownKind, REFERENCE, reportMissing } from "../check/references.ts";
import { keep, keptOf, readingOf } from "../check/row-memo.ts";
import { shapeFrom } from "../check/shapes.ts";
import { StandingTable } from "../check/standing-table.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import { valueOfType } from "../check/values.ts";
import type { CompiledLink, ValueType } from "../compiled.ts";
import { placeKey } from "../places.ts";
import type { SheetTable } from "../read/table.ts";
import { type Place, placeText } from "../report.ts";
import { BASIC_TABLES, LINK_COLUMNS } from "../tables.ts";
import { convertible, isNumeric } from "./conversions.ts";
import { DraftLinks, type LinkRow } from "./draft-links.ts";
import { parseMapping } from "./mapping.ts";

const SHAPE = shapeFrom(BASIC_TABLES.links);
/** A cycle through hundreds of channels is named by its beginning. */
const PATH_SHOWN = 8;

interface LinkTable {
  view: TableView;
  standing: StandingTable;
}

/** After a compilation of which something is remembered, only the rows are checked that are others now, or whose channels are. */
export function linkChannels(tables: readonly SheetTable[], draft: Draft): DraftLinks {
  const links = linked(tables, draft);
  draft.memo?.stand({ channels: draft.channels, links });
  for (const cycle of links.cycles()) {
    const [source = "", target = ""] = cycle;
    const path = cycle.length > PATH_SHOWN ? [...cycle.slice(0, PATH_SHOWN), "…"] : cycle;
    const place = draft.linkPlaces.get(placeKey.link(source, target)) ?? { file: "" };
    draft.report.add(
      "linkCycle",
      { ...place, channel: source, attribute: "target" },
      { path: path.join(" → ") },
    );
  }
  return links;
}

function linked(tables: readonly SheetTable[], draft: Draft): DraftLinks {
  const { before, changed, report } = draft;
  const takeBack = report.mark();
  if (before && changed && linkChanged(open(tables, draft), before.links, { changed, draft }))
    return before.links;
  takeBack();
  return linkAll(open(tables, draft), draft);
}

const open = (tables: readonly SheetTable[], { memo, report }: Draft): LinkTable[] =>
  tables.map((table) => {
    const view = TableView.open(table, "links", SHAPE, report);
    return { view, standing: new StandingTable(view, readingOf(view, memo)) };
  });

function linkAll(tables: readonly LinkTable[], draft: Draft): DraftLinks {
  const links = new DraftLinks();
  draft.linkPlaces = links.places;
  for (const table of tables) {
    const at = links.begin(draft.memo && table.standing);
    for (let place = 0; place < table.standing.rows.length; place += 1)
      linkRow(table, { table: at, place }, links, draft);
    table.view.finish();
    table.view.table.rows = [];
  }
  return links;
}

/** False where it is not known what became of the other rows; all is to be checked then. */
function linkChanged(
  tables: readonly LinkTable[],
  links: DraftLinks,
  { changed, draft }: { changed: ReadonlySet<string>; draft: Draft },
): boolean {
  if (tables.length !== links.tables.length) return false;
  const places = tables.map(({ standing }, at) => links.placesSince(at, standing, changed));
  if (!places.every((some) => some !== undefined)) return false;
  for (const [at, some] of places.entries()) for (const place of some) links.take(at, place);
  draft.linkPlaces = links.places;
  for (const [at, table] of tables.entries()) {
    links.goOn(at, table.standing);
    for (const place of places[at] ?? []) {
      const twice = linkRow(table, { table: at, place }, links, draft);
      if (twice !== undefined && links.isBelow(twice, at, place)) return false;
    }
    table.view.finish();
  }
  return true;
}

/** @returns its name, if another link has that already */
function linkRow(
  { standing, view }: LinkTable,
  at: { table: number; place: number },
  links: DraftLinks,
  draft: Draft,
): string | undefined {
  const row = view.row(at.place);
  if (!row) return undefined;
  const before = draft.report.found;
  const { ends, twice, ...made } = addLink(row, standing.reading, draft);
  const steady = ends && draft.report.found === before && draft.memo;
  links.put(at.table, at.place, made, steady ? ends : undefined);
  if (!steady) standing.again.push(at.place);
  return twice;
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

interface AddedLink extends LinkRow {
  /** Both are channels, and the row is remembered. */
  ends?: readonly [source: string, target: string];
  /** The name that another link has already. */
  twice?: string;
}

function addLink(row: ViewRow, reading: string, draft: Draft): AddedLink {
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

  if (source === undefined || target === undefined) return {};
  const link = kept ?? newLink(row, source, target, settings);
  const isKept =
    kept !== undefined || (named && draft.report.found === before && keep(row.source, reading, link));
  if (!row.standsAt(link.place)) link.place = row.place;
  const { key } = link;
  const first = draft.linkPlaces.get(key);
  if (first) row.fail("duplicateLink", "target", { first: placeText(first) });
  else draft.linkPlaces.set(key, link.place);
  const made: AddedLink = first ? { twice: key } : { key };
  if (sourceType === undefined || targetType === undefined) return made;
  if (row.ok) made.edge = [source, target];
  const map = checkTransform(row, settings, sourceType, targetType);
  if (!row.ok) return made;
  made.link = map ? { ...link.plain, map } : link.plain;
  const { channels } = draft;
  if (isKept && channels.has(source) && channels.has(target)) made.ends = [source, target];
  return made;
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

/** What is no channel is no target, whether there is such a one or not. */
const NO_TARGET = {
  constant: "targetIsConstant",
  schedule: "targetIsSchedule",
  meter: "targetIsMeter",
} as const;

function targetOf(row: ViewRow, name: string, draft: Draft): ValueType | undefined {
  const found = draft.channels.get(name);
  if (!found) {
    const own = REFERENCE.test(name) ? ownKind(name) : undefined;
    if (own) row.fail(NO_TARGET[own], "target", { value: name.slice(0, 210) });
    else reportMissing(row, "target", "unknownTarget", name, draft);
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
