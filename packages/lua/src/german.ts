/** What Lua says, in German. Messages are those of Lua 5.4 (llex.c, lparser.c, ldebug.c, lauxlib.c); others stay as they are. */

export interface ScriptProblem {
  /** 0 where no line is known. */
  line: number;
  text: string;
}

const TYPES: Record<string, string> = {
  nil: "nil (kein Wert)",
  boolean: "ein Wahrheitswert",
  number: "eine Zahl",
  string: "ein Text",
  table: "eine Tabelle",
  function: "eine Funktion",
  thread: "eine Coroutine",
  "no value": "kein Wert",
};
const KINDS: Record<string, string> = {
  global: "globale Variable",
  local: "lokale Variable",
  upvalue: "äußere Variable",
  field: "Feld",
  method: "Methode",
  constant: "Konstante",
};

const type = (name: string | undefined) => TYPES[name ?? ""] ?? name ?? "";
const who = (kind: string | undefined, name: string | undefined) =>
  name === undefined ? "" : ` (${KINDS[kind ?? ""] ?? kind} „${name}“)`;
const near = (text: string | undefined) => {
  if (text === undefined) return "";
  return text === "<eof>" ? " am Ende des Skripts" : ` bei ${quoted(text)}`;
};
/** 'x' → „x“ */
const quoted = (text: string) => `„${text.replace(/^'([\s\S]*)'$/, "$1")}“`;

type Rule = [RegExp, (...parts: (string | undefined)[]) => string];

const NEAR = "(?: near ([\\s\\S]+))?$";
const OF = "(?: \\((\\w+) '([^']*)'\\))?";

