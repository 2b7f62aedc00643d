/** What people read of a field that a schema refuses without words of its own. */
const TYPES: Readonly<Record<string, string>> = {
  string: "ein Text",
  number: "eine Zahl",
  int: "eine ganze Zahl",
  boolean: "wahr oder falsch",
  object: "ein Objekt",
  record: "ein Objekt",
  array: "eine Liste",
  null: "leer",
  date: "ein Datum",
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "Erlaubt ist eine E-Mail-Adresse.",
  url: "Erlaubt ist eine vollständige Adresse (URL).",
  ipv4: "Erlaubt ist eine IPv4-Adresse, zum Beispiel 192.168.1.10.",
};
const notAllowed = "Die Angabe ist nicht erlaubt.";
type Limit = number | bigint;

export const texts = {
  moreThan: "mehr als",
  atLeast: "mindestens",
  lessThan: "weniger als",
  atMost: "höchstens",
  /** What is expected is named only where it has a name: "something else" helps nobody. */
  missing: (type: string) => {
    const expected = TYPES[type];
    return expected === undefined ? "Die Angabe fehlt." : `Die Angabe fehlt; erwartet wird ${expected}.`;
  },
  wrongType: (type: string) => {
    const expected = TYPES[type];
    return expected === undefined ? notAllowed : `Erlaubt ist ${expected}.`;
  },
  oneOf: (values: readonly string[]) => `Erlaubt ist: ${values.join(", ")}.`,
  wrongFormat: (format: string) => FORMATS[format] ?? "Die Schreibweise ist nicht erlaubt.",
  multipleOf: (divisor: Limit) => `Erlaubt sind Vielfache von ${divisor}.`,
  unknownKeys: (keys: readonly string[]) => `Unbekannte Angabe: ${keys.join(", ")}.`,
  wrongKey: "Ein Name in dieser Angabe ist nicht erlaubt.",
  wrongElement: "Ein Wert in dieser Angabe ist nicht erlaubt.",
  noSuchForm: "Die Angabe hat keine der erlaubten Formen.",
  notAllowed,
  characters: (word: string, limit: Limit) => `Erlaubt sind ${word} ${limit} Zeichen.`,
  entries: (word: string, limit: Limit) =>
    Number(limit) === 1 ? `Erlaubt ist ${word} 1 Eintrag.` : `Erlaubt sind ${word} ${limit} Einträge.`,
  bytes: (word: string, limit: Limit) => `Erlaubt sind ${word} ${limit} Bytes.`,
  value: (word: string, limit: Limit) => `Erlaubt ist ${word} ${limit}.`,
};
