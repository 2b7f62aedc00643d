/** What scripts name and the draft does not have; loaded for drafts with scripts. */
import type { DraftDocument } from "@hubwart/contract";
import { unknownNames } from "@hubwart/project/tables";
import type { Mark } from "./protocol.ts";
import { alarmIds, namesOf } from "./suggest.ts";

/** No error of the compiler: the script starts all the same. */
const UNKNOWN_NAME = 0;

export function strangers(document: DraftDocument): Mark[] {
  const named = { channels: new Set(namesOf(document)), ...alarmIds(document) };
  return Object.entries(document.scripts).flatMap(([script, source]) =>
    unknownNames(source, named).map(
      ({ line, text }): Mark => ({
        level: "warning",
        code: UNKNOWN_NAME,
        text,
        hint: "",
        about: script,
        script,
        line,
      }),
    ),
  );
}