const RULES: Rule[] = [
  [
    new RegExp(`^('[^']+'|<\\w+>) expected \\(to close ('[^']+') at line (\\d+)\\)${NEAR}`),
    (what, open, line, at) =>
      `${quoted(what ?? "")} fehlt; es schließt ${quoted(open ?? "")} aus Zeile ${line}${near(at)}`,
  ],
  [new RegExp(`^<name>(?: or '\\.\\.\\.')? expected${NEAR}`), (at) => `Ein Name wird erwartet${near(at)}`],
  [
    new RegExp(`^('[^']+'|<\\w+>) expected${NEAR}`),
    (what, at) => `${quoted(what ?? "")} wird erwartet${near(at)}`,
  ],
  [new RegExp(`^unexpected symbol${NEAR}`), (at) => `Unerwartetes Zeichen${near(at)}`],
  [new RegExp(`^syntax error${NEAR}`), (at) => `Das ist keine vollständige Anweisung${near(at)}`],
  [
    new RegExp(`^function arguments expected${NEAR}`),
    (at) => `Hier fehlen die Argumente des Aufrufs${near(at)}`,
  ],
  [new RegExp(`^unfinished string${NEAR}`), (at) => `Das schließende Anführungszeichen fehlt${near(at)}`],
  [
    new RegExp(`^unfinished long (string|comment) \\(starting at line (\\d+)\\)${NEAR}`),
    (what, line) =>
      `${what === "string" ? "Der lange Text" : "Der Kommentar"} aus Zeile ${line} wird nicht geschlossen`,
  ],
  [new RegExp(`^malformed number${NEAR}`), (at) => `Die Zahl ist nicht lesbar${near(at)}`],
  [new RegExp(`^invalid escape sequence${NEAR}`), (at) => `Unbekannte Escape-Folge${near(at)}`],
  [
    new RegExp(
      `^(?:decimal escape too large|hexadecimal digit expected|UTF-8 value too large|missing '[{}]'(?: in \\\\u\\{xxxx\\})?)${NEAR}`,
    ),
    (at) => `Die Escape-Folge ist falsch${near(at)}`,
  ],
  [
    new RegExp(`^invalid long string delimiter${NEAR}`),
    (at) => `Der Beginn des langen Textes ist falsch${near(at)}`,
  ],
  [
    new RegExp(`^cannot use '\\.\\.\\.' outside a vararg function${NEAR}`),
    () => "„...“ ist nur in Funktionen mit beliebig vielen Argumenten erlaubt",
  ],
  [
    new RegExp(`^attempt to assign to const variable '([^']*)'${NEAR}`),
    (name) => `„${name}“ ist als const vereinbart und kann nicht geändert werden`,
  ],
  [
    /^break outside (?:a )?loop at line (\d+)/,
    (line) => `„break“ in Zeile ${line} steht außerhalb einer Schleife`,
  ],
  [
    /^no visible label '([^']*)' for <?goto>? at line (\d+)/,
    (name, line) => `Für „goto“ in Zeile ${line} gibt es die Marke „${name}“ nicht`,
  ],
  [
    /^label '([^']*)' already defined on line (\d+)/,
    (name, line) => `Die Marke „${name}“ gibt es schon in Zeile ${line}`,
  ],
  [
    /^<goto ([^>]*)> at line (\d+) jumps into the scope of (?:local|label)? ?'([^']*)'/,
    (name, line, local) => `„goto ${name}“ in Zeile ${line} springt in den Bereich von „${local}“`,
  ],
  [/^unknown attribute '([^']*)'/, (name) => `Das Attribut „${name}“ ist nicht bekannt`],
  [
    /^too many (\S+ ?\S*) \(limit is (\d+)\)/,
    (what, limit) => `Zu viele ${TOO_MANY[what ?? ""] ?? what}: Erlaubt sind ${limit}`,
  ],
  [
    /^(?:chunk has too many syntax levels|C stack overflow|error in error handling)/,
    () => "Zu tief verschachtelt",
  ],
  [
    /^attempt to load a binary chunk/,
    () => "Vorübersetzte Skripte werden nicht angenommen; laden Sie den Quelltext hoch",
  ],
  [/^not enough memory/, () => "Der Speicher des Skripts reicht nicht aus"],
  [/^stack overflow/, () => "Zu viele Aufrufe ineinander; ruft sich eine Funktion endlos selbst auf?"],
  [
    new RegExp(`^attempt to call a (\\w+) value${OF}`),
    (t, _kind, name) =>
      name === undefined
        ? `Aufruf von etwas, das keine Funktion ist (${type(t)})`
        : `„${name}“ ist keine Funktion, sondern ${type(t)}`,
  ],
  [
    new RegExp(`^attempt to index a (\\w+) value${OF}`),
    (t, kind, name) => `Zugriff auf ein Feld von ${type(t)}${who(kind, name)}`,
  ],
  [
    new RegExp(`^attempt to perform arithmetic on a (\\w+) value${OF}`),
    (t, kind, name) => `Mit ${type(t)} kann nicht gerechnet werden${who(kind, name)}`,
  ],
  [
    new RegExp(`^attempt to perform bitwise operation on a (\\w+) value${OF}`),
    (t, kind, name) => `Mit ${type(t)} ist keine Bit-Operation möglich${who(kind, name)}`,
  ],
  [
    new RegExp(`^attempt to concatenate a (\\w+) value${OF}`),
    (t, kind, name) => `„..“ verbindet nur Texte und Zahlen, nicht ${type(t)}${who(kind, name)}`,
  ],
  [
    new RegExp(`^attempt to get length of a (\\w+) value${OF}`),
    (t, kind, name) => `${type(t)} hat keine Länge${who(kind, name)}`,
  ],
  [
    /^attempt to compare two (\w+) values/,
    (t) => `Zwei Werte dieser Art können nicht verglichen werden (${type(t)})`,
  ],
  [/^attempt to compare (\w+) with (\w+)/, (a, b) => `Nicht vergleichbar: ${type(a)} und ${type(b)}`],
  [/^attempt to (?:perform 'n(?:\/\/|%%)0'|divide by zero)/, () => "Division durch null"],
  [/^number(?: \S+)? has no integer representation/, () => "Hier wird eine ganze Zahl erwartet"],
  [
    /^bad argument #(\d+) to '([^']*)' \((\w+) expected, got ([^)]+)\)/,
    (n, name, wanted, got) => `${name}: Argument ${n} muss ${type(wanted)} sein, nicht ${type(got)}`,
  ],
  [
    /^bad argument #(\d+) to '([^']*)' \(([\s\S]*)\)$/,
    (n, name, why) => `${name}: Argument ${n} ist nicht erlaubt (${why})`,
  ],
];

const TOO_MANY: Record<string, string> = {
  "local variables": "lokale Variablen",
  upvalues: "äußere Variablen",
  "C levels": "Ebenen",
  registers: "Zwischenwerte",
};

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
  return line > 0 ? `Zeile ${line}: ${text}` : text;
}
