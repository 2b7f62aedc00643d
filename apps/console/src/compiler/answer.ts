/** What the editor asks of its draft. */
import type { DraftDocument } from "@hubwart/contract";
import { knownTypes } from "@hubwart/pods/schema-loaders";
import { channelsOf } from "@hubwart/project/tables";
import type { Question, Questions } from "./protocol.ts";
import { namesLike, suggest } from "./suggest.ts";

const TYPES: ReadonlySet<string> = new Set(knownTypes.types);

/** Rejects where what answers it cannot be loaded. */
export async function answerOf(
  document: DraftDocument,
  question: Exclude<Question, { kind: "table" }>,
): Promise<Questions[keyof Questions]["answer"]> {
  const { about, kind } = question;
  switch (kind) {
    case "suggest":
      return suggest(document, about);
    case "names":
      return namesLike(document, about.text);
    case "channels": {
      const table = document.tables.find(({ id }) => id === about.table);
      const wanted = new Set(about.rows);
      return table
        ? channelsOf(
            table,
            table.rows.filter(({ id }) => wanted.has(id)),
            TYPES,
          )
        : new Map();
    }
    case "usage":
    case "rename":
    case "places":
    case "copyPod":
    case "offerAlarm": {
      const { subjectAnswer } = await import("./subject-answers.ts");
      return subjectAnswer(document, question);
    }
  }
}
