/** Words that every area uses. */
import { formatDecimal } from "../../lib/intl.ts";

export const commonTexts = {
  notice: {
    success: "Aktion erfolgreich ausgeführt",
    error: "Es ist ein Fehler aufgetreten",
    errorCode: (code: number) => `Es ist ein Fehler aufgetreten (Code: ${code})`,
    noConnection: "Das Gerät ist nicht erreichbar",
    timeout: "Das Gerät hat nicht rechtzeitig geantwortet",
    conflict: "Die Daten wurden inzwischen an anderer Stelle geändert.",
    notBuilt: "Diese Funktion steht in dieser Version noch nicht zur Verfügung.",
    close: "Hinweis schließen",
    frame: "Hinweise",
  },
  action: {
    save: "Speichern",
    reset: "Zurücksetzen",
    cancel: "Abbrechen",
    close: "Schließen",
    confirm: "Bestätigen",
    back: "Zurück",
    retry: "Erneut versuchen",
    reload: "Neu laden",
    refresh: "Aktualisieren",
    delete: "Löschen",
    restart: "Neu starten",
    edit: "Bearbeiten",
    add: "Hinzufügen",
    yes: "Ja",
    no: "Nein",
    more: "Mehr",
    uploadProject: "Projekt hochladen",
    download: "Herunterladen",
  },
  state: {
    loading: "Wird geladen …",
    empty: "Keine Einträge vorhanden",
    notFound: "Nichts gefunden",
    noProject: "Es ist noch kein Projekt hochgeladen.",
    failed: "Die Daten konnten nicht geladen werden",
    notRenewed: "Die Daten konnten nicht aktualisiert werden.",
    stale: "Nicht aktualisiert, angezeigt wird der letzte Stand:",
  },
  table: {
    filter: "Filtern",
    noMatch: "Kein Eintrag entspricht dem Filter",
    sort: "Sortieren",
    unsorted: "Nicht sortiert",
    actions: "Aktionen",
    actionsOf: (row: string) => `Aktionen: ${row}`,
    sortBy: (column: string) => `Nach ${column}`,
    entries: (count: number) => `${formatDecimal(count, 0, 3)} ${count === 1 ? "Eintrag" : "Einträge"}`,
    rows: (shown: number, all: number) =>
      shown === all
        ? `${formatDecimal(all, 0, 3)} ${all === 1 ? "Eintrag" : "Einträge"}`
        : `${formatDecimal(shown, 0, 3)} von ${formatDecimal(all, 0, 3)} Einträgen`,
  },
  pager: {
    first: "Erste Seite",
    previous: "Vorherige Seite",
    next: "Nächste Seite",
    last: "Letzte Seite",
    place: (page: number, pages: number) => `Seite ${page} von ${pages}`,
  },
  password: {
    label: "Passwort",
    repeatLabel: "Passwort wiederholen",
    toggle: (field: string) => `„${field}“ ein- oder ausblenden`,
    hints: {
      empty: "Bitte geben Sie ein Passwort ein.",
      tooShort: "Das Passwort muss mindestens 8 Zeichen lang sein.",
      tooLong: "Das Passwort darf höchstens 1024 Zeichen lang sein.",
      notEqual: "Die Passwörter sind nicht identisch.",
      valid: "Das Passwort ist gültig.",
    },
    repeatHints: {
      empty: "Bitte wiederholen Sie das Passwort.",
      tooShort: "Das Passwort muss mindestens 8 Zeichen lang sein.",
      tooLong: "Das Passwort darf höchstens 1024 Zeichen lang sein.",
      notEqual: "Die Passwörter sind nicht identisch.",
      valid: "Die Passwörter sind identisch.",
    },
  },
  file: {
    chosen: "Datei gewählt",
  },
  edit: {
    saved: "Die Einstellungen wurden gespeichert.",
    conflict: "Die Einstellungen wurden inzwischen an anderer Stelle geändert.",
    conflictText: "Laden Sie sie neu; Ihre Änderungen in diesem Bereich gehen dabei verloren.",
  },
  form: {
    required: "Bitte füllen Sie dieses Feld aus.",
    taken: (name: string) => `„${name}“ gibt es schon. Wählen Sie einen anderen Namen.`,
    stars: "Felder mit * müssen ausgefüllt sein.",
  },
  unsaved: {
    title: "Ungespeicherte Änderungen",
    text: "Auf dieser Seite gibt es Änderungen, die noch nicht gespeichert sind. Möchten Sie die Seite trotzdem verlassen?",
    leave: "Seite verlassen",
    stay: "Auf der Seite bleiben",
  },
  copying: {
    copied: "In die Zwischenablage kopiert.",
    notCopied: "Der Browser erlaubt das Kopieren nicht. Bitte markieren und kopieren Sie den Text selbst.",
  },
} as const;
