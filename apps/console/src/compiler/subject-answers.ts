/** What is asked of the draft by dialogs about what a row names; loaded with the first of them. */
import type { DraftDocument } from "@hubwart/contract";
import { knownTypes } from "@hubwart/pods/schema-loaders";
import {
  alarmOfferOps,
  copyPodOps,
  linksOfPod,
  placesOfPod,
  renameOps,
  subjectOf,
  usageOf,
} from "@hubwart/project/tables";
import type { Question, Questions } from "./protocol.ts";

const TYPES: ReadonlySet<string> = new Set(knownTypes.types);
type Kind = "usage" | "rename" | "places" | "copyPod" | "offerAlarm";
export type SubjectQuestion = Extract<Question, { kind: Kind }>;

export function subjectAnswer(
  document: DraftDocument,
  { about, kind }: SubjectQuestion,
): Questions[Kind]["answer"] {
  switch (kind) {
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
