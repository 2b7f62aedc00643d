/** Texts of the area "update". */
import { CODES } from "@hubwart/contract";
import { formatTime } from "../../lib/format.ts";

const upToDate = "Das System ist auf dem neuesten Stand.";

export const updateTexts = {
  title: "Update",
  state: {
    box: "Aktueller Stand",
    channel: "Update-Kanal",
    previous: "Vorherige Version",
    checked: "Zuletzt nach Updates gesucht",
    never: "noch nie",
    check: "Nach Updates suchen",
    found: (version: string) => `Version ${version} ist verfügbar.`,
    upToDate,
    unknown: "Ob es eine neue Version gibt, ist noch nicht bekannt.",
    failed: "Die Suche nach Updates ist fehlgeschlagen.",
    badge: { current: "aktuell", available: "Update verfügbar" },
  },
  offer: {
    box: (version: string) => `Version ${version}`,
    size: "Download",
    unpacked: "Platz auf dem Gerät",
    published: "Veröffentlicht",
    notes: "Neuerungen",
    noNotes: "Zu dieser Version gibt es keine Beschreibung.",
    what: "Was geschieht",
    steps: [
      "Die neue Version wird geladen, geprüft und neben der laufenden ausgepackt. Die Anlage arbeitet dabei weiter.",
      "Die Einstellungen werden gesichert, dann startet das System mit der neuen Version. Dabei fließen kurze Zeit keine Werte.",
      "Antwortet die Konsole nicht, läuft der Hub nicht oder fehlt eine Verbindung, die vorher stand, kehrt das Gerät von selbst zur bisherigen Version und ihren Einstellungen zurück.",
    ],
  },
  start: {
    button: "Update",
    title: "Update",
    question: "Soll das System aktualisiert und neu gestartet werden?",
    warning:
      "Das Update braucht eine stabile Internetverbindung und dauert einige Minuten. Schalten Sie das System währenddessen nicht aus.",
  },
  progress: {
    box: (version: string) => version,
    cancel: "Abbrechen",
    cancelled: "Das Update wird abgebrochen.",
    undoing: "Das Update wird zurückgenommen …",
    loaded: (done: string, total: string) => `${done} von ${total}`,
    bar: "Fortschritt des Downloads",
    steps: "Schritte des Updates",
    states: {
      waiting: "steht aus",
      running: "läuft",
      done: "erledigt",
      undoing: "wird zurückgenommen",
      undone: "zurückgenommen",
      failed: "fehlgeschlagen",
    },
  },
  back: {
    box: "Vorherige Version",
    trialBox: "Probe der neuen Version",
    until: (ms: number) => `auf Probe bis ${formatTime(ms)}`,
    version: "Version davor",
    keptUntil: "Wird aufgehoben bis",
    crashes: "Abstürze seit dem Wechsel",
    losses: "Abgerissene Verbindungen",
    lossesOf: (losses: number, connections: number) => `${losses} (${connections} beobachtet)`,
    changed: "nicht beobachtet, weil Projekt oder Einstellungen geändert wurden",
    trial: (version: string) =>
      `Stürzt die neue Version in dieser Zeit mehrmals ab, oder bleibt eine Verbindung weg, kehrt das Gerät von selbst zu Version ${version} zurück. Dann gelten wieder die Einstellungen von vor dem Wechsel; warten Sie mit Änderungen am besten so lange.`,
    kept: "Solange die vorherige Version aufgehoben wird, können Sie zu ihr zurückkehren.",
    button: "Zur vorherigen Version",
    confirm: "Zurückkehren",
    question: (version: string) =>
      `Soll das System zu Version ${version} zurückkehren und neu gestartet werden?`,
    lost: "Es gelten dann wieder die Einstellungen von vor dem Update. Was Sie seitdem geändert haben, geht verloren; aufgezeichnete Werte bleiben.",
    stays:
      "Ihre Einstellungen bleiben, wie sie jetzt sind. Kommt die vorherige Version damit nicht zurecht, läuft von selbst wieder die jetzige.",
  },
  last: {
    box: "Letztes Update",
    result: "Ergebnis",
    success: "erfolgreich",
    failed: "fehlgeschlagen",
    version: "Version",
    from: "Davor",
    started: "Beginn",
    ended: "Ende",
    log: "Protokoll herunterladen",
    dismiss: "Meldung bestätigen",
    dismissed: "Die Meldung wurde bestätigt.",
  },
  channel: {
    box: "Update-Kanal wechseln",
    text: "Aus dem Update-Kanal kommen neue Versionen. Die laufende Version bleibt, bis Sie ein Update starten.",
    select: "Update-Kanal",
    keep: "Einstellung beibehalten",
    button: "Wechseln",
    title: "Update-Kanal wechseln",
    question: (name: string) => `Soll das System in Zukunft aus dem Kanal „${name}“ geladen werden?`,
    done: (name: string) => `Das System wird in Zukunft aus dem Kanal „${name}“ geladen.`,
  },
  failed: "Das Update konnte nicht gestartet werden.",
  /** By result code. */
  messages: {
    [CODES.updateUpToDate]: upToDate,
    [CODES.updateLocal]: "Der gewählte Update-Kanal enthält keine Version für dieses Gerät.",
    [CODES.updateLicense]: "Die Lizenz unterstützt diesen Update-Kanal nicht.",
    [CODES.noLicense]: "Keine gültige Lizenz: Ohne sie ist kein Update möglich.",
    [CODES.licenseServer]: "Die Verbindung zum Lizenzserver ist fehlgeschlagen.",
    [CODES.unavailable]: "Zurzeit ist kein Update möglich.",
  } as Readonly<Record<number, string>>,
};
