/** Paths of areas: names of the plant from the whole to the part, parted by `/`: `Haus/EG/Büro 2`. */

/** Steps of a path. */
export const AREA_DEPTH = 6;
/** Characters of one step. */
export const AREA_PART = 60;

const ODD_SPACES = /^\s|\s$|\s{2}|[^\S ]/;

/** Spaces as people mean them: one at a time, none at the ends or beside a `/`. */
export function tidySpaces(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/ ?\/ ?/g, "/")
    .trim();
}

export type AreaFault =
  | { kind: "empty" }
  | { kind: "spaces"; proposal: string }
  | { kind: "deep"; depth: number }
  | { kind: "long"; part: string };

/** What is wrong with a path, the first of it; undefined where nothing is. */
export function areaFault(path: string): AreaFault | undefined {
  const parts = path.split("/");
  if (parts.some((part) => part.trim() === "")) return { kind: "empty" };
  if (parts.some(hasOddSpaces)) return { kind: "spaces", proposal: tidySpaces(path) };
  if (parts.length > AREA_DEPTH) return { kind: "deep", depth: parts.length };
  const part = parts.find(({ length }) => length > AREA_PART);
  return part === undefined ? undefined : { kind: "long", part };
}

export const hasOddSpaces = (text: string): boolean => ODD_SPACES.test(text);

/** Whether an area is the other one, or a part of it. */
export const isWithin = (area: string, whole: string): boolean =>
  area === whole || (area.startsWith(whole) && area[whole.length] === "/");
