/** Constants of the project, and the values that administrators give them. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { fileName, unixSeconds } from "../shapes.ts";
import { projectError } from "./project.ts";

const named = z.object({ file: fileName() });
const channel = () =>
  describe(z.string().check(z.maxLength(200)), "full name of the constant, `const.{group}.{name}`");
const value = () => describe(z.unknown(), "boolean, number, text or JSON, by the constant's type");

const row = z.object({
  channel: channel(),
  value: describe(value(), "as edited, or the project's"),
  label: z.string(),
  type: z.enum(["bool", "int", "float", "string", "json"]),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  project: describe(z.unknown(), "the project's own value"),
  edited: describe(z.boolean(), "`value` differs from the project's"),
  active: describe(z.unknown(), "the value that the hub runs with"),
});

export const basketFiles = call({
  method: "GET",
  path: "/resources/baskets/files",
  summary: "Collections of constants; further files of the project by their type.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  answer: answer({
    files: z.array(
      z.object({
        filename: z.string(),
        type: describe(z.string(), "`json`: a collection; else the file's ending"),
        ts: unixSeconds(),
        edited: describe(z.optional(z.number()), "edited values of the collection"),
      }),
    ),
    pending: describe(z.number(), "values that are not activated"),
    spare: describe(z.number(), "values of constants that the project does not have any more"),
  }),
});

export const basketFile = call({
  method: "GET",
  path: "/resources/baskets/file",
  summary: "Rows of a collection.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  query: named,
  etag: ["rows"],
  etagWithout: ["active"],
  answer: answer({ rows: z.array(row) }),
});

const editedRows = z
  .array(
    z.object({
      channel: channel(),
      value: value(),
      label: z.optional(describe(z.string(), "accepted and ignored: labels are the project's")),
    }),
  )
  .check(z.maxLength(100_000));

export const basketSave = call({
  method: "POST",
  path: "/resources/baskets/upload",
  summary:
    "Saves rows of a collection, in `rows` or as a bare list; rows not named stay. Values take effect when activated.",
  needs: "operate",
  channels: "filtered",
  origin: "spec",
  mutates: true,
  query: named,
  bodyLimit: 16 * 1024 * 1024,
  guard: "basketFile",
  bareList: "rows",
  body: z.object({ rows: editedRows }),
  answer: answer({ edited: describe(z.number(), "edited values of the collection") }),
});

const change = z.object({
  channel: channel(),
  label: z.string(),
  from: describe(z.unknown(), "the value that the hub runs with"),
  to: z.unknown(),
});

export const basketChanges = call({
  method: "GET",
  path: "/resources/baskets/changes",
  summary: "What activating would change; the first 200 of them.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  answer: answer({ changes: z.array(change), total: z.number() }),
});

export const basketCompile = call({
  method: "GET",
  path: "/resources/baskets/compile",
  summary: "Activates the constants; the hub restarts if the project changes (reason 1003).",
  needs: "operate",
  channels: "whole",
  origin: "spec",
  mutates: true,
  answer: answer({
    restart: describe(z.boolean(), "the hub restarts because the project changed"),
    errors: z.array(projectError),
    message: z.optional(z.string()),
  }),
});

export const basketClean = call({
  method: "GET",
  path: "/resources/baskets/clean",
  summary: "Removes edited values that the project has no constant for, or has itself.",
  needs: "operate",
  channels: "whole",
  origin: "spec",
  mutates: true,
  answer: answer({ removed: describe(z.number(), "values removed") }),
});
