import { error, warning } from "./kind.ts";

const SAVE_AGAIN = "Öffnen Sie die Datei in der Tabellenkalkulation und speichern Sie sie neu als .xlsx.";
const MAKE_AGAIN = "Erstellen Sie die Datei neu und laden Sie sie noch einmal hoch.";

/** 1000–1099: the upload as a file, before any table is seen. */
export const fileKinds = {
  emptyFile: error(1000, () => "Die Datei ist leer", MAKE_AGAIN),
  fileTooLarge: error<{ mib: number; limit: number }>(
    1001,
    (p) => `Die Datei ist mit ${p.mib}\u00a0MB zu groß, erlaubt sind ${p.limit}\u00a0MB`,
    "Teilen Sie das Projekt auf oder entfernen Sie Bilder und nicht benötigte Blätter.",
  ),
  unknownFormat: error(
    1002,
    () => "Das Format der Datei ist nicht bekannt",
    "Erlaubt sind Excel-Arbeitsmappen (.xlsx) und Archive (.zip) mit .xlsx-, .csv- und .lua-Dateien.",
  ),
  encryptedWorkbook: error(
    1003,
    () => "Die Arbeitsmappe ist mit einem Passwort verschlüsselt",
    "Speichern Sie die Arbeitsmappe ohne Passwort zum Öffnen.",
  ),
  oldWorkbook: error(1004, () => "Das alte Format .xls wird nicht unterstützt", SAVE_AGAIN),
  otherSpreadsheet: error<{ format: string }>(
    1005,
    (p) => `Das Format ${p.format} wird nicht unterstützt`,
    SAVE_AGAIN,
  ),
  encryptedUpload: error(
    1006,
    () => "Die Datei ist eine verschlüsselt gespeicherte Projektdatei (.enc)",
    "Laden Sie die Projektdatei unter „Projekt herunterladen“ mit ihrem Passwort entschlüsselt herunter.",
  ),
  brokenArchive: error(
    1010,
    () => "Die Datei ist beschädigt oder unvollständig",
    `${MAKE_AGAIN} Prüfen Sie, ob sie sich auf Ihrem Rechner öffnen lässt.`,
  ),
  archiveTooManyFiles: error<{ limit: number }>(
    1011,
    (p) => `Das Archiv enthält mehr als ${p.limit} Dateien`,
    "Nehmen Sie nur die Dateien des Projekts in das Archiv auf.",
  ),
  unpackedTooLarge: error<{ limit: number }>(
    1012,
    (p) => `Der Inhalt ist ausgepackt größer als ${p.limit}\u00a0MB`,
    "Entfernen Sie nicht benötigte Blätter, Bilder und Formatierungen ganzer Spalten.",
  ),
  unsafePath: error<{ name: string }>(
    1013,
    (p) => `Das Archiv enthält einen unzulässigen Pfad: ${p.name}`,
    "Pfade müssen innerhalb des Archivs bleiben, also ohne „..“ und ohne Laufwerk.",
  ),
  encryptedEntry: error(
    1014,
    () => "Die Datei im Archiv ist verschlüsselt",
    "Erstellen Sie das Archiv ohne Passwort.",
  ),
  nestedArchive: error(
    1015,
    () => "Ein Archiv im Archiv wird nicht gelesen",
    "Packen Sie das innere Archiv aus und nehmen Sie dessen Dateien direkt auf.",
  ),
  ignoredFile: warning(
    1016,
    () => "Die Datei wird nicht verwendet",
    "Gelesen werden nur .xlsx-, .csv- und .lua-Dateien.",
  ),
  duplicateFile: error(
    1017,
    () => "Die Datei ist mehrfach im Archiv",
    "Geben Sie jeder Datei einen eigenen Namen.",
  ),
  nothingToRead: error(
    1018,
    () => "Das Archiv enthält keine Tabelle",
    "Nehmen Sie mindestens eine .xlsx- oder .csv-Datei auf.",
  ),
  brokenWorkbook: error<{ part: string }>(
    1019,
    (p) => `Die Arbeitsmappe ist fehlerhaft aufgebaut (${p.part})`,
    SAVE_AGAIN,
  ),
  undecodable: error(
    1020,
    () => "Die Zeichen der Datei lassen sich nicht lesen",
    "Speichern Sie die Datei als UTF-8; auch UTF-16 mit Kennung und Windows-1252 werden erkannt.",
  ),
  brokenCsv: error<{ what: string }>(
    1021,
    (p) => `Die CSV-Datei ist fehlerhaft: ${p.what}`,
    "Setzen Sie Werte mit Trennzeichen, Zeilenumbruch oder Anführungszeichen in Anführungszeichen; doppeln Sie innere.",
  ),
  tooManyRows: error<{ limit: number; table?: string }>(
    1022,
    (p) =>
      `${p.table === undefined ? "Das Projekt" : `Die Tabelle „${p.table.slice(0, 80)}“`} hat mehr als ${p.limit.toLocaleString("de-DE")} Zeilen`,
    "Teilen Sie das Projekt auf mehrere Geräte auf.",
  ),
  tooManyCells: error(
    1023,
    () => "Die Tabellen haben zu viele Spalten oder zu viel Text",
    "Entfernen Sie Inhalte rechts der benutzten Spalten.",
  ),
  externalLinks: error(
    1024,
    () => "Die Arbeitsmappe verweist auf andere Dateien",
    "Lösen Sie die Verknüpfungen (Daten > Verknüpfungen bearbeiten) und speichern Sie die Werte.",
  ),
  macros: warning(
    1025,
    () => "Makros in der Arbeitsmappe werden nicht ausgeführt",
    "Speichern Sie die Arbeitsmappe als .xlsx ohne Makros.",
  ),
  scriptTooLarge: error<{ limit: number }>(
    1026,
    (p) => `Das Skript ist größer als ${p.limit}\u00a0kB`,
    "Teilen Sie das Skript auf.",
  ),
  tooHeavy: error<{ what: string }>(
    1090,
    (p) => `Die Prüfung wurde abgebrochen: ${p.what}`,
    "Verkleinern Sie das Projekt. Hilft das nicht, erstellen Sie die Arbeitsmappe aus der Vorlage neu.",
  ),
  tooManyErrors: warning<{ more: number }>(
    1091,
    (p) => `${p.more.toLocaleString("de-DE")} weitere Einträge werden nicht angezeigt`,
    "Beheben Sie die gezeigten Fehler und prüfen Sie erneut.",
  ),
};
