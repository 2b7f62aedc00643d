/** Where things belong in the plant: areas, equipment, and what a point is in words of Project Haystack. */
import { AREA_DEPTH, AREA_PART, areaFault, hasOddSpaces, tidySpaces } from "../area/path.ts";
import { POINT_WORDS } from "../area/point-words.ts";
import type { TextColumn } from "../columns.ts";
import { type Place, placeText } from "../report.ts";
import type { Draft } from "./draft.ts";
import type { ViewRow } from "./table-view.ts";

/** Undefined for an empty cell, and for one that is wrong (reported). */
export function areaIn(row: ViewRow, name: string, column: TextColumn): string | undefined {
  const value = row.text(name, column);
  const fault = value === undefined ? undefined : areaFault(value);
  if (value === undefined || fault === undefined) return value;
  switch (fault.kind) {
    case "empty":
      row.fail("areaEmptyPart", name, { value });
      break;
    case "spaces":
      row.fail("oddSpaces", name, { value, proposal: fault.proposal });
      break;
    case "deep":
      row.fail("areaTooDeep", name, { value, depth: fault.depth, limit: AREA_DEPTH });
      break;
    case "long":
      row.fail("areaPartTooLong", name, { step: fault.part, limit: AREA_PART });
  }
  return undefined;
}

export function equipIn(row: ViewRow, column: TextColumn): string | undefined {
  const value = row.text("equip", column);
  if (value === undefined || !hasOddSpaces(value)) return value;
  row.fail("oddSpaces", "equip", { value, proposal: tidySpaces(value) });
  return undefined;
}

/** Each word once, in the order given. */
export function pointIn(row: ViewRow, column: TextColumn): string | undefined {
  const value = row.text("point", column);
  if (value === undefined) return undefined;
  const words = [...new Set(value.trim().split(/\s+/))];
  const strange = words.find((word) => !POINT_WORDS.has(word));
  if (strange === undefined) return words.join(" ");
  row.fail("unknownPoint", "point", { word: strange, near: row.near(strange, POINT_WORDS) });
  return undefined;
}

/** Two spellings of one area would part what belongs together, unnoticed. */
export function checkSpelling({ channels, pods, report }: Draft): void {
  const seen = new Map<string, { area: string; place: Place }>();
  const looked = new Set<string>();
  const look = (area: string | undefined, place: Place, attribute: string) => {
    if (area === undefined || looked.has(area)) return;
    looked.add(area);
    const key = area.toLowerCase();
    const first = seen.get(key);
    if (!first) seen.set(key, { area, place });
    else {
      report.add(
        "areaSpelling",
        { ...place, attribute },
        { value: area, spelling: first.area, first: placeText(first.place) },
      );
    }
  };
  for (const { place, pod } of pods.values()) look(pod.area, place, "area");
  if (channels.haveAreas)
    for (const { channel, place } of channels.values()) look(channel.area, place, "area");
}
