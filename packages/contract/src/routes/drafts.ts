/**
 * Drafts of the project: tables with rows and cells that people edit, as a base and a log of operations. Rows, columns and
 * tables have ids that stay; where they stand may change.
 */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { anyPassword, queryInt, unixSeconds } from "../shapes.ts";
import { podCheck } from "./pods.ts";
import { projectRun, versionNote, versionNumber } from "./project.ts";

const may = { needs: "engineer", channels: "whole" } as const;

const ID_ALLOWED = "Erlaubt sind 1 bis 40 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.";
/** Made by whoever adds the row, column or table; unique within the draft, also among what was deleted. */
const itemId = () =>
  z.string().check(
    z.regex(/^[A-Za-z0-9_-]{1,40}$/, ID_ALLOWED),
    // Cells are looked up by it: `constructor` is there in every object.
    z.refine((id) => !(id in Object.prototype), ID_ALLOWED),
  );
const draftId = () => z.string().check(z.regex(/^d[0-9]{1,16}$/, "Erlaubt sind d und 1 bis 16 Ziffern."));
/** A long one of an upload can be edited too. */
const scriptName = () =>
  z.string().check(z.regex(/^[^/\\]{1,196}\.lua$/, "Erlaubt ist ein Dateiname, der auf .lua endet."));
const name = () => z.string().check(z.minLength(1), z.maxLength(LIMITS.draftNameMax));

/** `secret` stands for a password or token that the device keeps: it can be moved and copied, never read. */
export const draftCell = z.union([
  z.null(),
  z.boolean(),
  z.number(),
  z.string().check(z.maxLength(LIMITS.draftCellMax)),
  z.object({ secret: itemId() }),
]);
export const draftColumn = z.object({
  id: itemId(),
  name: describe(z.string().check(z.maxLength(200)), "as the header says it"),
});
export const draftRow = z.object({
  id: itemId(),
  cells: describe(z.record(itemId(), draftCell), "by id of the column; empty cells are left out"),
});
export const draftTable = z.object({
  id: itemId(),
  name: name(),
  above: describe(z.array(z.array(draftCell)), "rows above the header: a title, notes"),
  columns: z.array(draftColumn),
  rows: describe(z.array(draftRow), "below the header, comments (`#`) among them"),
});
export const draftDocument = z.object({
  tables: z.array(draftTable),
  scripts: describe(z.record(z.string(), z.string()), "Lua sources by file name"),
});

/** Where something comes to stand: behind this one, at the head with null. */
const after = () => z.nullable(itemId());
const scriptLines = () => z.array(z.string()).check(z.minLength(1));
export const draftOperation = z.discriminatedUnion("op", [
  z.object({
    op: z.literal("set"),
    table: itemId(),
    cells: z.array(z.tuple([itemId(), itemId(), draftCell])),
  }),
  z.object({ op: z.literal("insert"), table: itemId(), after: after(), rows: z.array(draftRow) }),
  z.object({ op: z.literal("delete"), table: itemId(), rows: z.array(itemId()) }),
  z.object({ op: z.literal("move"), table: itemId(), after: after(), rows: z.array(itemId()) }),
  z.object({ op: z.literal("addColumn"), table: itemId(), after: after(), column: draftColumn }),
  z.object({
    op: z.literal("renameColumn"),
    table: itemId(),
    column: itemId(),
    name: draftColumn.shape.name,
  }),
  z.object({ op: z.literal("dropColumn"), table: itemId(), column: itemId() }),
  z.object({ op: z.literal("addTable"), after: after(), table: draftTable }),
  z.object({ op: z.literal("dropTable"), table: itemId() }),
  z.object({
    op: z.literal("script"),
    name: scriptName(),
    text: describe(z.nullable(z.string()), "null: the script is removed"),
  }),
  z.object({
    op: z.literal("scriptLines"),
    name: scriptName(),
    at: describe(z.int().check(z.minimum(1)), "line at which `before` begins; it may have moved since"),
    before: describe(
      scriptLines(),
      "as they stand there, without `\\n`; elsewhere they count only if they stand there alone",
    ),
    after: scriptLines(),
  }),
]);

