/** What people read of the area update. */
import type { ReleaseFault } from "@hubwart/releases";

/** By what the disk says, errno(3). */
const disk: Readonly<Record<string, string>> = {
  EACCES: "Das Gerät darf eine Datei des Updates nicht lesen oder schreiben.",
  EPERM: "Das Gerät darf eine Datei des Updates nicht lesen oder schreiben.",
  EROFS: "Der Datenträger des Geräts ist schreibgeschützt.",
  EIO: "Der Datenträger des Geräts meldet einen Fehler beim Lesen oder Schreiben.",
  EMFILE: "Auf dem Gerät sind zu viele Dateien offen.",
  ENFILE: "Auf dem Gerät sind zu viele Dateien offen.",
};

const faults: Record<ReleaseFault, string> = {
  unreachable: "Die Verbindung zum Update-Server ist fehlgeschlagen.",
  expired:
    "Die Angaben des Update-Servers sind abgelaufen. Entweder wird er nicht gepflegt, oder jemand hält neuere Angaben zurück.",
  signature: "Die Angaben des Update-Servers tragen keine gültige Unterschrift des Herstellers.",
  rollback: "Der Update-Server liefert ältere Angaben, als dieses Gerät schon kennt.",
  inconsistent: "Die Angaben des Update-Servers passen nicht zusammen.",
  "not-offered": "Diese Version wird in diesem Kanal nicht mehr angeboten.",
  damaged: "Die geladene Datei ist nicht die, die der Hersteller unterschrieben hat.",
  archive: "Die geladene Datei ist keine brauchbare Version.",
  device:
    "Das Gerät konnte eine Datei nicht lesen oder schreiben. Über die Angaben des Update-Servers sagt das nichts.",
  unknown:
    "Die Angaben des Update-Servers ließen sich aus einem unerwarteten Grund nicht prüfen. Einzelheiten stehen im Ereignis-Protokoll.",
};

export const texts = {
  disk,
  faults,
  storageFull:
    "Für das Update ist nicht genug Speicherplatz frei. Bitte löschen Sie Dateien, die nicht mehr gebraucht werden.",
  diskFailed: (code: string) =>
    `Das Gerät konnte eine Datei des Updates nicht lesen oder schreiben (${code}).`,
  serverSlow: "Der Update-Server antwortet zu langsam.",
  lookFailed:
    "Die Suche nach Updates ist aus einem unerwarteten Grund fehlgeschlagen. Einzelheiten stehen im Ereignis-Protokoll.",
  backTitle: (version: string) => `Zurück zu Version ${version}`,
  checkPrevious: "Vorherige Version prüfen",
  versionGone: (version: string) => `Version ${version} ist nicht mehr vorhanden.`,
  switchBack: "Auf die vorherige Version wechseln",
  tidy: "Aufräumen",
  tidyBack: (reason: string) => `Rückkehr aufräumen: ${reason}`,
  checkChannel: "Kanal prüfen",
  channelEmpty: "Der gewählte Update-Kanal enthält noch keine Version für dieses Gerät.",
  noLauncher: "Ein Update ist nicht möglich, weil Hubwart ohne seinen Startprozess läuft.",
  noFolder: "Auf diesem Gerät ist kein Ordner für geladene Versionen eingerichtet.",
  noServer: "Es ist kein Update-Server eingerichtet.",
  noKey: "Dieses Gerät kennt noch keinen Schlüssel des Herstellers für Updates.",
  notPossible: "Zurzeit ist kein Update möglich.",
  takenBack: "Das Update wurde von Hand zurückgenommen.",
  logHeader: (version: string, before: string) =>
    `Version ${version}, zurückgenommen; davor und danach Version ${before}`,
  logOutputs: "--- Ausgaben der Prozesse",
  logEvents: "--- Ereignis-Protokoll seit dem Wechsel",
  notStable: "Der Betrieb ist nicht beständig.",
  consoleSilent: (reason: string) => `Die Konsole antwortet nicht: ${reason}`,
  webServerNotReady: "Der Webserver ist noch nicht bereit.",
  title: (version: string) => `Update auf Version ${version}`,
  checkVersion: "Version prüfen",
  notOffered: (version: string) => `Version ${version} wird nicht mehr angeboten.`,
  checkContent: "Unterschrift und Inhalt prüfen",
  checkRoom: "Speicherplatz prüfen",
  unpack: "Neben der laufenden Version auspacken",
  switchTo: "Auf die neue Version wechseln",
  tidyUpdate: (reason: string) => `Update aufräumen: ${reason}`,
  noRoom: (needed: number, free: number) =>
    `Für das Update sind ${needed}\u00a0MB frei nötig, es sind ${free}\u00a0MB.`,
  hubSilent: "Der Hub meldet sich nicht.",
  hubOff: "Der Hub läuft nicht.",
  hubNotReady: "Der Hub ist noch nicht bereit.",
  hubUnlicensed: "Der Hub hat keine gültige Lizenz.",
  more: (count: number) => ` und ${count} weitere`,
  noLog: "Es gibt kein Protokoll eines fehlgeschlagenen Updates.",
  nothingPrevious: "Eine vorherige Version ist nicht mehr vorhanden.",
  newest: "Das System ist auf dem neuesten Stand.",
  channelUnlicensed: "Die Lizenz unterstützt diesen Update-Kanal nicht.",
  runs: (sentence: string, version: string) => `${sentence} Es läuft Version ${version}.`,
  available: (version: string) => `Version ${version} ist verfügbar.`,
  onTrial: (version: string) =>
    `Version ${version} ist noch auf Probe. Ein weiteres Update ist danach möglich.`,
  unlicensed: (reason: string) => `Ohne gültige Lizenz ist kein Update möglich. ${reason}`,
  aborted: "Das Update wurde abgebrochen.",
  checkOperation: "Betrieb prüfen",
  fateUnknown: "Es lässt sich nicht feststellen, was aus dem Update wurde.",
  runsAgain: (reason: string, version: string) =>
    `${reason} Es läuft wieder Version ${version} mit den Einstellungen von davor.`,
  runsInstead: (running: string, version: string) => `Es läuft Version ${running} statt ${version}.`,
  launcherSilent: "Der Startprozess antwortet nicht.",
  launcherStayed: "Der Startprozess hat nicht gewechselt.",
  notReconnected: (names: string) => `Seit dem Update nicht wieder verbunden: ${names}.`,
  disconnecting: (names: string) => `Seit dem Update immer wieder getrennt: ${names}.`,
  failed: (back: boolean, version: string, reason: string) =>
    `${back ? "Die Rückkehr zu" : "Das Update auf"} Version ${version} ist fehlgeschlagen: ${reason}`,
  away: (names: string) => `Nicht wieder verbunden: ${names}.`,
  serverStale: (days: number) => `Der Update-Server hat seit ${days} Tagen nichts Neues gesagt.`,
  keepSettings: "Einstellungen sichern",
  download: "Herunterladen",
  logUnread: (reason: string) => `Protokoll des Updates: ${reason}`,
  unknownVersion: "unbekannt",
};
