import { CATALOGUE } from "./index.ts";
import type { Kind } from "./kind.ts";

type Name = keyof typeof CATALOGUE;

export interface KindDescription {
  name: Name;
  code: number;
  level: "error" | "warning";
  /** German, with a word in braces for what depends on the case. */
  text: string;
  hint: string;
}

/** What a parameter of a text stands for. */
const WORDS: Readonly<Record<string, string>> = {
  above: "dessen Einheit",
  chan: "Channel",
  channelUnit: "Einheit der Quelle",
  column: "Spalte",
  count: "Anzahl",
  depth: "Stufen",
  device: "Gerät",
  fault: "Fehler",
  first: "Tabelle und Zeile",
  form: "Form",
  format: "Format",
  help: "Bedeutung der Spalte",
  hint: "Hinweis",
  iface: "Schnittstelle",
  key: "Schlüssel",
  kind: "Art",
  length: "Länge",
  limit: "Höchstzahl",
  max: "größter Wert",
  mib: "Größe",
  medium: "Medium",
  min: "kleinster Wert",
  more: "Anzahl",
  name: "Name",
  other: "anderer Typ",
  parent: "Zähler",
  part: "Stelle",
  path: "Weg",
  pod: "Pod",
  port: "Port",
  proposal: "Vorschlag",
  range: "Bereich",
  source: "Typ der Quelle",
  spelling: "andere Schreibweise",
  step: "Teil",
  table: "Tabelle",
  target: "Typ des Ziels",
  text: "Meldung",
  type: "Typ",
  unit: "Einheit",
  value: "Inhalt der Zelle",
  way: "Kette",
  what: "Ursache",
  word: "Wort",
};
const LISTS: Readonly<Record<string, string>> = {
  ifaces: "Schnittstellen",
  kinds: "Arten",
  known: "Spalten",
  names: "Namen",
  types: "Typen",
  units: "Einheiten",
  values: "Auswahl",
};

/** Every kind in words, by number; for the documentation. */
export function describeKinds(): KindDescription[] {
  const blank = new Proxy({}, { get: (_, key) => described(String(key)) });
  const kinds = Object.entries(CATALOGUE) as [Name, Kind<object>][];
  return kinds
    .map(([name, { code, level, text, hint }]) => ({
      name,
      code,
      level,
      text: text(blank),
      hint: hint(blank),
    }))
    .sort((a, b) => a.code - b.code);
}

function described(key: string): string | string[] | undefined {
  if (key === "near") return undefined;
  const list = LISTS[key];
  return list === undefined ? `{${WORDS[key] ?? "…"}}` : [`{${list}}`];
}
