import { didYouMean, error, oneOf, warning } from "./kind.ts";

interface Cell {
  column: string;
  /** What the cell holds, shortened; empty for secrets. */
  value: string;
}
/** Names the value unless it is a secret. */
const shown = (p: Cell) => (p.value === "" ? "" : ` „${p.value}“`);

const grouped = (value: number | undefined): string => (value ?? 0).toLocaleString("de-DE");

/** 1200–1299: one cell. */
export const cellKinds = {
  missingValue: error<{ column: string; help: string }>(
    1200,
    (p) => `In der Spalte „${p.column}“ fehlt ein Wert`,
    (p) => `${p.help}.`,
  ),
  notInteger: error<Cell & { typed: boolean | undefined }>(
    1201,
    (p) => `Der Wert${shown(p)} ist keine ganze Zahl`,
    (p) =>
      p.typed === true
        ? "Tragen Sie eine Zahl ohne Nachkommastellen ein, oder „float“ in der Spalte „type“ der Konstante oder des Zeitprogramms. Ist sie beim Zeitprogramm leer, folgt der Typ aus „default“: 17 ist „int“."
        : "Tragen Sie eine Zahl ohne Nachkommastellen ein.",
  ),
  notNumber: error<Cell>(
    1202,
    (p) => `Der Wert${shown(p)} ist keine Zahl`,
    "Tragen Sie eine Zahl ein, zum Beispiel 12,5.",
  ),
  ambiguousNumber: error<Cell>(
    1203,
    (p) => `Die Zahl${shown(p)} ist mehrdeutig: Tausenderpunkt oder Dezimalpunkt`,
    "Schreiben Sie die Zahl ohne Tausendertrennzeichen und mit Komma.",
  ),
  outOfRange: error<Cell & { min: number | undefined; max: number | undefined; unit: string | undefined }>(
    1204,
    (p) => `Der Wert${shown(p)} liegt außerhalb des erlaubten Bereichs`,
    (p) => {
      const unit = p.unit === undefined ? "" : `\u00a0${p.unit}`;
      if (p.min === undefined) return `Erlaubt ist höchstens ${grouped(p.max)}${unit}.`;
      if (p.max === undefined) return `Erlaubt ist mindestens ${grouped(p.min)}${unit}.`;
      return `Erlaubt sind ${grouped(p.min)} bis ${grouped(p.max)}${unit}.`;
    },
  ),
  notFlag: error<Cell>(
    1205,
    (p) => `Der Wert${shown(p)} ist weder ja noch nein`,
    "Erlaubt sind ja/nein, j/n, wahr/falsch, ein/aus, true/false, yes/no, y/n, on/off, 1/0, an und x.",
  ),
  notChoice: error<Cell & { values: readonly (string | number)[]; near: string | undefined }>(
    1206,
    (p) => `Der Wert${shown(p)} ist nicht erlaubt`,
    (p) => `Erlaubt ist ${oneOf(p.values)}.${didYouMean(p.near)}`,
  ),
  tooLong: error<{ column: string; length: number; limit: number }>(
    1207,
    (p) => `Der Text ist mit ${p.length} Zeichen zu lang`,
    (p) => `Erlaubt sind ${p.limit} Zeichen.`,
  ),
  badPattern: error<Cell & { help: string }>(
    1208,
    (p) => `Der Wert${shown(p)} hat nicht die erwartete Form`,
    (p) => `${p.help}.`,
  ),
  dateInNumber: error<Cell>(
    1209,
    (p) =>
      `Die Zelle ist als Datum formatiert${p.value === "" ? "" : ` (${p.value})`}, erwartet wird eine Zahl`,
    "Formatieren Sie die Zelle als Zahl und tragen Sie den Wert neu ein.",
  ),
  dateInText: warning<Cell>(
    1210,
    (p) => `Die Zelle ist als Datum formatiert; gelesen wird${p.value === "" ? " ein Datum" : shown(p)}`,
    "Formatieren Sie die Zelle als Text, wenn kein Datum gemeint ist.",
  ),
  cellError: error<Cell>(
    1211,
    (p) => `Die Zelle enthält den Fehlerwert ${p.value}`,
    "Berichtigen Sie die Formel oder tragen Sie den Wert ein.",
  ),
  formulaWithoutValue: error<{ column: string }>(
    1212,
    () => "Die Formel hat keinen berechneten Wert",
    "Öffnen Sie die Datei in der Tabellenkalkulation, speichern Sie sie dort, oder tragen Sie den Wert ein.",
  ),
  controlCharacter: error<{ column: string }>(
    1213,
    () => "Der Text enthält unzulässige Steuerzeichen",
    "Tippen Sie den Text neu ein.",
  ),
};
