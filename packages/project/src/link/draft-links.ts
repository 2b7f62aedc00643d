/** The links of a draft, place by place, and what leads where by them. */
import type { StandingTable } from "../check/standing-table.ts";
import type { CompiledLink } from "../compiled.ts";
import type { Place } from "../report.ts";
import { findCycles } from "./cycles.ts";

/** What became of a row, as far as it came. */
export interface LinkRow {
  /** Of `placeKey`: both ends are named, and no link above names the same. */
  key?: string;
  /** Both ends exist and fit. */
  edge?: readonly [source: string, target: string];
  link?: CompiledLink;
}

/** The links of a table, place by place; nothing where a row is none. */
interface LinkRows {
  /** Undefined where nothing is remembered. */
  standing: StandingTable | undefined;
  rows: (LinkRow | undefined)[];
  /** Of those that are looked at only if one of their ends is another one. */
  sources: (string | undefined)[];
  targets: (string | undefined)[];
}

type Edges = Map<string, string[]>;

export class DraftLinks {
  readonly tables: LinkRows[] = [];
  readonly #places = new Map<string, Place>();
  /** Source → targets. */
  #edges: Edges = new Map();
  /** The edges are in the order of their rows. */
  #sorted = true;
  #added: (readonly [source: string, target: string])[] = [];
  /** Undefined before they were looked for. */
  #cycles: string[][] | undefined;

  get places(): Map<string, Place> {
    return this.#places;
  }

  /** In the order of their rows. */
  all(): CompiledLink[] {
    return this.tables.flatMap(({ rows }) => rows.flatMap((row) => row?.link ?? []));
  }

  /** A table below those that are there. */
  begin(standing?: StandingTable): number {
    return this.tables.push({ standing, rows: [], sources: [], targets: [] }) - 1;
  }

  /** What the table's rows are now; what was made of them stays. */
  goOn(table: number, standing: StandingTable): void {
    this.#table(table).standing = standing;
  }

  /** Places that are to be checked since the table stood as it did; undefined for another table. */
  placesSince(table: number, standing: StandingTable, changed: ReadonlySet<string>): number[] | undefined {
    const before = this.tables[table];
    const places = before?.standing && standing.placesSince(before.standing);
    if (!before || !places || changed.size === 0) return places;
    const all = new Set(places);
    const { sources, targets } = before;
    for (let place = 0; place < sources.length; place += 1) {
      const [source, target] = [sources[place], targets[place]];
      if (source === undefined || target === undefined) continue;
      if (changed.has(source) || changed.has(target)) all.add(place);
    }
    return [...all].sort((a, b) => a - b);
  }

  /** @param ends of channels, where nothing else decides what becomes of the row */
  put(table: number, place: number, row: LinkRow, ends?: readonly [source: string, target: string]): void {
    const of = this.#table(table);
    of.rows[place] = row;
    [of.sources[place], of.targets[place]] = ends ?? [undefined, undefined];
    if (!row.edge) return;
    addEdge(this.#edges, row.edge);
    this.#added.push(row.edge);
  }

  take(table: number, place: number): void {
    const of = this.#table(table);
    const row = of.rows[place];
    of.rows[place] = of.sources[place] = of.targets[place] = undefined;
    if (row?.key !== undefined) this.#places.delete(row.key);
    if (!row?.edge) return;
    removeEdge(this.#edges, row.edge);
    this.#sorted = false;
  }

  /** Whether the one of this name stands below that row. */
  isBelow(key: string, table: number, place: number): boolean {
    return this.tables.some(
      ({ rows }, at) =>
        at >= table && rows.some((row, index) => (at > table || index > place) && row?.key === key),
    );
  }

  /** As `findCycles` gives them; where there were none, only what was added since can close one. */
  cycles(): readonly string[][] {
    const added = this.#added;
    this.#added = [];
    const none = this.#cycles?.length === 0 && !added.some((edge) => closes(edge, this.#edges));
    if (none) return [];
    if (!this.#sorted) this.#sort();
    this.#cycles = findCycles(this.#edges);
    return this.#cycles;
  }

  #sort(): void {
    this.#edges = new Map();
    this.#sorted = true;
    for (const { rows } of this.tables) for (const row of rows) if (row?.edge) addEdge(this.#edges, row.edge);
  }

  #table(table: number): LinkRows {
    return this.tables[table] as LinkRows;
  }
}

function addEdge(edges: Edges, [source, target]: readonly [string, string]): void {
  const targets = edges.get(source);
  if (targets) targets.push(target);
  else edges.set(source, [target]);
}

function removeEdge(edges: Edges, [source, target]: readonly [string, string]): void {
  const rest = edges.get(source)?.toSpliced(edges.get(source)?.indexOf(target) ?? 0, 1) ?? [];
  if (rest.length > 0) edges.set(source, rest);
  else edges.delete(source);
}

/** Whether a way leads from its target back to its source. */
function closes([source, target]: readonly [string, string], edges: Edges): boolean {
  const seen = new Set([target]);
  for (const node of seen) {
    if (node === source) return true;
    for (const next of edges.get(node) ?? []) seen.add(next);
  }
  return false;
}