/** One step as people see and undo it: all of it or nothing. */
export const draftStep = z.object({
  key: describe(itemId(), "of the caller's making; a step that comes twice counts once"),
  label: describe(z.string().check(z.maxLength(200)), "German: what was done"),
  undoes: z.optional(describe(z.int(), "seq of the step that this one takes back")),
  ops: z.array(draftOperation).check(z.minLength(1), z.maxLength(LIMITS.draftStepOperations)),
});
export const draftBase = z.object({
  version: z.string(),
  hash: z.string(),
  tables: z.optional(describe(itemId(), "under which the draft keeps the tables of that version")),
});
export const draftEntry = z.extend(draftStep, {
  seq: describe(z.int(), "1, 2, 3, … within the draft"),
  at: unixSeconds(),
  by: describe(z.string(), "address of who did it"),
  inverse: describe(z.array(draftOperation), "what takes the step back, if nothing came after it"),
  rebased: z.optional(
    describe(
      z.object({ from: draftBase, to: draftBase }),
      "another version is the draft's base since this step",
    ),
  ),
});

const draftHead = z.object({
  id: draftId(),
  name: name(),
  base: z.nullable(
    describe(
      draftBase,
      "version of the project it began with, or was merged with or published as last; null: an upload, or none",
    ),
  ),
  rebuilt: z.optional(
    describe(z.boolean(), "began with the compiled project: its rows stand elsewhere than in the workbook"),
  ),
  created: unixSeconds(),
  changed: unixSeconds(),
  by: z.string(),
  seq: describe(z.int(), "of the newest step"),
});

export const draftList = call({
  ...may,
  method: "GET",
  path: "/project/drafts",
  summary: "The drafts, last changed first.",
  mutates: false,
  answer: answer({ drafts: z.array(draftHead) }),
});

export const draftCreate = call({
  ...may,
  method: "POST",
  path: "/project/drafts",
  summary: "Begins a draft: with the running project, a kept version, or empty.",
  mutates: true,
  body: z.object({
    name: name(),
    from: z.enum(["running", "version", "empty"]),
    version: z.optional(versionNumber()),
  }),
  answer: answer({
    id: draftId(),
    rebuilt: describe(
      z.boolean(),
      "made of the compiled project: comments and notes of the workbook are not in it",
    ),
  }),
});

export const draftImport = call({
  ...may,
  method: "POST",
  path: "/project/drafts/import",
  summary:
    "Begins a draft with an uploaded project, as it stands: also one with errors. `pwd` opens a file that the device keeps under a password; 1203 for a wrong one, 1204 after too many.",
  mutates: true,
  upload: { file: "myfile", fields: z.object({ name: z.optional(name()), pwd: z.optional(anyPassword()) }) },
  answer: answer({ id: draftId() }),
});

export const draftRead = call({
  ...may,
  method: "GET",
  path: "/project/drafts/{id}",
  summary: "A draft as it stands, or with `since` the steps after that one.",
  mutates: false,
  watchesOnly: true,
  params: z.object({ id: draftId() }),
  query: z.object({ since: z.optional(queryInt(0, Number.MAX_SAFE_INTEGER)) }),
  answer: answer({
    draft: draftHead,
    document: z.optional(describe(draftDocument, "absent with `since`")),
    entries: describe(z.array(draftEntry), "the newest steps, oldest first; with `since` those after it"),
  }),
});

export const draftSteps = call({
  ...may,
  method: "POST",
  path: "/project/drafts/{id}/steps",
  summary:
    "Does steps, all or none. With steps of others after `after` nothing is done: `missing` has them, and the caller tries again.",
  mutates: false,
  params: z.object({ id: draftId() }),
  body: z.object({
    after: describe(z.int(), "seq of the newest step that the caller knows"),
    steps: z.array(draftStep).check(z.minLength(1), z.maxLength(LIMITS.draftStepsAtOnce)),
  }),
  bodyLimit: 16 * 1024 * 1024,
  answer: answer({
    done: describe(z.array(draftEntry), "as they were kept: new secrets are named, no longer told"),
    missing: z.array(draftEntry),
  }),
});

export const draftSave = call({
  ...may,
  method: "POST",
  path: "/project/drafts/{id}",
  summary: "Names a draft.",
  mutates: true,
  params: z.object({ id: draftId() }),
  body: z.object({ name: name() }),
});

export const draftDelete = call({
  ...may,
  method: "POST",
  path: "/project/drafts/{id}/delete",
  summary: "Deletes a draft.",
  mutates: true,
  params: z.object({ id: draftId() }),
});

