/** The words and signs of a rule, each with its place. */
import { texts } from "../texts.ts";

export interface Word {
  /** Lower case; of a quoted one as it stands. */
  text: string;
  kind: "word" | "quoted" | "sign" | "end";
  /** From 1. */
  at: number;
}

/** German, says where and what is allowed. */
export class RuleError extends Error {}

export const LONGEST_RULE = 500;

const SPACE = /\s+/uy;
const SIGN = /<=|>=|!=|[<>=()]/uy;
const QUOTED = /["„“]([^"„“”]{1,200})["“”]/uy;
const PLAIN = /[\p{L}\p{N}._-]+/uy;

/** @throws RuleError */
export function wordsOf(rule: string): Word[] {
  if (rule.length > LONGEST_RULE) throw new RuleError(texts.rule.tooLong(LONGEST_RULE));
  const words: Word[] = [];
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(rule);
  };
  while (at < rule.length) {
    const space = next(SPACE);
    if (space) {
      at += space[0].length;
      continue;
    }
    const word = read(next, at + 1);
    if (!word) throw new RuleError(texts.rule.sign(String.fromCodePoint(rule.codePointAt(at) ?? 0), at + 1));
    words.push(word.found);
    at += word.length;
  }
  return [...words, { text: "", kind: "end", at: rule.length + 1 }];
}

function read(
  next: (pattern: RegExp) => RegExpExecArray | null,
  at: number,
): { found: Word; length: number } | undefined {
  const sign = next(SIGN);
  if (sign) return { found: { text: sign[0], kind: "sign", at }, length: sign[0].length };
  const quoted = next(QUOTED);
  if (quoted) return { found: { text: quoted[1] ?? "", kind: "quoted", at }, length: quoted[0].length };
  const plain = next(PLAIN);
  if (plain) return { found: { text: plain[0].toLowerCase(), kind: "word", at }, length: plain[0].length };
  return undefined;
}
