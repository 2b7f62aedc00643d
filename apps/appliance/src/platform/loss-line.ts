import type { StoreDamage } from "@hubwart/core/store";

const WHAT = { damaged: "war beschädigt", missing: "fehlte", emptied: "war leer" };

/** For the event log: which file was lost, and where the damaged one lies now. */
export function lossLine(file: string, { kind, kept }: StoreDamage): string {
  const rest = kept === "" ? "" : `; die alte Datei liegt unter ${kept}`;
  return `Die Datenbank ${file} ${WHAT[kind]} und wurde neu angelegt${rest}.`;
}
