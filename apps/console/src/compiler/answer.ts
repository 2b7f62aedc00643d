/** What the editor asks of its draft. */
import type { DraftDocument } from "@hubwart/contract";
import { podSchemas } from "@hubwart/pods/schemas";
import {
  alarmOfferOps,
  channelsOf,
  copyPodOps,
  linksOfPod,
  placesOfPod,
  renameOps,
  subjectOf,
  usageOf,
} from "@hubwart/project/tables";
import type { Question, Questions } from "./protocol.ts";
import { namesLike, suggest } from "./suggest.ts";

const TYPES = new Set(podSchemas.map(({ type }) => type));

export function answerOf(
  document: DraftDocument,
  { about, kind }: Question,
): Questions[keyof Questions]["answer"] {
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
    case "usage": {
      const subject = subjectOf(document, about, TYPES);
      return subject && usageOf(document, subject, TYPES);
    }
    case "rename":
      return renameOps(document, about.subject, about.name, TYPES);
    case "places":
      return {
        places: placesOfPod(document, about.pod, TYPES),
        links: linksOfPod(document, about.pod, TYPES),
      };
    case "copyPod":
      return copyPodOps(document, about, TYPES);
    case "offerAlarm":
      return alarmOfferOps(document, about, TYPES);
  }
}
