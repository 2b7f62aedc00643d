/**
 * German sentences for what a schema refuses: they name what is allowed. Server (400 answers) and console
 * (hints under fields) give this to the parser:
 *
 *     z.safeParse(schema, input, { error: germanIssue })
 *
 * A schema that carries its own `error` keeps it.
 */
import type * as z from "zod/mini";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const TYPES: Record<string, string> = {
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

const FORMATS: Record<string, string> = {
  email: "Erlaubt ist eine E-Mail-Adresse.",
  url: "Erlaubt ist eine vollständige Adresse (URL).",
  ipv4: "Erlaubt ist eine IPv4-Adresse, zum Beispiel 192.168.1.10.",
  regex: "Die Schreibweise ist nicht erlaubt.",
};

export function germanIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeText(TYPES[issue.expected], issue.input);
    case "too_small":
      return size(issue.origin, issue.minimum, issue.inclusive === false ? "mehr als" : "mindestens");
    case "too_big":
      return size(issue.origin, issue.maximum, issue.inclusive === false ? "weniger als" : "höchstens");
    case "invalid_value":
      return `Erlaubt ist: ${issue.values.map(String).join(", ")}.`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "Die Schreibweise ist nicht erlaubt.";
    case "not_multiple_of":
      return `Erlaubt sind Vielfache von ${issue.divisor}.`;
    case "unrecognized_keys":
      return `Unbekannte Angabe: ${issue.keys.join(", ")}.`;
    case "invalid_key":
      return "Ein Name in dieser Angabe ist nicht erlaubt.";
    case "invalid_element":
      return "Ein Wert in dieser Angabe ist nicht erlaubt.";
    case "invalid_union":
      return "Die Angabe hat keine der erlaubten Formen.";
    case "custom":
      return "Die Angabe ist nicht erlaubt.";
    default:
      return "Die Angabe ist nicht erlaubt.";
  }
}

/** What is expected is named only where it has a name: "something else" helps nobody. */
function typeText(expected: string | undefined, input: unknown): string {
  if (input === undefined)
    return expected === undefined ? "Die Angabe fehlt." : `Die Angabe fehlt; erwartet wird ${expected}.`;
  return expected === undefined ? "Die Angabe ist nicht erlaubt." : `Erlaubt ist ${expected}.`;
}

function size(origin: string, limit: number | bigint, word: string): string {
  switch (origin) {
    case "string":
      return `Erlaubt sind ${word} ${limit} Zeichen.`;
    case "array":
    case "set":
    case "map":
      return Number(limit) === 1
        ? `Erlaubt ist ${word} 1 Eintrag.`
        : `Erlaubt sind ${word} ${limit} Einträge.`;
    case "file":
      return `Erlaubt sind ${word} ${limit} Bytes.`;
    default:
      return `Erlaubt ist ${word} ${limit}.`;
  }
}
