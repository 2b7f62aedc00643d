/** What Lua says, in the words of `texts.ts`. Messages are those of Lua 5.4 (llex.c, lparser.c, ldebug.c, lauxlib.c); others stay as they are. */
import { type Part, texts } from "./texts.ts";

export interface ScriptProblem {
  /** 0 where no line is known. */
  line: number;
  text: string;
}

type Rule = [RegExp, (...parts: Part[]) => string];

/** `'x'` → `x` */
function bare(text: Part): Part {
  return text?.replace(/^'([\s\S]*)'$/, "$1");
}

const NEAR = "(?: near ([\\s\\S]+))?$";
const OF = "(?: \\((\\w+) '([^']*)'\\))?";

const RULES: Rule[] = [
  [
    new RegExp(`^('[^']+'|<\\w+>) expected \\(to close ('[^']+') at line (\\d+)\\)${NEAR}`),
    (what, open, line, at) => texts.unclosed(bare(what), bare(open), line, bare(at)),
  ],
  [new RegExp(`^<name>(?: or '\\.\\.\\.')? expected${NEAR}`), (at) => texts.nameExpected(bare(at))],
  [new RegExp(`^('[^']+'|<\\w+>) expected${NEAR}`), (what, at) => texts.expected(bare(what), bare(at))],
  [new RegExp(`^unexpected symbol${NEAR}`), (at) => texts.unexpectedSymbol(bare(at))],
  [new RegExp(`^syntax error${NEAR}`), (at) => texts.incomplete(bare(at))],
  [new RegExp(`^function arguments expected${NEAR}`), (at) => texts.argumentsMissing(bare(at))],
  [new RegExp(`^unfinished string${NEAR}`), (at) => texts.quoteMissing(bare(at))],
  [
    new RegExp(`^unfinished long (string|comment) \\(starting at line (\\d+)\\)${NEAR}`),
    (what, line) => texts.neverClosed(what === "string", line),
  ],
  [new RegExp(`^malformed number${NEAR}`), (at) => texts.numberUnreadable(bare(at))],
  [new RegExp(`^invalid escape sequence${NEAR}`), (at) => texts.escapeUnknown(bare(at))],
  [
    new RegExp(
      `^(?:decimal escape too large|hexadecimal digit expected|UTF-8 value too large|missing '[{}]'(?: in \\\\u\\{xxxx\\})?)${NEAR}`,
    ),
    (at) => texts.escapeWrong(bare(at)),
  ],
  [new RegExp(`^invalid long string delimiter${NEAR}`), (at) => texts.longTextWrong(bare(at))],
  [new RegExp(`^cannot use '\\.\\.\\.' outside a vararg function${NEAR}`), () => texts.notVararg],
  [new RegExp(`^attempt to assign to const variable '([^']*)'${NEAR}`), (name) => texts.isConst(name)],
  [/^break outside (?:a )?loop at line (\d+)/, (line) => texts.breakOutside(line)],
  [/^no visible label '([^']*)' for <?goto>? at line (\d+)/, (name, line) => texts.noLabel(name, line)],
  [/^label '([^']*)' already defined on line (\d+)/, (name, line) => texts.labelTwice(name, line)],
  [
    /^<goto ([^>]*)> at line (\d+) jumps into the scope of (?:local|label)? ?'([^']*)'/,
    (name, line, local) => texts.gotoIntoScope(name, line, local),
  ],
  [/^unknown attribute '([^']*)'/, (name) => texts.noAttribute(name)],
  [/^too many (\S+ ?\S*) \(limit is (\d+)\)/, (what, limit) => texts.tooMany(what, limit)],
  [/^(?:chunk has too many syntax levels|C stack overflow|error in error handling)/, () => texts.tooNested],
  [/^attempt to load a binary chunk/, () => texts.compiledScript],
  [/^not enough memory/, () => texts.noMemory],
  [/^stack overflow/, () => texts.endless],
  [
    new RegExp(`^attempt to call a (\\w+) value${OF}`),
    (t, _kind, name) => (name === undefined ? texts.callsNoFunction(t) : texts.noFunction(name, t)),
  ],
  [new RegExp(`^attempt to index a (\\w+) value${OF}`), (t, kind, name) => texts.indexes(t, kind, name)],
  [
    new RegExp(`^attempt to perform arithmetic on a (\\w+) value${OF}`),
    (t, kind, name) => texts.noArithmetic(t, kind, name),
  ],
  [
    new RegExp(`^attempt to perform bitwise operation on a (\\w+) value${OF}`),
    (t, kind, name) => texts.noBits(t, kind, name),
  ],
  [
    new RegExp(`^attempt to concatenate a (\\w+) value${OF}`),
    (t, kind, name) => texts.noConcatenation(t, kind, name),
  ],
  [
    new RegExp(`^attempt to get length of a (\\w+) value${OF}`),
    (t, kind, name) => texts.noLength(t, kind, name),
  ],
  [/^attempt to compare two (\w+) values/, (t) => texts.notComparable(t)],
  [/^attempt to compare (\w+) with (\w+)/, (a, b) => texts.notComparableWith(a, b)],
  [/^attempt to (?:perform 'n(?:\/\/|%%)0'|divide by zero)/, () => texts.divisionByZero],
  [/^number(?: \S+)? has no integer representation/, () => texts.wholeNumber],
  [
    /^bad argument #(\d+) to '([^']*)' \((\w+) expected, got ([^)]+)\)/,
    (n, name, wanted, got) => texts.argumentType(name, n, wanted, got),
  ],
  [/^bad argument #(\d+) to '([^']*)' \(([\s\S]*)\)$/, (n, name, why) => texts.argumentRefused(name, n, why)],
];

/** `name.lua:3: unexpected symbol near 'x'` → line 3 and a German text. */
export function germanProblem(message: string): ScriptProblem {
  const placed = /^[^:\n]{1,250}:(\d+): ([\s\S]*)$/.exec(message);
  const line = placed ? Number(placed[1]) : 0;
  const said = placed?.[2] ?? message;
  for (const [pattern, german] of RULES) {
    const found = pattern.exec(said);
    if (found) return { line, text: german(...found.slice(1)) };
  }
  return { line, text: said.slice(0, 1_000) };
}

/** For one line of a log. */
export function problemText({ line, text }: ScriptProblem): string {
  return line > 0 ? texts.problem(line, text) : text;
}
