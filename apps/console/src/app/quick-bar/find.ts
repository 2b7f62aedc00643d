/** Entries of the quick bar, and which of them fit what was typed. Pure. */

export type Group = "recent" | "pages" | "areas" | "pods" | "channels" | "actions" | "settings";

export interface Entry {
  /** The same at every visit: recent ones are remembered by it. */
  id: string;
  group: Group;
  label: string;
  /** Beside the label: the section of a page, the name of a pod. */
  hint?: string;
  /** What people may type instead. */
  words?: string;
  /** Where it leads. */
  href?: string;
  /** What it does. */
  run?: () => void;
}

/** Shown of each group. */
const MOST = 7;
const ORDER: readonly Group[] = ["recent", "pages", "areas", "pods", "channels", "settings", "actions"];

/** Without case and signs, so that "aender" and "ander" both are not needed: "ä" fits "a". */
export function folded(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

/**
 * The entries that hold every word that was typed, best first, at most a few of each group. With nothing typed: the
 * recent ones, then the pages.
 */
export function find(entries: readonly Entry[], recent: readonly string[], typed: string): Entry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const age = new Map(recent.map((id, index) => [id, index]));
  if (words.length === 0) {
    const last = entries.filter(({ id }) => age.has(id)).sort(byAge);
    return [
      ...last.map((entry) => ({ ...entry, group: "recent" as const })),
      ...entries.filter(({ id, group }) => group === "pages" && !age.has(id)),
    ];
  }
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || byAge(a.entry, b.entry));
  // The group of the best entry comes first.
  const groups = [...new Set(ranked.map(({ entry }) => entry.group))].sort(
    (a, b) => bestOf(a) - bestOf(b) || ORDER.indexOf(a) - ORDER.indexOf(b),
  );
  return groups.flatMap((group) => ofGroup(group).slice(0, MOST));

  function ofGroup(group: Group): Entry[] {
    return ranked.filter(({ entry }) => entry.group === group).map(({ entry }) => entry);
  }
  function bestOf(group: Group): number {
    return ranked.find(({ entry }) => entry.group === group)?.rank ?? Number.POSITIVE_INFINITY;
  }
  function byAge(a: Entry, b: Entry): number {
    return (age.get(a.id) ?? recent.length) - (age.get(b.id) ?? recent.length);
  }
}

/** 0: the label begins with it; 1: a word of the label does; 2: the label holds it; 3: only other words do. */
function rankOf({ label, hint = "", words = "" }: Entry, typed: readonly string[]): number {
  const name = folded(label);
  const rest = folded(`${hint} ${words}`);
  let rank = 0;
  for (const word of typed) {
    const at = name.indexOf(word);
    if (at === 0) continue;
    if (at > 0) rank = Math.max(rank, hasWord(name, word) ? 1 : 2);
    else if (rest.includes(word)) rank = Math.max(rank, 3);
    else return Number.POSITIVE_INFINITY;
  }
  return rank;
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}
