/** What people read of drafts. */
import { LIMITS } from "@hubwart/contract";

export const texts = {
  bare: "-ohne-passwoerter",
  gone: "Diesen Entwurf gibt es nicht mehr.",
  tooMany: `Es gibt schon ${LIMITS.drafts} Entwürfe. Löschen Sie zuerst einen davon.`,
  tooLarge: (mib: number) => `Der Entwurf ist zu groß: Erlaubt sind ${mib} MB.`,
  tooMuchAtOnce: "Das sind zu viele Änderungen auf einmal; bitte teilen Sie sie auf.",
  tooWide: `Eine Tabelle hat höchstens ${LIMITS.projectColumns} Spalten.`,
  noProject: "Es läuft kein Projekt, mit dem der Entwurf beginnen könnte.",
  versionGone: "Diese Projektversion gibt es nicht mehr.",
  versionMissing: "Geben Sie an, mit welcher Version der Entwurf beginnt.",
  wrongPassword: "Das Passwort der Datei ist falsch.",
  notEncrypted: "Die Datei ist nicht so verschlüsselt, wie das Gerät es tut. Lassen Sie das Passwort leer.",
  unreadable: (text: string, place: string) => `Die Datei lässt sich nicht einlesen: ${text} (${place})`,
  unknown:
    "Diese Zeile, Spalte oder Tabelle gibt es im Entwurf nicht mehr, oder ein Skript hat dort inzwischen einen anderen Text.",
  twice: "Eine Zeile, Spalte oder Tabelle mit dieser Kennung gibt es schon.",
  secretElsewhere: (column: string) =>
    `In die Spalte „${column}“ lässt sich kein Passwort oder Token übernehmen; erlaubt sind Spalten, die eines aufnehmen.`,
  secretUnknown: "Dieses Passwort oder Token kennt der Entwurf nicht; geben Sie es neu ein.",
  secretsStay: (iface: string, soFar: string) =>
    `${iface}: Die gespeicherten Zugangsdaten gehen nur an ${soFar}. Geben Sie sie für das neue Ziel neu ein, oder lassen Sie jemanden am Standort übernehmen.`,
  secretsRest: (iface: string) =>
    `${iface}: Mit diesen gespeicherten Zugangsdaten meldet sich das laufende Projekt nirgends an. Geben Sie sie neu ein, oder lassen Sie jemanden am Standort übernehmen.`,
  secretsGuarded: (iface: string, soFar: string) =>
    `${iface}: Die gespeicherten Zugangsdaten gehen an ${soFar} nur so geschützt wie bisher (TLS, Prüfung des Zertifikats). Geben Sie sie neu ein, oder lassen Sie jemanden am Standort übernehmen.`,
  ifaceOfPod: (pod: string, iface: string) => `${pod}, Schnittstelle ${iface}`,
  changedTooMuch: "Der Entwurf wurde inzwischen an sehr vielen Stellen geändert. Bitte laden Sie ihn neu.",
  ahead: "So viele Änderungen hat der Entwurf nicht. Bitte laden Sie ihn neu.",
  notNewest: "Der Entwurf wurde inzwischen geändert. Bitte sehen Sie sich die Änderungen an.",
  otherBase: "Inzwischen läuft eine andere Version als die, mit der dieser Entwurf begann.",
  otherRuns: "Inzwischen läuft eine andere Version. Bitte vergleichen Sie noch einmal.",
  undecided: (n: number) =>
    n === 1 ? "Eine Stelle ist noch nicht entschieden." : `${n} Stellen sind noch nicht entschieden.`,
  merged: (version: string) => `Mit Version ${version} zusammengeführt`,
  damaged: (id: string) => `Der Entwurf ${id} ist nicht lesbar und wird nicht angezeigt.`,
  baseNotNoted: (id: string, version: string, reason: string) =>
    `Der Entwurf ${id} ist als Projektversion ${version} veröffentlicht; im Entwurf ließ sich das nicht vermerken: ${reason}`,
  torn: (id: string) =>
    `Der letzte Schritt des Entwurfs ${id} wurde nicht vollständig gespeichert und entfällt.`,
  backup: "Entwürfe des Projekts",
  file: "projekt",
  noPodRow: "Diese Zeile beschreibt keine Schnittstelle eines Pods.",
  oneConnection: "Es wird gerade eine andere Verbindung getestet. Versuchen Sie es gleich noch einmal.",
  rowWrong: (text: string, hint: string) => `Die Zeile ist noch nicht in Ordnung: ${text}. ${hint}`,
  onlyRunning:
    "Verbindungen dieser Art lassen sich erst testen, wenn der Pod im laufenden Projekt ist: Ein Test aus dem Entwurf würde ihn stören.",
  noAnswer: "es kam keine Antwort",
  connectionFailed: (reason: string) => `Der Test kam nicht zum Ende: ${reason}.`,
} as const;
