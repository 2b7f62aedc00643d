/** How an area is, in a colour and a word. */
import type { Tone } from "../../../components/status-badge.tsx";
import { statusTexts } from "../../../texts/index.ts";
import type { Area, AreaPoint } from "../api/area.ts";

const texts = statusTexts.areas;

export function areaState({
  bad,
  channels,
  received,
  uncertain,
}: Pick<Area, "bad" | "channels" | "received" | "uncertain">): {
  tone: Tone;
  text: string;
} {
  if (bad > 0) return { tone: "error", text: texts.bad(bad) };
  if (uncertain > 0) return { tone: "warn", text: texts.uncertain(uncertain) };
  if (received === 0) return { tone: "off", text: texts.waiting };
  // A meter that never answered is not in order because the one beside it is.
  if (received < channels) return { tone: "off", text: texts.partly(channels - received) };
  return { tone: "ok", text: texts.fine };
}

/** Last step of a path. */
export const areaName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** From the whole to the part, without the area itself: `Haus/EG/Büro` → `Haus`, `Haus/EG`. */
export function areasAbove(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Areas with a star, then those with something wrong, then those whose values come; alike ones as people count. */
export function areasInOrder(areas: readonly Area[]): readonly Area[] {
  const rank = ({ bad, received, star, uncertain }: Area) =>
    star ? 0 : bad + uncertain > 0 ? 1 : received > 0 ? 2 : 3;
  return areas.toSorted((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path, "de", { numeric: true }));
}

/** Where a value of an area belongs, if that is a part of it. */
export const placeWithin = (area: string | undefined, whole: string): string | undefined =>
  area !== undefined && area.startsWith(`${whole}/`) ? areaName(area) : undefined;

/** The part that all of them belong to, where there is one. */
export function sharedPlace(points: readonly AreaPoint[], whole: string): string | undefined {
  const places = new Set(points.map(({ area }) => placeWithin(area, whole)));
  const [only] = places;
  return places.size === 1 ? only : undefined;
}
