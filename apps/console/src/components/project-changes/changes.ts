/** Differences of two projects as rows of a table, and counted by kind. */
import type { AnswerOf, projectChanges } from "@hubwart/contract";
import { projectTexts } from "../../texts/index.ts";

const texts = projectTexts.changes;

export type Changes = Omit<AnswerOf<typeof projectChanges>, "code">;
export type FieldChange = NonNullable<Changes["changes"][number]["fields"]>[number];

/** In the order in which they are shown. */
const KINDS = [
  "project",
  "pod",
  "iface",
  "channel",
  "constant",
  "link",
  "schedule",
  "calendar",
  "meter",
  "alarm",
  "class",
  "page",
  "script",
] as const;
export type ChangedKind = (typeof KINDS)[number];

export interface ChangeRow {
  key: string;
  kind: ChangedKind;
  name: string;
  change: "added" | "changed" | "removed";
  fields: readonly FieldChange[];
}

export function changeRows({ changes, links }: Pick<Changes, "changes" | "links">): ChangeRow[] {
  const rows: ChangeRow[] = [
    ...changes.map(({ kind, chan, change, fields = [] }) => ({
      key: `${kind} ${chan}`,
      kind,
      name: nameOf(kind, chan),
      change,
      fields,
    })),
    ...links.map(({ source, target, change, fields = [] }) => ({
      key: `link ${source} ${target}`,
      kind: "link" as const,
      name: `${source} → ${target}`,
      change,
      fields,
    })),
  ];
  const rank = (row: ChangeRow): number => KINDS.indexOf(row.kind);
  return rows.sort((a, b) => rank(a) - rank(b));
}

/** As everything else names it: `mqtt.pod.haus` is `mqtt.haus`, `mqtt.iface.haus.main` is `mqtt.haus, main`. */
function nameOf(kind: ChangedKind, chan: string): string {
  const [type = "", , pod = "", iface = ""] = chan.split(".");
  if (kind === "project") return texts.project;
  if (kind === "pod") return `${type}.${pod}`;
  return kind === "iface" ? `${type}.${pod}, ${iface}` : chan;
}

/** "2 hinzugefügt, 1 entfernt" for each kind of which something differs. */
export function changeCounts(rows: readonly ChangeRow[]): { kind: ChangedKind; text: string }[] {
  return KINDS.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const parts = (["added", "changed", "removed"] as const).flatMap((change) => {
      const count = own.filter((row) => row.change === change).length;
      return count === 0 ? [] : [texts.count(count, texts.kinds[change])];
    });
    return parts.length === 0 ? [] : [{ kind, text: parts.join(", ") }];
  });
}
