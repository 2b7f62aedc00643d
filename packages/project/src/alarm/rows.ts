/** Rows of the table `alarms`, each with its names, as alarms; which of them explains which. */
import { alarmKinds } from "../catalogue/alarms.ts";
import type { ViewRow } from "../check/table-view.ts";
import type { CompiledAlarm } from "../compiled.ts";
import { findCycles } from "../link/cycles.ts";
import type { Report } from "../report.ts";

export interface AlarmRow {
  row: ViewRow;
  id: string;
  /** Id of another row. */
  parent?: string;
  pattern?: string;
  /** Absent where the row is broken. */
  sources?: readonly string[];
  base?: Omit<CompiledAlarm, "id" | "source" | "pattern" | "parent">;
}
type Rows = ReadonlyMap<string, AlarmRow>;

/** A cycle through hundreds of rows is named by its beginning. */
const PATH_SHOWN = 8;

export function alarmsOf(rows: Rows, report: Report): CompiledAlarm[] {
  checkNames(rows, report);
  checkCycles(rows);
  const members = new Map<string, Members>();
  return [...rows.values()].flatMap((row) => {
    const { base, pattern, sources = [] } = row;
    if (!base) return [];
    const parents = parentsOf(row, sources, rows, members);
    return sources.map((source) => {
      const parent = parents?.get(source);
      return {
        id: idOf(row, source),
        source,
        ...(pattern === undefined ? {} : { pattern }),
        ...base,
        ...(parent === undefined ? {} : { parent }),
      };
    });
  });
}

const idOf = ({ id, pattern }: AlarmRow, source: string): string =>
  pattern === undefined ? id : `${id}/${source}`;
const podOf = (chan: string): string => chan.slice(0, chan.lastIndexOf("."));

function checkNames(rows: Rows, report: Report): void {
  for (const { parent, row } of rows.values()) {
    if (parent === undefined || rows.has(parent)) continue;
    row.fail(alarmKinds.unknownParent, "parent", {
      value: parent.slice(0, 80),
      near: report.near(parent, rows.keys()),
    });
  }
}

function checkCycles(rows: Rows): void {
  const edges = new Map<string, string[]>();
  for (const { id, parent } of rows.values()) if (parent !== undefined) edges.set(id, [parent]);
  for (const cycle of findCycles(edges)) {
    const path = cycle.length > PATH_SHOWN ? [...cycle.slice(0, PATH_SHOWN), "…"] : cycle;
    rows.get(cycle[0] ?? "")?.row.fail(alarmKinds.alarmCycle, "parent", { path: path.join(" → ") });
  }
}

/** Alarms of one row. */
interface Members {
  bySource: ReadonlyMap<string, string>;
  byPod: ReadonlyMap<string, readonly string[]>;
}

/** By the child's source: the id of the alarm that explains it. */
function parentsOf(
  child: AlarmRow,
  sources: readonly string[],
  rows: Rows,
  known: Map<string, Members>,
): ReadonlyMap<string, string> | undefined {
  const parent = child.parent === undefined ? undefined : rows.get(child.parent);
  if (!parent?.sources) return undefined;
  if (parent.pattern === undefined) return new Map(sources.map((source) => [source, parent.id]));
  const members = known.get(parent.id) ?? membersOf(parent, parent.sources);
  known.set(parent.id, members);
  const found = new Map<string, string>();
  for (const source of sources) {
    const same = members.bySource.get(source);
    const ofPod = same === undefined ? (members.byPod.get(podOf(source)) ?? []) : [same];
    if (ofPod.length > 1) {
      child.row.fail(alarmKinds.parentOfSeveral, "parent", { value: parent.id, pod: podOf(source) });
      return undefined;
    }
    const [id] = ofPod;
    if (id !== undefined) found.set(source, id);
  }
  if (found.size === 0) child.row.fail(alarmKinds.parentOfNone, "parent", { value: parent.id });
  return found;
}

function membersOf(row: AlarmRow, sources: readonly string[]): Members {
  const byPod = new Map<string, string[]>();
  for (const source of sources) {
    const pod = podOf(source);
    const ids = byPod.get(pod);
    if (ids) ids.push(idOf(row, source));
    else byPod.set(pod, [idOf(row, source)]);
  }
  return { bySource: new Map(sources.map((source) => [source, idOf(row, source)])), byPod };
}
