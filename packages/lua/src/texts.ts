/** What people read of Lua scripts; of what Lua itself says, `german.ts` says which. */
/** A part of what Lua said, where it said it. */
export type Part = string | undefined;

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

const TOO_MANY: Record<string, string> = {
  "local variables": "lokale Variablen",
  upvalues: "äußere Variablen",
  "C levels": "Ebenen",
  registers: "Zwischenwerte",
};

const typed = (type: Part) => TYPES[type ?? ""] ?? type ?? "";
const who = (kind: Part, name: Part) =>
  name === undefined ? "" : ` (${KINDS[kind ?? ""] ?? kind} „${name}“)`;
const quoted = (text: Part) => `„${text ?? ""}“`;
const near = (text: Part) => {
  if (text === undefined) return "";
  return text === "<eof>" ? " am Ende des Skripts" : ` bei ${quoted(text)}`;
};

export const texts = {
  checkTooLong: "Die Prüfung des Skripts dauerte zu lange oder brauchte zu viel Speicher",
  tooLarge: (kilobytes: number) => `Das Skript ist zu groß; erlaubt sind ${kilobytes} KB`,
  noChannel: (channel: string) => `Das Projekt hat keinen Channel „${channel}“`,
  noAlarm: (id: string) => `Das Projekt hat keine Meldung „${id}“`,
  notOfKindScript: (id: string) =>
    `Die Meldung „${id}“ ist nicht von der Art „script“; sie kommt und geht von selbst`,
  meant: (problem: string, channel: string) => `${problem}; meinten Sie „${channel}“?`,
  wantsText: (what: string) => `${what}: ein Text wird erwartet`,
  tooLong: (what: string, most: number) => `${what}: höchstens ${most} Zeichen sind erlaubt`,
  wantsNumber: (what: string) => `${what}: eine Zahl wird erwartet`,
  wantsFunction: (what: string) => `${what}: eine Funktion wird erwartet`,
  valueTooLarge: "der Wert ist zu groß",
  notFinite: "die Zahl ist nicht endlich",
  tooDeep: (levels: number) => `erlaubt sind höchstens ${levels} Ebenen`,
  noFunctions: "Funktionen und Coroutinen sind kein Wert",
  keysAre: "Schlüssel sind Texte oder Zahlen",
  keyTwice: "ein Schlüssel kommt als Zahl und als Text vor",
  line: (line: number) => `Zeile ${line}`,
  lineIn: (line: number, name: string) => `Zeile ${line} in „${name}“`,
  calls: (lines: readonly string[], more: boolean) => ` [Aufrufe: ${lines.join(" ← ")}${more ? " ← …" : ""}]`,
  problem: (line: number, problem: string) => `Zeile ${line}: ${problem}`,

  // What Lua itself says.
  unclosed: (what: Part, opened: Part, line: Part, at: Part) =>
    `${quoted(what)} fehlt; es schließt ${quoted(opened)} aus Zeile ${line}${near(at)}`,
  nameExpected: (at: Part) => `Ein Name wird erwartet${near(at)}`,
  expected: (what: Part, at: Part) => `${quoted(what)} wird erwartet${near(at)}`,
  unexpectedSymbol: (at: Part) => `Unerwartetes Zeichen${near(at)}`,
  incomplete: (at: Part) => `Das ist keine vollständige Anweisung${near(at)}`,
  argumentsMissing: (at: Part) => `Hier fehlen die Argumente des Aufrufs${near(at)}`,
  quoteMissing: (at: Part) => `Das schließende Anführungszeichen fehlt${near(at)}`,
  neverClosed: (longText: boolean, line: Part) =>
    `${longText ? "Der lange Text" : "Der Kommentar"} aus Zeile ${line} wird nicht geschlossen`,
  numberUnreadable: (at: Part) => `Die Zahl ist nicht lesbar${near(at)}`,
  escapeUnknown: (at: Part) => `Unbekannte Escape-Folge${near(at)}`,
  escapeWrong: (at: Part) => `Die Escape-Folge ist falsch${near(at)}`,
  longTextWrong: (at: Part) => `Der Beginn des langen Textes ist falsch${near(at)}`,
  notVararg: "„...“ ist nur in Funktionen mit beliebig vielen Argumenten erlaubt",
  isConst: (name: Part) => `„${name}“ ist als const vereinbart und kann nicht geändert werden`,
  breakOutside: (line: Part) => `„break“ in Zeile ${line} steht außerhalb einer Schleife`,
  noLabel: (name: Part, line: Part) => `Für „goto“ in Zeile ${line} gibt es die Marke „${name}“ nicht`,
  labelTwice: (name: Part, line: Part) => `Die Marke „${name}“ gibt es schon in Zeile ${line}`,
  gotoIntoScope: (name: Part, line: Part, local: Part) =>
    `„goto ${name}“ in Zeile ${line} springt in den Bereich von „${local}“`,
  noAttribute: (name: Part) => `Das Attribut „${name}“ ist nicht bekannt`,
  tooMany: (what: Part, most: Part) => `Zu viele ${TOO_MANY[what ?? ""] ?? what}: Erlaubt sind ${most}`,
  tooNested: "Zu tief verschachtelt",
  compiledScript: "Vorübersetzte Skripte werden nicht angenommen; laden Sie den Quelltext hoch",
  noMemory: "Der Speicher des Skripts reicht nicht aus",
  endless: "Zu viele Aufrufe ineinander; ruft sich eine Funktion endlos selbst auf?",
  callsNoFunction: (type: Part) => `Aufruf von etwas, das keine Funktion ist (${typed(type)})`,
  noFunction: (name: Part, type: Part) => `„${name}“ ist keine Funktion, sondern ${typed(type)}`,
  indexes: (type: Part, kind: Part, name: Part) =>
    `Zugriff auf ein Feld von ${typed(type)}${who(kind, name)}`,
  noArithmetic: (type: Part, kind: Part, name: Part) =>
    `Mit ${typed(type)} kann nicht gerechnet werden${who(kind, name)}`,
  noBits: (type: Part, kind: Part, name: Part) =>
    `Mit ${typed(type)} ist keine Bit-Operation möglich${who(kind, name)}`,
  noConcatenation: (type: Part, kind: Part, name: Part) =>
    `„..“ verbindet nur Texte und Zahlen, nicht ${typed(type)}${who(kind, name)}`,
  noLength: (type: Part, kind: Part, name: Part) => `${typed(type)} hat keine Länge${who(kind, name)}`,
  notComparable: (type: Part) => `Zwei Werte dieser Art können nicht verglichen werden (${typed(type)})`,
  notComparableWith: (one: Part, other: Part) => `Nicht vergleichbar: ${typed(one)} und ${typed(other)}`,
  divisionByZero: "Division durch null",
  wholeNumber: "Hier wird eine ganze Zahl erwartet",
  argumentType: (name: Part, at: Part, wanted: Part, got: Part) =>
    `${name}: Argument ${at} muss ${typed(wanted)} sein, nicht ${typed(got)}`,
  argumentRefused: (name: Part, at: Part, reason: Part) =>
    `${name}: Argument ${at} ist nicht erlaubt (${reason})`,
};
