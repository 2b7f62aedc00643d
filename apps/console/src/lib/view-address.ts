/**
 * What of a table stands in the address of its page: `pods.q=ping&pods.sort=-memory`. The names of such entries have a dot, by
 * which pages that write their own part of the address know them. What is as at first is not written there.
 */
export type Search = Readonly<Record<string, unknown>>;

/** Which column a table is sorted by. */
export interface Sort {
  id: string;
  desc: boolean;
}

const LONGEST = 200;
/** Of a table that is sorted at first, and is not by choice. */
const UNSORTED = "-";

/** An entry as text, whatever somebody wrote there. */
export function textIn(search: Search, key: string): string {
  const value = search[key];
  return ["string", "number", "boolean"].includes(typeof value) ? String(value).slice(0, LONGEST) : "";
}

/** The address with an entry changed; an empty text is not written. */
export function withText(search: Search, key: string, text: string): Search {
  const { [key]: _before, ...others } = search;
  return text === "" ? others : { ...others, [key]: text };
}

export const without = (search: Search, keys: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !keys.includes(key)));

/** The entries of tables alone, for who writes all others. */
export const viewsIn = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([key]) => key.includes(".")));

/** `known`: the columns that sort. */
export function sortFrom(text: string, known: readonly string[], first: Sort | undefined): Sort | undefined {
  if (text === UNSORTED) return undefined;
  const desc = text.startsWith("-");
  const id = desc ? text.slice(1) : text;
  return known.includes(id) ? { id, desc } : first;
}

export function sortText(sort: Sort | undefined, first: Sort | undefined): string {
  if (sort?.id === first?.id && sort?.desc === first?.desc) return "";
  return sort ? `${sort.desc ? "-" : ""}${sort.id}` : UNSORTED;
}
