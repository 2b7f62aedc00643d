/**
 * Rows of `alarms` and `classes` for a channel of `email` or `chat` that sends by its own trigger (`when`). Its links go, so that nobody is
 * told twice; the channel stays, as the way on which its recipients are told.
 */
import type { DraftCell, DraftDocument, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import type { AlarmKind } from "../compiled.ts";
import { tableKey } from "../read/table.ts";
import { columnId, type Naming, namingsOf, textOf } from "./namings.ts";
import type { Plan } from "./rename.ts";

export interface AlarmOffer {
  /** Ids in the draft. */
  table: string;
  row: string;
  /** Beginning of the ids of what is new, which nobody else makes. */
  prefix: string;
}

/**
 * `noCondition`: each value or each other value is told, and nothing stands. `noSource`: no link leads there. `changed`: a link there makes
 * another value of its source, so that the limit is not one of the source.
 */
export interface OfferRefusal {
  refused: "noCondition" | "noSource" | "changed";
}

const INVERTED: Readonly<Partial<Record<AlarmKind, AlarmKind>>> = { true: "false", false: "true" };
const CONDITIONS = ["above", "below", "true", "false", "bad"] as const;
/** Of the column `after`. */
const USUAL_AFTER = 60;
const LONGEST_TEXT = ALARM_COLUMNS.text.maxLength;

export function alarmOfferOps(
  document: DraftDocument,
  { prefix, row: id, table: tableId }: AlarmOffer,
  types: ReadonlySet<string>,
): Plan | OfferRefusal {
  const namings = namingsOf(document, types);
  const own = namings.find(
    ({ role, row, table }) => role === "channel" && table.id === tableId && row.id === id,
  );
  const cell = (name: string) => (own ? textOf(own.row.cells[columnId(own.table, name)]) : "");
  const kind = CONDITIONS.find((each) => each === cell("when").toLowerCase());
  if (!own || !kind) return { refused: "noCondition" };
  const links = namings.filter((naming) => leadsTo(naming, own.name));
  if (links.length === 0) return { refused: "noSource" };
  if (links.some(({ row, table }) => makesAnother(row, table, kind))) return { refused: "changed" };

  const draft = new Additions(document, prefix);
  const way = cell("to") === "" ? own.name.slice(0, own.name.lastIndexOf(".")) : own.name;
  const name = own.given;
  const known = classTelling(document, way);
  const classId = known ?? draft.unused("classes", "class", name);
  if (known === undefined) draft.add("classes", { class: classId, way });
  const alarms = links.map(({ row, table }) => {
    const alarm = draft.unused("alarms", "id", name);
    const inverted = isFilled(row, table, "invert");
    draft.add("alarms", {
      id: alarm,
      source: textOf(row.cells[columnId(table, "source")]),
      kind: inverted ? (INVERTED[kind] ?? kind) : kind,
      limit: kind === "above" || kind === "below" ? plain(own.row.cells[columnId(own.table, "limit")]) : null,
      hysteresis:
        kind === "above" || kind === "below" ? plain(own.row.cells[columnId(own.table, "hysteresis")]) : null,
      on_delay: kind === "bad" ? (plain(own.row.cells[columnId(own.table, "after")]) ?? USUAL_AFTER) : null,
      class: classId,
      text: textOfAlarm(cell("text")),
    });
    return alarm;
  });
  return { ops: [...draft.ops, ...without(links)], name: alarms.join(", ") };
}

const leadsTo = ({ column, name, role, table }: Naming, chan: string): boolean =>
  role === "reference" &&
  name === chan &&
  tableKey(table.name) === "links" &&
  column === columnId(table, "target");

function makesAnother(row: DraftRow, table: DraftTable, kind: AlarmKind): boolean {
  const changing = ["scale", "offset", "map"].some((name) => isFilled(row, table, name));
  return changing || (isFilled(row, table, "invert") && INVERTED[kind] === undefined);
}

const NO = new Set(["", "nein", "no", "false", "falsch", "0", "aus", "off"]);
const isFilled = (row: DraftRow, table: DraftTable, name: string): boolean => {
  const text = textOf(row.cells[columnId(table, name)]).toLowerCase();
  return name === "invert" ? !NO.has(text) : text !== "";
};

const plain = (cell: DraftCell | undefined): DraftCell =>
  cell === undefined || (typeof cell === "object" && cell !== null) ? null : cell;

/** Placeholders of the one in those of the other; when it was is said by the message itself. */
function textOfAlarm(text: string): DraftCell {
  const written = text
    .replaceAll("{json}", "{value}")
    .replaceAll("{chan}", "{channel}")
    .replaceAll(/\s*\{(?:ts|iso)\}/g, "")
    .trim();
  return written === "" ? null : written.slice(0, LONGEST_TEXT);
}

/** A class of one step that tells on this way and no other. */
function classTelling({ tables }: DraftDocument, way: string): string | undefined {
  const steps = new Map<string, string[]>();
  for (const table of tables) {
    if (tableKey(table.name) !== "classes") continue;
    for (const { cells } of table.rows) {
      const of = textOf(cells[columnId(table, "class")]);
      const after = textOf(cells[columnId(table, "after")]);
      const plainStep = (after === "" || after === "0") && textOf(cells[columnId(table, "roster")]) === "";
      steps.set(of, [...(steps.get(of) ?? []), plainStep ? textOf(cells[columnId(table, "way")]) : ""]);
    }
  }
  return [...steps].find(([, ways]) => ways.length === 1 && ways[0] === way)?.[0];
}

/** Rows that are deleted, by table. */
function without(links: readonly Naming[]): DraftOperation[] {
  const rows = new Map<string, string[]>();
  for (const { row, table } of links) rows.set(table.id, [...(rows.get(table.id) ?? []), row.id]);
  return [...rows].map(([table, ids]) => ({ op: "delete", table, rows: ids }));
}

const COLUMNS = { alarms: Object.keys(ALARM_COLUMNS), classes: Object.keys(CLASS_COLUMNS) } as const;
type Added = keyof typeof COLUMNS;

/** New rows at the end of a table, which comes into being with all its columns where there is none. */
class Additions {
  readonly ops: DraftOperation[] = [];
  readonly #document: DraftDocument;
  readonly #prefix: string;
  readonly #tables = new Map<Added, { table: DraftTable; last: string | null }>();
  readonly #names = new Map<Added, Set<string>>();
  #made = 0;

  constructor(document: DraftDocument, prefix: string) {
    this.#document = document;
    this.#prefix = prefix;
  }

  /** `filter`, or `filter-2` where there is one already. */
  unused(name: Added, column: string, wanted: string): string {
    const all = this.#document.tables.filter((table) => tableKey(table.name) === name);
    const names =
      this.#names.get(name) ??
      new Set(all.flatMap((table) => table.rows.map(({ cells }) => textOf(cells[columnId(table, column)]))));
    this.#names.set(name, names);
    let found = wanted;
    for (let number = 2; names.has(found); number += 1) found = `${wanted}-${number}`;
    names.add(found);
    return found;
  }

  add(name: Added, cells: Readonly<Record<string, DraftCell>>): void {
    const place = this.#table(name);
    const filled = Object.entries(cells).filter(([, cell]) => cell !== null);
    for (const [column] of filled) this.#column(place, column);
    const row: DraftRow = {
      id: this.#id(),
      cells: Object.fromEntries(filled.map(([column, cell]) => [columnId(place.table, column), cell])),
    };
    this.ops.push({ op: "insert", table: place.table.id, after: place.last, rows: [row] });
    place.last = row.id;
  }

  #table(name: Added): { table: DraftTable; last: string | null } {
    const known = this.#tables.get(name);
    if (known) return known;
    const there = this.#document.tables.findLast((table) => tableKey(table.name) === name);
    const table = there ?? {
      id: this.#id(),
      name,
      above: [],
      columns: COLUMNS[name].map((column) => ({ id: this.#id(), name: column })),
      rows: [],
    };
    if (!there) this.ops.push({ op: "addTable", after: this.#document.tables.at(-1)?.id ?? null, table });
    const place = { table, last: table.rows.at(-1)?.id ?? null };
    this.#tables.set(name, place);
    return place;
  }

  #column(place: { table: DraftTable }, name: string): void {
    if (columnId(place.table, name) !== "") return;
    const column = { id: this.#id(), name };
    const after = place.table.columns.at(-1)?.id ?? null;
    this.ops.push({ op: "addColumn", table: place.table.id, after, column });
    place.table = { ...place.table, columns: [...place.table.columns, column] };
  }

  #id(): string {
    this.#made += 1;
    return `${this.#prefix}-${this.#made}`;
  }
}
