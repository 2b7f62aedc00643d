/** What people read of the area project. */
export const texts = {
  notInPlace: (reason: string) => `Übernahme ohne Neustart nicht möglich: ${reason}`,
  notStarted: "Der Hub konnte das Projekt nicht starten.",
  notRunningYet: (seconds: number) => `Das Projekt lief nach ${seconds} Sekunden noch nicht.`,
  noVersion: "Diese Projektversion gibt es nicht mehr.",
  withVersions: "Projekt mit seinen Versionen",
  currentUnknown:
    "Es ist nicht mehr bekannt, welches Projekt läuft. Die Projektversionen sind noch da: Bitte stellen Sie eine davon wieder her.",
  etsBusy: "Es wird gerade eine andere Datei der ETS eingelesen.",
  passwordNeeded: (message: string) => `${message} Geben Sie es ein.`,
  checking: "Projekt prüfen",
  uploading: "Projekt hochladen",
  taken: (version: string, filename: string) => `Projektversion ${version} übernommen: ${filename}`,
  restoring: "Projekt wiederherstellen",
  restored: (version: string) => `Projektversion ${version} wiederhergestellt`,
  applying: "Projekt übernehmen",
  notApplied: "Das Projekt wurde nicht übernommen; es hat Fehler.",
  putBack: "Das neue Projekt lief nicht; das vorherige wurde wiederhergestellt.",
  wrongPassword: "Das Passwort der Datei ist falsch.",
  none: "Es ist kein Projekt vorhanden.",
  notKept: "Die hochgeladene Datei wurde nicht gespeichert.",
  fileLost: "Die Datei ist auf dem Gerät beschädigt oder fehlt.",
  remaking: "Projekt neu erzeugen",
  valuesUnfit: "Es wurde nichts aktiviert; einzelne Werte passen nicht.",
  full: "Der Speicher des Geräts ist voll. Das bisherige Projekt bleibt unverändert.",
  starting: "Projekt starten",
  versionFailed: (version: string, reason: string) => `Projektversion ${version} läuft nicht: ${reason}`,
  failed: (reason: string) => `Das Projekt läuft nicht: ${reason}`,
  failedAndBack: (reason: string) =>
    `Das neue Projekt lief nicht, das vorherige wurde wiederhergestellt. ${reason}`,
  leftoverRemoved: (name: string) => `Rest einer abgebrochenen Übernahme entfernt: ${name}`,
  versionUnreadable: (name: string) => `Projektversion ${name} ist nicht lesbar`,
  tooManyKept: (most: number) =>
    `Es werden schon ${most} Versionen dauerhaft behalten. Geben Sie zuerst eine davon frei.`,
  currentMissing: (file: string) => `${file} fehlt; es ist kein Projekt aktiv`,
  currentUnreadable: (file: string, reason: string) =>
    `${file} ist nicht lesbar, es ist kein Projekt aktiv: ${reason}`,
  passwordsDiffer: "Die Passwörter sind nicht identisch.",
  holdsPasswords:
    "Diese Datei enthält Passwörter der Pods. Sie lässt sich nur am Gerät selbst herunterladen; über die Zentrale geht sie verschlüsselt, wenn sie mit Passwort gespeichert wurde, oder als Entwurf ohne Passwörter.",
  jsonExpected: "Erwartet wird JSON.",
};
