/**
 * Steps that the device has not answered yet, kept by the browser, so that a tab that ends while the device is away takes nothing with
 * it. Each tab has its own; the next one that opens the draft sends them with the same keys, so that none counts twice. Passwords and
 * tokens never stand there: their cells are empty then.
 *
 *     const waiting = waitingSteps(draft, { storage: localStore, isSecret });
 *     waiting.found();          // of tabs that ended; once
 *     waiting.keep(steps, documents);
 */
import {
  type DraftCell,
  type DraftDocument,
  type DraftOperation,
  type DraftRow,
  type DraftStep,
  draftStep,
} from "@hubwart/contract";
import * as z from "zod/mini";
import { newId } from "../../../../lib/new-id.ts";
import { tableKey } from "./table-view.ts";

export interface WaitingSteps {
  /** What tabs left behind, oldest first. */
  found: () => DraftStep[];
  /** Instead of what was kept before, and with none instead of what was found. `documents` know the columns that the steps name. */
  keep: (steps: readonly DraftStep[], documents: readonly DraftDocument[]) => void;
}

export interface WaitingParts {
  storage: {
    get: (key: string) => string | null;
    set: (key: string, value: string) => void;
    remove: (key: string) => void;
    keys: (prefix: string) => string[];
  };
  /** Whether the cells of a column hold passwords or tokens; undefined as long as nobody can say. */
  isSecret: () => ((table: string, column: string) => boolean) | undefined;
}

type IsSecret = (table: string, column: string) => boolean;

const PREFIX = "hubwart.drafts.waiting.";
/** Characters; more would fill the browser's store. */
const MOST = 2_000_000;

export function waitingSteps(draft: string, { isSecret, storage }: WaitingParts): WaitingSteps {
  const prefix = `${PREFIX}${draft}.`;
  const own = `${prefix}${newId()}`;
  let others: string[] = [];
  return {
    found() {
      others = storage.keys(prefix).filter((key) => key !== own);
      return others.flatMap((key) => stepsIn(storage.get(key)));
    },
    keep(steps, documents) {
      if (steps.length === 0) {
        for (const key of [own, ...others]) storage.remove(key);
        others = [];
        return;
      }
      const says = isSecret();
      if (!says) return;
      const secret = secretColumns(steps, documents, says);
      const text = JSON.stringify(steps.map((step) => withoutSecrets(step, secret)));
      if (text.length <= MOST) storage.set(own, text);
    },
  };
}

/** None where it is not what this code wrote. */
function stepsIn(text: string | null): DraftStep[] {
  try {
    return z.array(draftStep).parse(JSON.parse(text ?? "[]"));
  } catch {
    return [];
  }
}

/** Ids of columns that hold secrets, or did while one of the steps was done. */
function secretColumns(
  steps: readonly DraftStep[],
  documents: readonly DraftDocument[],
  isSecret: IsSecret,
): Set<string> {
  const secret = new Set<string>();
  const names = new Map<string, string>();
  const look = (table: string, column: string, id: string) => {
    if (isSecret(tableKey(table), tableKey(column))) secret.add(id);
  };
  const lookAll = ({ columns, id, name }: DraftDocument["tables"][number]) => {
    names.set(id, name);
    for (const column of columns) look(name, column.name, column.id);
  };
  for (const { tables } of documents) tables.forEach(lookAll);
  for (const op of steps.flatMap(({ ops }) => ops)) {
    if (op.op === "addTable") lookAll(op.table);
    else if (op.op === "addColumn") look(names.get(op.table) ?? "", op.column.name, op.column.id);
    else if (op.op === "renameColumn") look(names.get(op.table) ?? "", op.name, op.column);
  }
  return secret;
}

function withoutSecrets(step: DraftStep, secret: ReadonlySet<string>): DraftStep {
  // A name for a secret that the device has tells nothing.
  const cell = (column: string, value: DraftCell): DraftCell =>
    secret.has(column) && typeof value !== "object" ? null : value;
  const row = ({ cells, id }: DraftRow): DraftRow => ({
    id,
    cells: Object.fromEntries(Object.entries(cells).map(([column, value]) => [column, cell(column, value)])),
  });
  const ops = step.ops.map((op): DraftOperation => {
    if (op.op === "set")
      return { ...op, cells: op.cells.map(([at, column, value]) => [at, column, cell(column, value)]) };
    if (op.op === "insert") return { ...op, rows: op.rows.map(row) };
    return op.op === "addTable" ? { ...op, table: { ...op.table, rows: op.table.rows.map(row) } } : op;
  });
  // What they take back had another number.
  const { undoes: _number, ...rest } = step;
  return { ...rest, ops };
}