export const draftPublish = call({
  ...may,
  method: "POST",
  path: "/project/drafts/{id}/{action}",
  summary:
    "Checks the draft as an upload would be, or checks and applies it. 409 when it changed after `seq`, or when the running project is no longer its base.",
  mutates: true,
  params: z.object({ id: draftId(), action: z.enum(["check", "publish"]) }),
  body: z.object({
    seq: describe(z.int(), "of the newest step that the caller has seen"),
    note: z.optional(versionNote()),
    replace: z.optional(describe(z.boolean(), "also when another version runs than the one it began with")),
  }),
  answer: projectRun.answer,
});

export const draftConnection = call({
  ...may,
  method: "POST",
  path: "/project/drafts/{id}/connection",
  summary:
    "Tries the connection of a row of `pods` as the draft has it, without starting a pod: name, port, protocol. 409 while another is tried.",
  mutates: false,
  params: z.object({ id: draftId() }),
  body: z.object({ row: describe(itemId(), "of the table `pods`") }),
  answer: podCheck.answer,
  statuses: [503],
});

/** What stands in one place before, in the draft, and in the running project. */
const three = <T extends z.ZodMiniType>(of: T) => ({ before: of, mine: of, theirs: of });
export const draftConflict = z.object({
  id: describe(z.string(), "within this answer"),
  kind: describe(
    z.enum([
      "cell",
      "rowGoneHere",
      "rowGoneThere",
      "rowTwice",
      "tableGoneHere",
      "tableGoneThere",
      "above",
      "script",
    ]),
    "here: in the draft; there: in the running project; above: the rows above the header",
  ),
  table: describe(z.string(), "name of the table; of the script"),
  row: z.optional(describe(z.string(), "its key, or what stands in it first")),
  cells: describe(
    z.array(z.object({ column: z.string(), ...three(z.union([draftCell, z.string()])) })),
    "those that differ, or all of a row that one side has not; without a column the text of a script or the rows above",
  ),
});

export const draftMergeRead = call({
  ...may,
  method: "GET",
  path: "/project/drafts/{id}/merge",
  summary:
    "Compares what changed in the running project since the draft began with what changed in the draft, row by row and cell by cell.",
  mutates: false,
  params: z.object({ id: draftId() }),
  answer: answer({
    needed: describe(z.boolean(), "false: the base runs, or nothing; the rest is empty then"),
    seq: describe(z.int(), "of the newest step"),
    running: describe(z.string(), "number of the running version"),
    base: describe(
      z.enum(["known", "unknown"]),
      "unknown: the tables of the base are kept nowhere, so each difference is a conflict",
    ),
    taken: describe(
      z.array(z.object({ table: z.string(), added: z.int(), changed: z.int(), gone: z.int() })),
      "rows that only the running project changed, and scripts as `lua`: they are taken over",
    ),
    conflicts: describe(z.array(draftConflict), "what both changed, each in another way; the first of them"),
    more: describe(z.int(), "conflicts beyond those"),
  }),
});

const side = () => z.enum(["mine", "theirs"]);
export const draftMerge = call({
  ...may,
  method: "POST",
  path: "/project/drafts/{id}/merge",
  summary:
    "Takes over what only the running project changed, and of each conflict the side that is chosen, as steps of the draft; the running version is its base then. 409 when the draft changed after `seq` or another version than `running` runs; 400 when a conflict is undecided.",
  mutates: true,
  params: z.object({ id: draftId() }),
  body: z.object({
    seq: z.int(),
    running: z.string().check(z.maxLength(20)),
    decisions: describe(z.record(z.string().check(z.maxLength(20)), side()), "by the id of the conflict"),
    rest: z.optional(describe(side(), "for all conflicts that `decisions` does not name")),
  }),
  answer: answer({ entries: describe(z.array(draftEntry), "the steps, as they were kept") }),
});

export const draftExport = call({
  ...may,
  method: "GET",
  path: "/project/drafts/{id}/export",
  summary: "The draft as a workbook; secrets stand in it as they do in the one that was uploaded.",
  mutates: false,
  params: z.object({ id: draftId() }),
  content: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});

export type DraftCell = z.output<typeof draftCell>;
export type DraftColumn = z.output<typeof draftColumn>;
export type DraftRow = z.output<typeof draftRow>;
export type DraftTable = z.output<typeof draftTable>;
export type DraftDocument = z.output<typeof draftDocument>;
export type DraftOperation = z.output<typeof draftOperation>;
export type DraftStep = z.output<typeof draftStep>;
export type DraftEntry = z.output<typeof draftEntry>;
export type DraftConflict = z.output<typeof draftConflict>;
export type DraftHead = z.output<typeof draftHead>;
