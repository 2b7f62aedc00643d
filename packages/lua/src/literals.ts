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

const NAMING = ["read", "write", "on_change"];
const JOINED = /^\s*\.\./;
const NEAR_ENOUGH = 80;

/** Names of channels given to `read`, `write` and `on_change`. */
export const channelNamesOf = (source: string): Literal[] => firstArgumentsOf(source, NAMING);

/** Those of them given to `write`; and those given to `read` and `on_change`. */
export const writtenNamesOf = (source: string): Literal[] => firstArgumentsOf(source, ["write"]);
export const readNamesOf = (source: string): Literal[] => firstArgumentsOf(source, ["read", "on_change"]);

/** Ids of alarms given to `alarm.active`; and those given to `alarm.raise` and `alarm.clear`. */
export const alarmIdsOf = (source: string): Literal[] => firstArgumentsOf(source, ["alarm.active"]);
export const raisedAlarmsOf = (source: string): Literal[] =>
  firstArgumentsOf(source, ["alarm.raise", "alarm.clear"]);

/** Patterns of times given to `cron`. */
export const cronPatternsOf = (source: string): Literal[] => firstArgumentsOf(source, ["cron"]);

/**
 * First arguments of functions where they are a short text and nothing else, each with the line of its first use. What a script
 * puts together of parts is not known before it runs, and a function of the same name that it defines itself is its own affair.
 */
function firstArgumentsOf(source: string, functions: readonly string[]): Literal[] {
  const plain = (name: string) => name.replaceAll(".", String.raw`\.`);
  const before = new RegExp(`(?:^|[^\\w.:])(${functions.map(plain).join("|")})\\s*\\(?\\s*$`);
  const found = new Map<string, number>();
  const own = new Set(
    functions.filter((name) => new RegExp(`function\\s+${plain(name)}\\s*\\(`).test(source)),
  );
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
    const name = before.exec(code)?.[1];
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
