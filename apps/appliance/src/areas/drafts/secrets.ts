/**
 * Passwords and tokens of a draft. In a column that holds them a cell is a name (`{ secret }`) for what lies in a file of its own: it can be
 * copied and moved among such columns, and is told to nobody. Whatever else changes (a column takes another name, a row comes back
 * by "Rückgängig"), nothing that was a secret stands in plain text, or in a column where it could be read.
 */
import { randomBytes } from "node:crypto";
import type { DraftCell, DraftDocument, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { type Applied, applyStep, inGroups, tablesOfDraft } from "@hubwart/draft";
import type { TablesInput } from "@hubwart/project";
import { texts } from "./texts.ts";

type Plain = string | number | boolean;
export type Secrets = ReadonlyMap<string, Plain>;

export interface Sealed extends Applied {
  /** As they are kept: without what is secret. */
  ops: DraftOperation[];
  /** New ones. */
  secrets: Map<string, Plain>;
}

export class Sealer {
  readonly #isSecret: (table: string, column: string) => boolean;

  constructor(isSecret: (table: string, column: string) => boolean) {
    this.#isSecret = isSecret;
  }

  /** @throws DraftFault, InvalidInputError; then nothing is done */
  apply(document: DraftDocument, ops: readonly DraftOperation[], known: Secrets): Sealed {
    const sealed: Sealed = { document, inverse: [], ops: [], secrets: new Map() };
    const inverses: DraftOperation[][] = [];
    for (const group of inGroups(ops)) {
      const ones = group.flatMap((op) => this.#seal(sealed.document, op, known, sealed.secrets));
      const { document: next, inverse } = applyStep(sealed.document, ones);
      sealed.document = next;
      inverses.push(inverse);
      for (const one of ones) sealed.ops.push(one);
    }
    return { ...sealed, inverse: inverses.toReversed().flat() };
  }

  /** A whole document, such as a draft begins with. */
  seal(document: DraftDocument): { document: DraftDocument; secrets: Map<string, Plain> } {
    const secrets = new Map<string, Plain>();
    const tables = document.tables.map((table) => this.#table(table, new Map(), secrets));
    return { document: { ...document, tables }, secrets };
  }

  /** With the secrets, for the compiler. What stands in a column that holds none is left out. */
  open(document: DraftDocument, secrets: Secrets): TablesInput {
    return tablesOfDraft(document, (ref, { name }, column) =>
      this.#isSecret(name, column) ? (secrets.get(ref) ?? null) : null,
    );
  }

  #seal(
    document: DraftDocument,
    op: DraftOperation,
    known: Secrets,
    fresh: Map<string, Plain>,
  ): DraftOperation[] {
    if (op.op === "addTable") return [{ ...op, table: this.#table(op.table, known, fresh) }];
    if (op.op === "renameColumn") return this.#renamed(document, op, fresh);
    if (op.op !== "set" && op.op !== "insert") return [op];
    const table = document.tables.find(({ id }) => id === op.table);
    // Told by whoever applies it.
    if (!table) return [op];
    const cell = this.#cells(table, known, fresh);
    if (op.op === "insert") return [{ ...op, rows: op.rows.map((row) => sealedRow(row, cell)) }];
    return [{ ...op, cells: op.cells.map(([row, column, value]) => [row, column, cell(column, value)]) }];
  }

  #table(table: DraftTable, known: Secrets, fresh: Map<string, Plain>): DraftTable {
    for (const cell of table.above.flat()) if (isRef(cell)) throw refused(texts.secretElsewhere(""));
    const cell = this.#cells(table, known, fresh);
    return { ...table, rows: table.rows.map((row) => sealedRow(row, cell)) };
  }

  #cells({ columns, name }: DraftTable, known: Secrets, fresh: Map<string, Plain>) {
    const names = new Map(columns.map((column) => [column.id, column.name]));
    const secret = new Set(columns.filter((c) => this.#isSecret(name, c.name)).map(({ id }) => id));
    return (column: string, cell: DraftCell): DraftCell => {
      if (isRef(cell)) {
        if (!secret.has(column)) throw refused(texts.secretElsewhere(names.get(column) ?? column));
        if (!known.has(cell.secret) && !fresh.has(cell.secret)) throw refused(texts.secretUnknown);
        return cell;
      }
      if (cell === null || cell === "" || !secret.has(column)) return cell;
      return hidden(cell, fresh);
    };
  }

  /** A column that becomes one of secrets hides what it holds; one that ceases to be forgets it. */
  #renamed(
    document: DraftDocument,
    op: Extract<DraftOperation, { op: "renameColumn" }>,
    fresh: Map<string, Plain>,
  ): DraftOperation[] {
    const table = document.tables.find(({ id }) => id === op.table);
    const column = table?.columns.find(({ id }) => id === op.column);
    if (!table || !column) return [op];
    const [was, is] = [this.#isSecret(table.name, column.name), this.#isSecret(table.name, op.name)];
    const filled = table.rows.filter(({ cells }) => Object.hasOwn(cells, op.column));
    if (was === is || filled.length === 0) return [op];
    const set = (value: (cell: DraftCell) => DraftCell): DraftOperation => ({
      op: "set",
      table: table.id,
      cells: filled.map(({ id, cells }) => [id, op.column, value(cells[op.column] ?? null)]),
    });
    const cleared = set(() => null);
    if (was) return [cleared, op];
    return [cleared, op, set((cell) => (cell === null || isRef(cell) ? cell : hidden(cell, fresh)))];
  }
}

/** The same secret has the same name in all of these documents then: the one that the first of them gives it. */
export function withSharedNames(
  contents: readonly { document: DraftDocument; secrets: Secrets }[],
): DraftDocument[] {
  const names = new Map<string, string>();
  return contents.map(({ document, secrets }) => {
    const shared = (_column: string, cell: DraftCell): DraftCell => {
      const value = isRef(cell) ? secrets.get(cell.secret) : undefined;
      if (!isRef(cell) || value === undefined) return cell;
      const name = names.get(String(value)) ?? cell.secret;
      names.set(String(value), name);
      return { secret: name };
    };
    const tables = document.tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => sealedRow(row, shared)),
    }));
    return { ...document, tables };
  });
}

function sealedRow({ id, cells }: DraftRow, cell: (column: string, value: DraftCell) => DraftCell): DraftRow {
  return {
    id,
    cells: Object.fromEntries(Object.entries(cells).map(([column, value]) => [column, cell(column, value)])),
  };
}

function isRef(cell: DraftCell): cell is { secret: string } {
  return typeof cell === "object" && cell !== null;
}

function hidden(cell: Plain, fresh: Map<string, Plain>): DraftCell {
  const secret = `s${randomBytes(9).toString("base64url")}`;
  fresh.set(secret, cell);
  return { secret };
}

function refused(message: string): InvalidInputError {
  return new InvalidInputError([{ field: "steps", message }]);
}
