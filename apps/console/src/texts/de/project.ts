/** Texts of the area "project". */
import { etsTexts } from "./project-ets.ts";
import { projectRunTexts } from "./project-run.ts";

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

export const projectTexts = {
  run: projectRunTexts,
  current: {
    title: "Aktuelles Projekt",
    id: "ID",
    name: "Name",
    file: "Datei",
    encrypted: "verschlüsselt gespeichert",
    uploaded: "Hochgeladen",
    size: "Umfang",
    sizeValue: (pods: number, channels: number) =>
      `${count(pods, "Pod", "Pods")}, ${count(channels, "Channel", "Channels")}`,
    versions: "Versionen und Download",
    none: "Noch kein Projekt",
    noneText:
      "Füllen Sie die Vorlage aus oder nehmen Sie ein fertiges Beispiel, und laden Sie die Datei hier hoch.",
  },
  start: {
    title: "Vorlage und Beispiele",
    template: "Vorlage herunterladen",
    templateText: "Die Arbeitsmappe enthält jede Tabelle mit einer Erklärung zu jeder Spalte.",
    example: "Beispiel laden",
    exampleText:
      "Das Beispiel braucht keine weiteren Geräte und zeigt sofort Werte. Es ersetzt ein Projekt, das schon läuft; dessen Version bleibt erhalten.",
  },
  ets: etsTexts,
  errors: {
    title: "Fehler",
    titleWarnings: "Warnungen",
    titleBoth: "Fehler und Warnungen",
    level: "Art",
    levels: { error: "Fehler", warning: "Warnung" },
    file: "Datei",
    table: "Tabelle",
    line: "Zeile",
    lineOf: (line: number) => `Zeile ${line}`,
    entry: "Eintrag",
    channel: "Channel",
    code: "ErrCode",
    attribute: "Attribute",
    text: "ErrText",
    hint: "Hint",
  },
  messages: {
    title: "Meldungen",
    channel: "Channel",
    text: "Meldung",
    none: "Keine Fehler aufgetreten",
  },
  changes: {
    title: "Änderungen an den Channels",
    channel: "Channel",
    change: "Änderung",
    kinds: { added: "hinzugefügt", changed: "geändert", removed: "entfernt" },
    counts: (added: number, changed: number, removed: number) =>
      `${added} hinzugefügt, ${changed} geändert, ${removed} entfernt`,
    links: (n: number) =>
      n === 0 ? "Keine Verknüpfung geändert" : count(n, "Verknüpfung geändert", "Verknüpfungen geändert"),
    none: "Kein Channel wird hinzugefügt, geändert oder entfernt.",
  },
  download: {
    title: "Projekt herunterladen",
    stored: "Projektdatei",
    storedText: "Die Datei, wie sie hochgeladen wurde.",
    storedButton: "Projektdatei herunterladen",
    encryptedButton: "Verschlüsselt herunterladen (.enc)",
    encryptedText:
      "Die Datei ist mit einem Passwort verschlüsselt. Beim Herunterladen wird sie damit entschlüsselt.",
    notStored: "Die hochgeladene Datei wurde nicht gespeichert",
    notStoredText:
      "Setzen Sie beim nächsten Hochladen das Häkchen „Hochgeladene Datei auf dem Gerät speichern“.",
    compiled: "Kompiliertes Projekt",
    compiledText: "Das Projekt in der Form, in der es auf dem Hub läuft.",
    compiledWarning:
      "Die optimierte Projektdatei dient der Fehleranalyse durch den Support und kann sensible Daten im Klartext enthalten.",
    compiledButton: "Kompiliertes Projekt herunterladen",
    none: "Es ist kein Projekt vorhanden",
    noneText: "Laden Sie zuerst ein Projekt hoch.",
    toUpload: "Projekt hochladen",
    toVersions: "Frühere Versionen",
    dialog: {
      title: "Projektdatei herunterladen",
      text: (name: string) => `Bitte geben Sie das Passwort ein, mit dem „${name}“ gespeichert wurde.`,
      password: "Passwort",
      wrong: "Das Passwort ist falsch.",
    },
  },
  versions: {
    page: "Versionen",
    title: "Aufbewahrte Versionen",
    text: "Das Gerät bewahrt die letzten zehn Versionen auf. Jede lässt sich wiederherstellen.",
    version: "Version",
    current: "aktiv",
    uploaded: "Hochgeladen",
    file: "Datei",
    encrypted: "Die Datei ist verschlüsselt gespeichert",
    project: "Projekt",
    pods: "Pods",
    channels: "Channels",
    size: "Größe",
    actions: "Aktionen",
    actionsOf: (version: string) => `Aktionen für Version ${version}`,
    changes: "Änderungen anzeigen",
    changesTitle: (version: string) => `Änderungen in Version ${version}`,
    changesText: "Gegenüber dem Projekt, das davor aktiv war.",
    restore: "Wiederherstellen",
    restoreTitle: (version: string) => `Version ${version} wiederherstellen`,
    restoreQuestion: (name: string, uploaded: string) =>
      `Soll das Projekt „${name}“ vom ${uploaded} wiederhergestellt werden? Der Hub wird dabei neu gestartet.`,
    restored: (version: string) => `Version ${version} ist wieder aktiv`,
    none: "Noch keine Versionen",
    noneText: "Jedes hochgeladene Projekt erscheint hier.",
  },
} as const;
