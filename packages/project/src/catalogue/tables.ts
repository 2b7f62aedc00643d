import { didYouMean, error, oneOf, warning } from "./kind.ts";

/** 1100–1199: sheets, header rows and columns. */
export const tableKinds = {
  missingTable: error<{ table: string }>(
    1100,
    (p) => `Die Tabelle „${p.table}“ fehlt`,
    (p) => `Legen Sie ein Blatt mit dem Namen „${p.table}“ an; die Vorlage enthält es.`,
  ),
  unknownTable: warning<{ near: string | undefined }>(
    1101,
    () => "Die Tabelle ist nicht bekannt und wird nicht gelesen",
    (p) =>
      `Benennen Sie das Blatt (oder die CSV-Datei) wie die Tabelle oder stellen Sie dem Namen „_“ voran.${didYouMean(p.near)}`,
  ),
  hiddenTable: warning(
    1102,
    () => "Das Blatt ist ausgeblendet und wird trotzdem gelesen",
    "Blenden Sie das Blatt ein oder löschen Sie es, wenn es nicht gelten soll.",
  ),
  missingHeader: error(
    1103,
    () => "Die Tabelle ist leer, ihr fehlt die Kopfzeile",
    "Die erste Zeile enthält die Namen der Spalten; die Vorlage zeigt sie.",
  ),
  missingColumn: error<{ column: string }>(
    1104,
    (p) => `Die Spalte „${p.column}“ fehlt`,
    (p) => `Ergänzen Sie die Spalte „${p.column}“ in der Kopfzeile.`,
  ),
  unknownColumn: warning<{ column: string; near: string | undefined }>(
    1105,
    (p) => `Die Spalte „${p.column}“ ist nicht bekannt und wird nicht gelesen`,
    (p) => `Prüfen Sie die Schreibweise oder löschen Sie die Spalte.${didYouMean(p.near)}`,
  ),
  duplicateColumn: error<{ column: string }>(
    1106,
    (p) => `Die Spalte „${p.column}“ kommt mehrfach vor`,
    "Behalten Sie nur eine dieser Spalten.",
  ),
  unnamedColumn: warning<{ column: string }>(
    1107,
    (p) => `Die Spalte ${p.column} hat Werte, aber keinen Namen in der Kopfzeile`,
    "Geben Sie der Spalte einen Namen oder löschen Sie ihre Werte.",
  ),
  mergedAcross: warning<{ range: string }>(
    1108,
    (p) => `Verbundene Zellen über mehrere Spalten (${p.range}): der Wert gilt nur für die linke Spalte`,
    "Heben Sie die Verbindung auf und füllen Sie jede Zelle.",
  ),
  formula: warning<{ column: string; count: number }>(
    1109,
    (p) =>
      p.count === 1
        ? `Die Spalte „${p.column}“ enthält eine Formel; gelesen wird ihr zuletzt berechneter Wert`
        : `Die Spalte „${p.column}“ enthält ${p.count} Formeln; gelesen werden ihre zuletzt berechneten Werte`,
    "Ersetzen Sie Formeln durch ihre Werte (Inhalte einfügen > Werte), damit nichts Veraltetes gelesen wird.",
  ),
  columnNotForType: warning<{ column: string; type: string; known: string[] }>(
    1110,
    (p) => `Die Spalte „${p.column}“ gilt nicht für Pods des Typs „${p.type}“`,
    (p) => `Leeren Sie die Zelle. Dieser Typ kennt: ${oneOf(p.known)}.`,
  ),
};
