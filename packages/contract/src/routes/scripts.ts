import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { bytes, queryInt, unixMillis, unixSeconds } from "../shapes.ts";
import { projectError } from "./project.ts";

const scriptName = () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9_][A-Za-z0-9_. -]{0,195}\.lua$/,
        "Erlaubt sind Buchstaben ohne Umlaute, Ziffern, „_“, „-“, „.“ und Leerzeichen; am Ende steht .lua.",
      ),
    );
const named = z.object({ file: scriptName() });
const source = () => z.string().check(z.maxLength(512 * 1024));
const BODY = 2 * 1024 * 1024;

const listed = z.object({
  filename: z.string(),
  size: bytes(),
  ts: describe(unixSeconds(), "of the upload; of the project's current version for its own scripts"),
  uploaded: describe(z.boolean(), "beside the project; wins over the project's script of the same name"),
  in_project: z.boolean(),
  changed: describe(z.boolean(), "differs from what runs; an activation brings it to the hub"),
});
const problem = z.object({ line: describe(z.number(), "0 where no line is known"), text: z.string() });
const used = z.object({ chan: z.string(), line: z.number() });

export const luaFiles = call({
  method: "GET",
  path: "/resources/lua/files",
  summary: "Scripts of the project and those uploaded beside it.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: false,
  answer: answer({
    files: z.array(listed),
    pending: describe(z.boolean(), "something waits for an activation"),
  }),
});

export const luaFile = call({
  method: "GET",
  path: "/resources/lua/file",
  summary: "Source of a script: the uploaded one, else the project's.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  query: named,
  etag: ["source"],
  answer: answer({ source: z.string(), uploaded: z.boolean(), in_project: z.boolean() }),
});

export const luaUpload = call({
  method: "POST",
  path: "/resources/lua/upload",
  summary: "Adds or replaces a script; it takes effect when activated.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  upload: { file: "newfile" },
});

export const luaSave = call({
  method: "POST",
  path: "/resources/lua/save",
  summary:
    "Saves a script's source; it takes effect when activated. One that does not compile is saved as well.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  bodyLimit: BODY,
  guard: "luaFile",
  body: z.object({ file: scriptName(), source: source() }),
});

export const luaDelete = call({
  method: "GET",
  path: "/resources/lua/delete",
  summary: "Removes an uploaded script; a script of the project of the same name counts again.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: named,
});

export const luaCheck = call({
  method: "POST",
  path: "/resources/lua/check",
  summary:
    "Compiles a source without running it, lists the channels of the project that it names, and warns of names that are none and of times that never come.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  bodyLimit: BODY,
  body: z.object({
    file: scriptName(),
    source: source(),
    alone: z.optional(
      describe(z.boolean(), "without the running project: names of channels are not looked at"),
    ),
  }),
  answer: answer({
    problems: z.array(problem),
    warnings: describe(
      z.array(problem),
      "channels that the project does not have, and times that never come; the script starts all the same",
    ),
    channels: z.array(used),
  }),
});

export const luaCompile = call({
  method: "GET",
  path: "/resources/lua/compile",
  summary: "Checks all scripts and activates them; the hub restarts if something changed (reason 1002).",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  answer: answer({
    restart: describe(z.boolean(), "the hub restarts because the scripts changed"),
    errors: z.array(projectError),
    message: z.optional(z.string()),
  }),
});

const scriptStatus = z.object({
  name: z.string(),
  state: z.enum(["starting", "running", "waiting", "broken", "ended"]),
  loop: z.optional(
    describe(z.string(), "channel whose changes come from what the script writes, again and again"),
  ),
  error: z.optional(z.string()),
  error_at: z.optional(unixMillis()),
  starts: z.number(),
  failures: describe(z.number(), "calls that ended with an error"),
  events: describe(z.number(), "values handed to it"),
  coalesced: describe(z.number(), "values merged because it was slower"),
  writes: z.number(),
  refused: describe(z.number(), "writes, lines and requests beyond the rates"),
  calls: z.number(),
  busy: describe(z.number(), "ms in the script since its last start"),
  memory: describe(bytes(), "of its Lua state"),
  throttled: z.boolean(),
});

export const luaState = call({
  method: "GET",
  path: "/resources/lua/state",
  summary: "How the scripts of the hub are.",
  needs: "see",
  channels: "whole",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    available: describe(z.boolean(), "the hub can be asked"),
    memory: describe(bytes(), "of their process; 0 without one"),
    scripts: z.array(scriptStatus),
  }),
});

export const luaSettings = call({
  method: "GET",
  path: "/resources/lua/settings",
  summary: "Servers that scripts may send requests to.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  etag: ["hosts"],
  answer: answer({ hosts: z.array(z.string()) }),
});

export const luaSettingsSave = call({
  method: "POST",
  path: "/resources/lua/settings",
  summary: "Saves the allowed servers; they take effect when activated.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  guard: "luaSettings",
  body: z.object({
    hosts: z
      .array(
        z
          .string()
          .check(
            z.maxLength(300),
            z.regex(
              /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)(:[0-9]{1,5})?$/,
              "Erlaubt ist ein Name oder eine Adresse, dahinter bei Bedarf „:Port“.",
            ),
          ),
      )
      .check(z.maxLength(50)),
  }),
});

export const luaTrial = call({
  method: "POST",
  path: "/resources/lua/trial",
  summary:
    "Runs a source against the plant as it is, without writing, sending or keeping anything; ends the last trial.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  bodyLimit: BODY,
  body: z.object({
    file: scriptName(),
    source: source(),
    seconds: z.int().check(z.minimum(1), z.maximum(600)),
  }),
});

export const luaTrialLook = call({
  method: "GET",
  path: "/resources/lua/trial",
  summary: "What the trial would have done, after event `after`.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  query: z.object({ after: z.optional(queryInt(0, Number.MAX_SAFE_INTEGER)) }),
  answer: answer({
    events: z.array(
      z.object({
        seq: z.number(),
        ts: unixMillis(),
        kind: z.enum(["write", "log", "keep", "http", "alarm", "end"]),
        level: z.optional(z.string()),
        what: z.optional(describe(z.string(), "channel, name of the kept value, or address")),
        text: describe(z.string(), "JSON of the value, or a text"),
      }),
    ),
    over: z.boolean(),
  }),
});

export const luaTrialStop = call({
  method: "POST",
  path: "/resources/lua/trial/stop",
  summary: "Ends the trial.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
});
