/** Texts that stand in a script as such: where it names channels, without running it. */

export interface Literal {
  text: string;
  /** Line of its first occurrence. */
  line: number;
}

/** Comments, long texts, short texts and line ends (Lua 5.4 reference manual, 3.1). */
const TOKEN =
  /--\[(=*)\[[\s\S]*?(?:\]\1\]|$)|--[^\n]*|\[(=*)\[([\s\S]*?)(?:\]\2\]|$)|"((?:[^"\\\n]|\\[\s\S])*)"?|'((?:[^'\\\n]|\\[\s\S])*)'?|\n/g;
const MOST = 5_000;

/** Short texts with escapes are left out: names of channels have none. */
export function literalsOf(source: string): Literal[] {
  const found = new Map<string, number>();
  let line = 1;
  for (const match of source.matchAll(TOKEN)) {
    const text = match[3] ?? match[4] ?? match[5];
    if (text !== undefined && !text.includes("\\") && !found.has(text) && found.size < MOST)
      found.set(text, line);
    for (const char of match[0]) if (char === "\n") line += 1;
  }
  return [...found].map(([text, at]) => ({ text, line: at }));
}
