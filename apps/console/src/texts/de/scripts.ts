/** Texts of the scripts' screens. */
import { formatDecimal } from "../../lib/intl.ts";

const formatNumber = (count: number) => formatDecimal(count, 0, 3);

export const scriptsTexts = {
  title: "Skripte",
  intro:
    "Skripte in Lua lesen und schreiben Channels. Jedes läuft für sich, mit begrenzter Zeit und begrenztem Speicher; Änderungen gelten erst, wenn sie aktiviert sind.",
  list: "Skripte",
  empty: "Noch kein Skript",
  emptyText:
    "Legen Sie hier ein Skript an, laden Sie eines hoch, oder geben Sie es dem Projekt in einer ZIP-Datei mit.",
  columns: {
    name: "Name",
    origin: "Herkunft",
    state: "Zustand",
    counters: "Zähler",
    memory: "Speicher",
    actions: "Aktionen",
  },
  origin: { project: "Projekt", uploaded: "hochgeladen", both: "hochgeladen, statt dem des Projekts" },
  statesMissing: "Wie die Skripte laufen, ist nicht bekannt:",
  states: {
    starting: "startet",
    running: "läuft",
    waiting: "angehalten",
    broken: "nicht lauffähig",
    ended: "beendet",
    off: "läuft nicht",
  },
  throttled: "gedrosselt",
  loop: (channel: string) => `Ruft sich über „${channel}“ immer wieder selbst auf.`,
  lastError: "Letzter Fehler:",
  changed: "nicht aktiviert",
  counters: (events: number, writes: number, failures: number) =>
    `${formatNumber(events)} ${events === 1 ? "Wert" : "Werte"}, ${formatNumber(writes)} geschrieben, ${formatNumber(failures)} Fehler`,
  add: "Neues Skript",
  addLabel: "Name",
  addHint: "Buchstaben ohne Umlaute, Ziffern, „_“, „-“, „.“ und Leerzeichen; .lua wird ergänzt.",
  addConfirm: "Anlegen",
  upload: "Hochladen",
  uploaded: "Skript hochgeladen",
  activate: "Aktivieren",
  activateQuestion: "Sollen die Skripte aktiviert werden? Der Hub startet dabei neu.",
  activated: "Die Skripte wurden aktiviert. Der Hub startet neu.",
  nothing: "Es ist nichts zu aktivieren.",
  pending: "Es gibt Änderungen, die noch nicht aktiviert sind.",
  delete: "Skript löschen",
  deleteQuestion: (name: string) => `Soll das Skript „${name}“ gelöscht werden?`,
  deleteBoth: (name: string) =>
    `Soll das hochgeladene Skript „${name}“ gelöscht werden? Nach dem nächsten Aktivieren gilt wieder das des Projekts.`,
  deleted: "Skript gelöscht",
  hosts: {
    box: "Erlaubte Server",
    text: "Anfragen mit „http“ gehen nur an diese Server: ein Name oder eine Adresse je Zeile. Ohne „:Port“ gelten die Ports 80 und 443.",
    label: "Server, einer je Zeile",
    save: "Speichern",
    saved: "Erlaubte Server gespeichert",
  },
  editor: {
    label: "Quelltext",
    unknown: (file: string) => `Das Skript „${file}“ gibt es nicht`,
    unknownText: "Es wurde gelöscht oder gehört nicht zum laufenden Projekt.",
    toList: "Alle Skripte anzeigen",
    save: "Speichern",
    saved: "Skript gespeichert. Es gilt nach dem Aktivieren.",
    check: "Prüfen",
    fine: "Das Skript ist in Ordnung.",
    trial: "Probelauf",
    stop: "Probelauf beenden",
    log: "Ereignis-Protokoll",
    problems: "Prüfung",
    line: (line: number) => `Zeile ${line}`,
    channels: "Verwendete Channels",
    noChannels: "Keine Channels des Projekts mit festem Namen.",
    unchecked: "Noch nicht geprüft.",
    theirLines: "Von anderer Stelle geändert:",
    leave: "Tabulatortaste: Einrücken. Mit Escape und danach Tab verlassen Sie den Editor.",
  },
  trouble: {
    title: "Das Skript macht Fehler",
    last: (moment: string) => `zuletzt ${moment}`,
    what: "Abhilfe",
    mend: (inProject: boolean) =>
      inProject
        ? "Berichtigen Sie die Zeile über „Im Entwurf ändern“, und veröffentlichen Sie den Entwurf."
        : "Berichtigen Sie die Zeile, speichern Sie, und wählen Sie auf der Seite „Skripte“ „Aktivieren“.",
    nil: "Ein Channel ohne Wert ist nil: Rechnen Sie erst, wenn einer da ist (if wert ~= nil then … end), und sehen Sie nach, warum er fehlt.",
  },
  trial: {
    box: "Probelauf",
    text: "Das Skript liest die laufende Anlage, schreibt aber nichts, sendet nichts und behält nichts. Hier steht, was es getan hätte. Es endet nach zehn Minuten von selbst.",
    none: "Noch nichts geschehen.",
    running: "läuft",
    over: "beendet",
    kinds: {
      write: "schreiben",
      log: "Meldung",
      keep: "behalten",
      http: "senden",
      alarm: "melden",
      end: "Ende",
    },
    columns: { time: "Zeit", kind: "Was", what: "Wohin", text: "Wert" },
  },
} as const;
