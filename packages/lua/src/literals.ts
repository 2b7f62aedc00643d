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

/** A function's first argument, where it is a short text and nothing else. */
const NAMING = ["read", "write", "on_change"];
const BEFORE = new RegExp(`(?:^|[^\\w.:])(${NAMING.join("|")})\\s*\\(?\\s*$`);
const JOINED = /^\s*\.\./;
const NEAR_ENOUGH = 80;

/**
 * Names of channels given to `read`, `write` and `on_change` as they stand, each with the line of its first use. What a script
 * puts together of parts is not known before it runs, and a function of the same name that it defines itself is its own affair.
 */
export function channelNamesOf(source: string): Literal[] {
  const found = new Map<string, number>();
  const own = new Set(NAMING.filter((name) => new RegExp(`function\\s+${name}\\s*\\(`).test(source)));
  /** The source without its comments and texts, up to the present place. */
  let code = "";
  let line = 1;
  let from = 0;
  for (const match of source.matchAll(TOKEN)) {
    const end = match.index + match[0].length;
    code = (code + source.slice(from, match.index)).slice(-NEAR_ENOUGH);
    from = end;
    // A line end that begins a long text is none of it.
    const text = match[3]?.replace(/^\r?\n/, "") ?? match[4] ?? match[5];
    const name = BEFORE.exec(code)?.[1];
    if (
      text !== undefined &&
      !text.includes("\\") &&
      name !== undefined &&
      !own.has(name) &&
      !JOINED.test(source.slice(end, end + NEAR_ENOUGH)) &&
      !found.has(text) &&
      found.size < MOST
    )
      found.set(text, line);
    code += text === undefined ? " " : '""';
    for (const char of match[0]) if (char === "\n") line += 1;
  }
  return [...found].map(([text, at]) => ({ text, line: at }));
}
