import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { bytes, fileName, unixSeconds } from "../shapes.ts";

const named = z.object({ file: fileName() });
const script = z.object({ filename: z.string(), size: bytes(), ts: unixSeconds() });

export const htdocsFiles = call({
  method: "GET",
  path: "/resources/htdocs/files",
  summary: "Public files, served under /opt/.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: false,
  answer: answer({
    files: z.array(z.object({ name: z.string(), size: bytes(), mts: unixSeconds(), type: z.string() })),
    free: describe(bytes(), "room left on the disk"),
  }),
});

export const htdocsUpload = call({
  method: "POST",
  path: "/resources/htdocs/upload",
  summary: "Unpacks a ZIP archive in place of the public files.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: true,
  upload: { file: "newfile" },
  answer: answer({ files: describe(z.number(), "files unpacked") }),
});

export const htdocsClean = call({
  method: "GET",
  path: "/resources/htdocs/clean",
  summary: "Deletes all public files irrevocably.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: true,
});

export const poolFiles = call({
  method: "GET",
  path: "/resources/pool/files",
  summary: "Kept states of the value store.",
  needs: "see",
  channels: "whole",
  origin: "spec",
  mutates: false,
  answer: answer({ files: z.array(script) }),
});

export const lakeFiles = call({
  method: "GET",
  path: "/resources/lake/files",
  summary: "Kept states of the time-series store, and how long its room lasts.",
  needs: "see",
  channels: "whole",
  origin: "spec",
  mutates: false,
  answer: answer({
    files: z.array(script),
    room: describe(
      z.object({
        days: describe(z.number(), "days that are kept"),
        bytes: describe(z.number(), "bytes that all of them together may use"),
        used: describe(z.number(), "bytes in use"),
        per_day: z.optional(describe(z.number(), "bytes of a day, mean of the last seven finished ones")),
        until: z.optional(describe(z.number(), "when the oldest day is removed first, ms since the epoch")),
        by: z.optional(describe(z.enum(["room", "age"]), "which of the two limits comes first")),
      }),
      "(ours)",
    ),
  }),
});

const recordedDay = () =>
  z
    .string()
    .check(z.regex(/^\d{4}-\d{2}-\d{2}\.parquet$/, "Erlaubt ist ein Tag, zum Beispiel 2026-11-24.parquet."));

export const lakeDownload = call({
  method: "GET",
  path: "/resources/lake/file",
  summary: "The recorded values of one day (UTC) as an Apache Parquet file.",
  needs: "see",
  channels: "whole",
  mutates: false,
  query: z.object({ file: recordedDay() }),
  content: "application/vnd.apache.parquet",
});

export const storeRestore = call({
  method: "GET",
  path: "/resources/{store}/restore",
  summary: "Puts a kept state back; the hub restarts (reason 1005).",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  params: z.object({ store: z.enum(["pool", "lake"]) }),
  query: named,
  answer: answer({ restart: z.boolean() }),
});
