/** Tools over the project: read, check, propose. */
import { randomBytes } from "node:crypto";
import {
  CODES,
  calls,
  type DraftCell,
  type DraftDocument,
  type DraftTable,
  draftCreate,
  draftPublish,
  draftRead,
  draftSteps,
  LIMITS,
} from "@hubwart/contract";
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { describeKinds } from "@hubwart/project/describe";
import * as z from "zod";
import type { Session } from "../../http/ports.ts";
import { demandCall } from "../../http/rights.ts";
import { operationsOf } from "./changes.ts";
import { short } from "./reading-tools.ts";
import { texts } from "./texts.ts";
import type { Tool } from "./tool.ts";

const { fields } = texts;
const most = LIMITS.mcpEntries;
const MOST_ERRORS = 30;
const MOST_ROWS = 500;

/** Whether the token may do what the editor of the project does. */
function mayEdit(session: Session): boolean {
  try {
    demandCall(session, calls.draftCreate);
    return true;
  } catch {
    return false;
  }
}
const always = () => true;
const nextId = (): string => `m${randomBytes(9).toString("hex")}`;

const rowsInput = z.object({
  table: z.string().max(200).optional().describe(fields.table),
  text: z.string().max(200).default("").describe(fields.rowText),
  offset: z.int().min(0).max(1_000_000).default(0).describe(fields.offset),
  limit: z.int().min(1).max(most).default(20).describe(fields.limit),
});
const projectRows: Tool<z.output<typeof rowsInput>> = {
  name: "project_rows",
  title: texts.tools.project_rows.title,
  description: texts.tools.project_rows.text,
  input: rowsInput,
  reads: true,
  offered: mayEdit,
  run: async ({ limit, offset, table, text }, { drafts, session }) => {
    demandCall(session, calls.draftRead);
    const found = await drafts.running();
    if (!found) throw new NotFoundError(texts.noProject);
    const { document } = found;
    if (table === undefined)
      return { tables: document.tables.map(({ name, rows }) => ({ table: name, rows: rows.length })) };
    const one = tableOf(document, table);
    const wanted = text.toLowerCase();
    const rows = one.rows
      .map(({ cells }) => plainRow(one, cells))
      .filter(
        (row) =>
          wanted === "" || Object.values(row).some((cell) => String(cell).toLowerCase().includes(wanted)),
      );
    return {
      table: one.name,
      columns: one.columns.map(({ name }) => name),
      total: rows.length,
      offset,
      rows: rows.slice(offset, offset + limit),
    };
  },
};

function tableOf({ tables }: DraftDocument, name: string): DraftTable {
  const found = tables.find((table) => table.name.toLowerCase() === name.trim().toLowerCase());
  if (!found) throw new NotFoundError(texts.noTable(name, tables.map((table) => table.name).join(", ")));
  return found;
}

function plainRow(
  { columns }: DraftTable,
  cells: Readonly<Record<string, DraftCell>>,
): Record<string, unknown> {
  const row = columns.flatMap(({ id, name }): [string, unknown][] => {
    const cell = cells[id] ?? null;
    if (cell === null) return [];
    return [[name, typeof cell === "object" ? texts.secret : short(cell)]];
  });
  return Object.fromEntries(row);
}

const cells = z.record(
  z.string().min(1).max(200),
  z.union([z.string().max(10_000), z.number(), z.boolean(), z.null()]),
);
const changes = z
  .array(
    z.object({
      table: z.string().min(1).max(200),
      rows: z.array(cells).max(MOST_ROWS).optional(),
      remove: z.array(cells).max(MOST_ROWS).optional(),
    }),
  )
  .min(1)
  .max(20)
  .describe(fields.changes);
type Changes = z.output<typeof changes>;

function operations(document: DraftDocument, given: Changes) {
  const ops = operationsOf(document, given, nextId);
  if (ops.length === 0) throw new InvalidInputError([{ field: "changes", message: texts.noChanges }]);
  return ops;
}

interface Verdict {
  code: number;
  errors: readonly { Level: string }[];
  changes?: readonly unknown[] | undefined;
  links_changed?: number | undefined;
}

function verdict({ changes: changed = [], code, errors, links_changed }: Verdict): object {
  return {
    valid: code === 0,
    errors: errors.slice(0, MOST_ERRORS),
    ...(errors.length > MOST_ERRORS ? { more_errors: errors.length - MOST_ERRORS } : {}),
    changes: changed.slice(0, most),
    ...(changed.length > most ? { more_changes: changed.length - most } : {}),
    ...(links_changed ? { links_changed } : {}),
  };
}

const checkInput = z.object({ changes });
const checkRows: Tool<z.output<typeof checkInput>> = {
  name: "check_rows",
  title: texts.tools.check_rows.title,
  description: texts.tools.check_rows.text,
  input: checkInput,
  reads: true,
  offered: mayEdit,
  run: async ({ changes: given }, { address, drafts, session, signal }) => {
    demandCall(session, calls.draftPublish);
    const running = await drafts.running();
    const ops = operations(running?.document ?? { tables: [], scripts: {} }, given);
    const origin = {
      call: "mcpTool",
      address,
      who: session.who,
      detail: () => ({ before: undefined, after: undefined }),
      taken: () => undefined,
    };
    return verdict(await drafts.judge(ops, signal, origin));
  },
};

const proposeInput = z.object({
  title: z.string().trim().min(1).max(LIMITS.draftNameMax).describe(fields.title),
  changes,
});
const proposeChange: Tool<z.output<typeof proposeInput>> = {
  name: "propose_change",
  title: texts.tools.propose_change.title,
  description: texts.tools.propose_change.text,
  input: proposeInput,
  reads: false,
  offered: (session, config) => config.propose && mayEdit(session),
  about: ({ title }) => ({ title }),
  run: async ({ changes: given, title }, { ask, drafts, session }) => {
    const running = await drafts.running();
    // Before a draft is begun that nobody could use.
    if (running) operations(running.document, given);
    const { id } = await ask(draftCreate, {
      body: { name: title, from: running ? "running" : "empty" },
    });
    const params = { id };
    const { document } = await ask(draftRead, { params, query: {} });
    const ops = operations(document ?? { tables: [], scripts: {} }, given);
    const label = texts.step(session.who.name).slice(0, 200);
    const { done } = await ask(draftSteps, {
      params,
      body: { after: 0, steps: [{ key: nextId(), label, ops }] },
    });
    const seq = done.at(-1)?.seq ?? 0;
    // What is wrong with it is told; the draft stays, and a person may put it right.
    const checked = await ask(draftPublish, { params: { id, action: "check" }, body: { seq } }, [
      CODES.projectInvalid,
    ]);
    const address = `/project/edit/${id}`;
    return { draft: id, address, note: texts.proposed(address), check: verdict(checked) };
  },
};

const explainInput = z.object({ code: z.int().describe(fields.code) });
const explainError: Tool<z.output<typeof explainInput>> = {
  name: "explain_error",
  title: texts.tools.explain_error.title,
  description: texts.tools.explain_error.text,
  input: explainInput,
  reads: true,
  offered: always,
  run: ({ code }) => {
    const found = describeKinds().find((kind) => kind.code === code);
    if (!found) throw new NotFoundError(texts.unknownCode(code));
    const { hint, level, text } = found;
    return Promise.resolve({ code, level, text, hint });
  },
};

export const projectTools = [projectRows, checkRows, proposeChange, explainError] as const;
