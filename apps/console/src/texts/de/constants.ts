/** Texts of the constants. */
const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const constantsTexts = {
  title: "Konstanten",
  list: {
    box: "Sammlungen",
    columns: {
      filename: "Dateiname",
      type: "Typ",
      ts: "Zeitstempel",
      edited: "Geändert",
      actions: "Aktionen",
    },
    loading: "Konstanten werden geladen",
    edit: "Bearbeiten",
    editFile: (name: string) => `${name} bearbeiten`,
    download: "Herunterladen",
    upload: "Hochladen",
    partOfProject: "Teil des hochgeladenen Projekts; nur Konstanten lassen sich hier bearbeiten.",
    values: (n: number) => count(n, "Wert", "Werte"),
    empty: "Keine Konstanten vorhanden",
    emptyText: "Das Projekt hat keine Tabelle „constants“.",
    pending: (n: number) =>
      `${count(n, "geänderter Wert ist", "geänderte Werte sind")} gespeichert, aber noch nicht aktiv.`,
  },
  activate: {
    button: "Aktivieren",
    title: "Projekt neu erzeugen",
    question: "Soll das Projekt mit den gespeicherten Konstanten neu erzeugt werden?",
    warning: "Wenn sich das Projekt ändert, wird der Hub neu gestartet.",
    nothing: "Es gibt keine Änderungen; der Hub läuft weiter.",
    changes: (n: number) => `${count(n, "Wert ändert", "Werte ändern")} sich:`,
    more: (n: number) => `… und ${count(n, "weiterer Wert", "weitere Werte")}`,
    table: "Änderungen",
    columns: { channel: "Channel", from: "Bisher", to: "Neu" },
  },
  result: {
    title: "Ergebnis",
    close: "OK",
    done: "Das Projekt wurde neu erzeugt.",
    same: "Das Projekt hat sich nicht geändert.",
    restart: "Der Hub wird neu gestartet.",
    code: "Fehlercode",
    errors: "Anzahl Fehler",
    columns: { channel: "Channel", text: "Fehler", hint: "Hinweis" },
  },
  clean: {
    button: "Bereinigen",
    title: "Bereinigung",
    question: "Sollen alle nicht benötigten Daten entfernt werden?",
    spare: (n: number) =>
      n === 0
        ? "Zurzeit gibt es keine Werte, die das Projekt nicht benötigt."
        : `${count(n, "Wert gehört", "Werte gehören")} zu keiner Konstante des Projekts oder ${n === 1 ? "gleicht" : "gleichen"} seinem eigenen Wert.`,
    done: (n: number) =>
      n === 0 ? "Es gab nichts zu entfernen." : `${count(n, "Wert wurde", "Werte wurden")} entfernt.`,
  },
  editor: {
    box: "Werte",
    unknown: (file: string) => `Die Sammlung „${file}“ gibt es nicht`,
    unknownText: "Das laufende Projekt enthält diese Konstanten nicht.",
    toList: "Alle Konstanten anzeigen",
    columns: { channel: "Schlüssel (Channel)", value: "Wert", label: "Beschreibung" },
    valueOf: (channel: string) => `Wert von ${channel}`,
    quoted: (text: string) => `„${text}“`,
    yes: "ja",
    no: "nein",
    own: (value: string) => `Wert des Projekts: ${value}`,
    toOwn: (channel: string) => `${channel}: Wert des Projekts einsetzen`,
    toOwnShort: "Wert des Projekts einsetzen",
    meanwhile: (value: string) => `Inzwischen von jemand anderem gespeichert: ${value}`,
    limits: (min: string | undefined, max: string | undefined) =>
      min === undefined ? `höchstens ${max}` : max === undefined ? `mindestens ${min}` : `${min} bis ${max}`,
    types: {
      bool: "Ja/Nein",
      int: "ganze Zahl",
      float: "Zahl",
      string: "Text",
      json: "JSON",
    },
    notNumber: "Erlaubt ist eine Zahl, zum Beispiel 21,5.",
    notJson: "Das ist kein gültiges JSON.",
    save: "Speichern",
    undo: "Änderungen verwerfen",
    dirty: (n: number) => `${count(n, "Wert", "Werte")} geändert, noch nicht gespeichert`,
    saved: "Die Konstanten wurden gespeichert. Sie gelten, sobald sie aktiviert werden.",
    faulty: (n: number, first: string) =>
      `${count(n, "Wert passt", "Werte passen")} nicht, als Erstes ${first}. Es wurde nichts gespeichert.`,
  },
};
