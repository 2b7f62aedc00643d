/** Names of channels and constants in cells. */
import type { ValueType } from "../compiled.ts";
import { CONSTANT_TYPE } from "../tables.ts";
import type { Draft } from "./draft.ts";
import type { ViewRow } from "./table-view.ts";

export const REFERENCE = /^[^.\s]+\.[^.\s]+\.[^.\s]+$/;

/** The type of a channel or constant, of whatever direction; undefined if there is none (reported). */
export function typeOfName(
  row: ViewRow,
  attribute: string,
  name: string,
  draft: Draft,
): ValueType | undefined {
  const type = knownType(name, draft);
  if (type === undefined) reportMissing(row, attribute, "unknownChannel", name, draft);
  return type;
}

export function knownType(name: string, draft: Draft): ValueType | undefined {
  return draft.constants.get(name)?.constant.type ?? draft.channels.get(name)?.channel.type;
}

/** Nothing is said of a name whose own row is broken: that has been reported. */
export function reportMissing(
  row: ViewRow,
  attribute: string,
  kind: "unknownSource" | "unknownTarget" | "unknownChannel",
  name: string,
  draft: Draft,
): void {
  row.ok = false;
  const pod = name.slice(0, name.lastIndexOf("."));
  if (draft.brokenNames.has(name) || draft.brokenNames.has(pod)) return;
  const value = name.slice(0, 210);
  if (!REFERENCE.test(name)) {
    row.fail("badReference", attribute, { value });
    return;
  }
  const near =
    (name.startsWith(`${CONSTANT_TYPE}.`) ? draft.report.near(name, draft.constants.keys()) : undefined) ??
    draft.report.near(name, draft.channels.keys());
  row.fail(kind, attribute, { value, near });
}
