/**
 * Brings what others published meanwhile into a draft. What only one side changed is taken; where both changed the same in
 * another way, somebody has to decide.
 *
 *     const { conflicts } = mergeDraft({ base, theirs, ours, keyOf, newId, decide: () => undefined });
 *     const { ops } = mergeDraft({ …, decide: (id) => decisions[id] });      // lead from ours to the merged draft
 */
import type { DraftConflict, DraftDocument, DraftOperation, DraftTable } from "@hubwart/contract";
import { byName, gridOf, type KeyOf } from "./grid.ts";
import type { Decide, Found } from "./rows.ts";
import { mergeTable, sameTable, type Taken, type Ways } from "./table.ts";

export interface MergeInput {
  /** With the ids of the draft; undefined where it is not known: then each difference is a conflict. */
  base: DraftDocument | undefined;
  /** With ids of its own. */
  theirs: DraftDocument;
  ours: DraftDocument;
  keyOf: KeyOf;
  /** By the id of a conflict. What is undecided stays as it is in the draft. */
  decide: (conflict: string) => "mine" | "theirs" | undefined;
  newId: () => string;
}

export interface Merged {
  conflicts: DraftConflict[];
  taken: Taken[];
  ops: DraftOperation[];
  /** Theirs with the ids of the draft: the base of what comes next. */
  base: DraftDocument;
}

interface Tables {
  base: DraftTable | undefined;
  ours: DraftTable | undefined;
  theirs: DraftTable | undefined;
}

export function mergeDraft({ base, decide, keyOf, newId, ours, theirs }: MergeInput): Merged {
  const merged: Merged = { conflicts: [], taken: [], ops: [], base: { tables: [], scripts: theirs.scripts } };
  const ask =
    (table: string): Decide =>
    (found: Found) => {
      const id = `k${merged.conflicts.length + 1}`;
      merged.conflicts.push({ id, table, ...found });
      return decide(id) ?? "mine";
    };
  const named = {
    base: byName(base?.tables ?? []),
    ours: byName(ours.tables),
    theirs: byName(theirs.tables),
  };
  let behind: string | null = null;
  for (const name of new Set([...named.ours.keys(), ...named.theirs.keys()])) {
    const tables = { base: named.base.get(name), ours: named.ours.get(name), theirs: named.theirs.get(name) };
    const ways = { keyOf, newId, decide: ask((tables.ours ?? tables.theirs)?.name ?? name) };
    behind = oneTable(tables, base !== undefined, behind, ways, merged);
  }
  mergeScripts({ base, ours, theirs }, ask, merged);
  return merged;
}

/** The id of the table behind which the next one is put. */
function oneTable(
  { base, ours, theirs }: Tables,
  known: boolean,
  behind: string | null,
  ways: Ways,
  merged: Merged,
): string | null {
  if (ours && theirs) {
    const before = known ? gridOf(base ?? { ...ours, above: [], columns: [], rows: [] }) : undefined;
    const sides = { base: before, ours: gridOf(ours), theirs: gridOf(theirs) };
    const { base: kept, ops, taken } = mergeTable(sides, behind, ways);
    merged.ops.push(...ops);
    merged.base.tables.push(kept);
    if (taken.added + taken.changed + taken.gone > 0) merged.taken.push(taken);
    return ours.id;
  }
  const { keyOf } = ways;
  const side = (ours ?? theirs) as DraftTable;
  const nothing = { table: side.name, added: 0, changed: 0, gone: 0 };
  const unchanged = base && sameTable({ base: undefined, ours: gridOf(base), theirs: gridOf(side) }, keyOf);
  if (ours) {
    const asked = base ? !unchanged : !known && ours.rows.length > 0;
    const goes = asked ? ways.decide({ kind: "tableGoneThere", cells: [] }) === "theirs" : unchanged === true;
    if (!goes) return ours.id;
    merged.ops.push({ op: "dropTable", table: ours.id });
    merged.taken.push({ ...nothing, gone: ours.rows.length });
    return behind;
  }
  const fresh = renamed(side, ways.newId);
  merged.base.tables.push(fresh);
  const asked = base ? !unchanged : !known && side.rows.length > 0;
  const comes = asked ? ways.decide({ kind: "tableGoneHere", cells: [] }) === "theirs" : !base;
  if (!comes) return behind;
  merged.ops.push({ op: "addTable", after: behind, table: fresh });
  merged.taken.push({ ...nothing, added: side.rows.length });
  return fresh.id;
}

/** With ids that no other table of the draft has or had. */
function renamed(table: DraftTable, newId: () => string): DraftTable {
  const columns = new Map(table.columns.map(({ id }) => [id, newId()]));
  return {
    ...table,
    id: newId(),
    columns: table.columns.map(({ id, name }) => ({ id: columns.get(id) ?? "", name })),
    rows: table.rows.map(({ cells }) => ({
      id: newId(),
      cells: Object.fromEntries(
        Object.entries(cells).map(([column, cell]) => [columns.get(column) ?? "", cell]),
      ),
    })),
  };
}

function mergeScripts(
  { base, ours, theirs }: Pick<MergeInput, "base" | "ours" | "theirs">,
  ask: (name: string) => Decide,
  merged: Merged,
): void {
  const taken: Taken = { table: "lua", added: 0, changed: 0, gone: 0 };
  const text = (document: DraftDocument | undefined, name: string): string | null =>
    document && Object.hasOwn(document.scripts, name) ? (document.scripts[name] ?? null) : null;
  for (const name of new Set([...Object.keys(ours.scripts), ...Object.keys(theirs.scripts)])) {
    const [before, mine, other] = [text(base, name), text(ours, name), text(theirs, name)];
    if (mine === other || (base && before === other)) continue;
    const asked = !base || before !== mine;
    const cells = [{ column: "", before, mine, theirs: other }];
    if (asked && ask(name)({ kind: "script", cells }) === "mine") continue;
    merged.ops.push({ op: "script", name, text: other });
    taken[mine === null ? "added" : other === null ? "gone" : "changed"] += 1;
  }
  if (taken.added + taken.changed + taken.gone > 0) merged.taken.push(taken);
}
