import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { anyPassword, bytes, queryFlag, queryInt, unixSeconds } from "../shapes.ts";

const may = { needs: "engineer", channels: "whole" } as const;

/** One line of the compiler's list. Names as in the specification. */
export const projectError = z.object({
  Ref: describe(z.string(), "file|table|line"),
  Channel: z.string(),
  ErrCode: describe(z.number(), "catalogued, ≥ 1000"),
  Attribute: z.string(),
  ErrText: z.string(),
  Hint: z.string(),
  Level: z.enum(["error", "warning"]),
});

/** The optional object beside the file: keep the uploaded file, with a password if both are given. */
const storePwd = z.object({
  use: z.boolean(),
  pwd: z.optional(anyPassword()),
  pwd2: z.optional(anyPassword()),
});

/** What people write about a version. */
export const versionNote = () =>
  describe(z.string().check(z.maxLength(LIMITS.versionNoteMax)), "up to 200 characters");
export const versionNumber = () =>
  z.string().check(z.regex(/^[0-9]{1,12}$/, "Erlaubt sind 1 bis 12 Ziffern."));

const uploadFields = z.object({
  mode: z.optional(z.enum(["check", "upload"])),
  pwd: z.optional(describe(z.string(), "JSON of {use, pwd, pwd2}")),
  note: z.optional(versionNote()),
});
export const storeChoice = storePwd;

const changeKind = z.enum(["added", "changed", "removed"]);
const fieldChange = z.object({
  field: describe(z.string(), "column of the table"),
  before: z.optional(describe(z.string(), "absent: empty")),
  after: z.optional(describe(z.string(), "absent: empty")),
  secret: z.optional(describe(z.boolean(), "a password or token; neither value is told")),
});
const change = z.object({
  kind: z.enum([
    "project",
    "pod",
    "iface",
    "channel",
    "constant",
    "schedule",
    "calendar",
    "meter",
    "alarm",
    "class",
    "page",
    "script",
  ]),
  chan: describe(
    z.string(),
    "channel, constant, schedule, `{type}.pod.{pod}`, `{type}.iface.{pod}.{iface}`, or name of a calendar, meter, script, alarm, class or page",
  ),
  change: changeKind,
  fields: z.optional(describe(z.array(fieldChange), "of what changed")),
});
const linkChange = z.object({
  source: z.string(),
  target: z.string(),
  change: changeKind,
  fields: z.optional(z.array(fieldChange)),
});

export const projectRun = call({
  ...may,
  method: "POST",
  path: "/project/{action}",
  summary: "Checks a project, or checks and applies it. Field errors of the project are in `errors`.",
  origin: "spec",
  mutates: true,
  params: z.object({ action: z.enum(["check", "upload"]) }),
  query: z.object({
    wait: z.optional(describe(queryInt(0, 60), "seconds to wait for the hub to run")),
    backup: z.optional(queryFlag()),
    backup_pwd: z.optional(anyPassword()),
  }),
  upload: { file: "myfile", fields: uploadFields, repeats: { mode: "action" } },
  answer: answer({
    old_hash: describe(z.string(), "hex SHA-256 of the compiled project in use, empty without one"),
    new_hash: describe(z.string(), "hex SHA-256 of the compiled upload, empty if invalid"),
    restart: z.boolean(),
    errors: z.array(projectError),
    changes: z.optional(describe(z.array(change), "against the project in use; absent without one")),
    links: z.optional(z.array(linkChange)),
    links_changed: z.optional(z.number()),
    message: z.optional(z.string()),
  }),
});

export const projectDownload = call({
  ...may,
  method: "GET",
  path: "/project/download",
  summary: "Stored file (`backup`), the same decrypted (`project`), or the compiled project (`compiled`).",
  origin: "spec",
  mutates: false,
  query: z.object({
    src: z.enum(["backup", "project", "compiled"]),
    data: z.optional(describe(z.string(), "JSON of {timestamp, pwd}")),
    version: z.optional(versionNumber()),
  }),
  content: "application/octet-stream",
});

export const projectVersion = z.object({
  version: z.string(),
  id: z.string(),
  name: z.string(),
  hash: z.string(),
  filename: z.string(),
  uploaded: unixSeconds(),
  current: z.boolean(),
  channels: z.number(),
  pods: z.number(),
  stored: describe(z.boolean(), "the uploaded file was kept"),
  encrypted: z.boolean(),
  size: bytes(),
  note: z.string(),
  keep: describe(z.boolean(), "never removed to make room for newer ones"),
  address: z.optional(describe(z.string(), "caller that uploaded it")),
  of: z.optional(describe(z.string(), "version it was made of, by activating edited constants")),
});

export const projectVersions = call({
  ...may,
  method: "GET",
  path: "/project/history",
  summary: "The kept versions, newest first.",
  mutates: false,
  answer: answer({ versions: z.array(projectVersion) }),
});

export const projectChanges = call({
  ...may,
  method: "GET",
  path: "/project/changes",
  summary: "What `version` adds, changes and removes against the version before it.",
  mutates: false,
  query: z.object({ version: versionNumber() }),
  answer: answer({ changes: z.array(change), links: z.array(linkChange), links_changed: z.number() }),
});

export const projectCompare = call({
  ...may,
  method: "GET",
  path: "/project/compare",
  summary: "How the kept version `to` differs from the kept version `from`.",
  mutates: false,
  query: z.object({ from: versionNumber(), to: versionNumber() }),
  answer: answer({ changes: z.array(change), links: z.array(linkChange), links_changed: z.number() }),
});

export const projectVersionSave = call({
  ...may,
  method: "POST",
  path: "/project/version",
  summary: "Notes something about a kept version, or keeps it for good.",
  mutates: true,
  body: z.object({
    version: versionNumber(),
    note: z.optional(versionNote()),
    keep: z.optional(z.boolean()),
  }),
});

export const projectRestore = call({
  ...may,
  method: "POST",
  path: "/project/restore",
  summary: "Makes a kept version the current one.",
  mutates: true,
  body: z.object({ version: versionNumber() }),
  answer: answer({ restart: z.boolean(), message: z.optional(z.string()) }),
});

export const projectTemplate = call({
  ...may,
  method: "GET",
  path: "/project/template",
  summary: "An empty workbook with every table and column explained.",
  mutates: false,
  content: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});

export const projectImportEts = call({
  ...may,
  method: "POST",
  path: "/project/import_ets",
  summary:
    "Makes a workbook of an ETS project (.knxproj) or of its export of group addresses (XML, CSV). Nothing is stored. 1203 for a wrong password, 1204 after too many, 409 while another file is read.",
  mutates: false,
  upload: { file: "myfile", fields: z.object({ pwd: z.optional(anyPassword()) }) },
  answer: answer({
    channels: z.number(),
    notes: describe(
      z.array(z.object({ about: z.string(), text: z.string() })),
      "German: what was not taken over as it stands, the first 200",
    ),
    noted: describe(z.number(), "how many notes there are in all"),
    workbook: describe(z.string(), "xlsx, base64"),
  }),
  statuses: [409],
});
