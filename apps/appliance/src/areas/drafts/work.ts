/**
 * How much work operations on a draft make: each group of them looks at its whole table, and a call may bring many thousand. What goes too
 * far is refused; the rest is done a little at a time, so that whoever else waits for this process is served in between.
 */
import { setImmediate } from "node:timers/promises";
import { type DraftDocument, type DraftOperation, LIMITS } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { inGroups, isOfRows } from "@hubwart/draft";
import type { Sealed, Sealer, Secrets } from "./secrets.ts";
import { texts } from "./texts.ts";

/** Of a call: rows and columns that are looked at, 6 to 36 million a second (measured with 100,000 rows). */
const MOST = 100_000_000;
/** ms after which others get their turn. */
const TURN = 20;

export class Work {
  readonly #most: number;
  #since = performance.now();
  done = 0;

  /** @param most without, the work of one call */
  constructor(most = MOST) {
    this.#most = most;
  }

  /** Before a group of operations is applied to the document. @throws InvalidInputError where it is too much */
  async take(document: DraftDocument, group: readonly DraftOperation[]): Promise<void> {
    this.done += workOf(document, group);
    if (this.done > this.#most) throw refused(texts.tooMuchAtOnce);
    if (performance.now() - this.#since < TURN) return;
    await setImmediate();
    this.#since = performance.now();
  }
}

/** Times that each row of the table is looked at where its rows are put in order. */
const LOOKS = 4;

function workOf(document: DraftDocument, group: readonly DraftOperation[]): number {
  const [op] = group;
  if (!op) return 0;
  if (op.op === "addTable" || op.op === "dropTable") return document.tables.length;
  // Characters are looked at more quickly than rows.
  if (op.op === "script" || op.op === "scriptLines") return (document.scripts[op.name]?.length ?? 0) / 8;
  const { columns = [], rows = [] } = document.tables.find(({ id }) => id === op.table) ?? {};
  if (op.op === "dropColumn") return rows.length * (1 + columns.length / 8);
  if (!isOfRows(op)) return rows.length + columns.length;
  return LOOKS * (rows.length + group.length);
}

/** As `Sealer.apply`. @throws DraftFault, InvalidInputError; then nothing is done */
export async function applyInTurns(
  sealer: Sealer,
  document: DraftDocument,
  ops: readonly DraftOperation[],
  known: Secrets,
  work: Work,
): Promise<Sealed> {
  const all = new Map(known);
  const inverses: DraftOperation[][] = [];
  const whole: Sealed = { document, inverse: [], ops: [], secrets: new Map() };
  for (const group of inGroups(ops)) {
    await work.take(whole.document, group);
    for (const op of group) refuseTooWide(whole.document, op);
    const sealed = sealer.apply(whole.document, group, all);
    whole.document = sealed.document;
    inverses.push(sealed.inverse);
    for (const op of sealed.ops) whole.ops.push(op);
    for (const [ref, value] of sealed.secrets) {
      all.set(ref, value);
      whole.secrets.set(ref, value);
    }
  }
  return { ...whole, inverse: inverses.toReversed().flat() };
}

/** No project has such a table, and each of its rows would be made as wide. */
function refuseTooWide(document: DraftDocument, op: DraftOperation): void {
  const columns =
    op.op === "addTable"
      ? op.table.columns.length
      : op.op === "addColumn"
        ? (document.tables.find(({ id }) => id === op.table)?.columns.length ?? 0) + 1
        : 0;
  if (columns > LIMITS.projectColumns) throw refused(texts.tooWide);
}

const refused = (message: string) => new InvalidInputError([{ field: "steps", message }]);
