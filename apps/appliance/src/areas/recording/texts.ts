/** What people read of channels that are recorded beside those of the project. */
export const texts = {
  label: "Zusätzlich aufgezeichnete Channels",
  unknown: (chan: string) => `Das Projekt hat keinen Channel „${chan}“.`,
  already: (chan: string) => `Das Projekt zeichnet „${chan}“ selbst auf.`,
  many: (most: number) =>
    `Auf dem Gerät werden schon ${most} Channels zusätzlich aufgezeichnet. Mehr gehören ins Projekt (Spalte „record“).`,
  notAdded: (chan: string) => `„${chan}“ wird auf diesem Gerät nicht zusätzlich aufgezeichnet.`,
  notOurs: "keine Datei dieses Geräts",
  unreadable: (file: string, reason: string) => `${file} ist nicht lesbar: ${reason}`,
  lost: "Welche Channels zusätzlich zum Projekt aufgezeichnet werden, ging durch einen Schaden verloren. Bitte schalten Sie die Aufzeichnung dort wieder ein, wo sie gebraucht wird.",
  noRoom: (bytes: number) =>
    `So viel Platz hat der Datenträger nicht; es gehen höchstens ${(Math.floor(bytes / 1e8) / 10).toLocaleString("de-DE")}\u00a0GB.`,
  moreGone: (days: number) =>
    `Inzwischen würden ${days} Tage gelöscht. Bitte prüfen Sie die Angaben noch einmal.`,
  keepLost:
    "Wie viel Aufzeichnung behalten werden soll, ging durch einen Schaden verloren. Bis es unter „Wertespeicher“ neu gewählt ist, wird nichts gelöscht.",
  manyRows: (most: number) => `Erlaubt sind höchstens ${most.toLocaleString("de-DE")} Werte.`,
  line: (line: number, what: string) => `Zeile ${line}: ${what} Es wurde nichts übernommen.`,
  noTime: "Erlaubt ist eine Zeit wie 2026-11-25 13:00:00 oder 25.11.2026 13:00.",
  noValue: "Erlaubt ist nach dem Semikolon eine Zahl, oder wahr oder falsch.",
  skipped: "Diese Zeit hat die Uhr übersprungen (Beginn der Sommerzeit).",
  twice:
    "Diese Zeit hatte die Uhr zweimal (Ende der Sommerzeit). Bitte geben Sie an, welche gemeint ist, zum Beispiel 2026-10-25 02:30+02:00.",
  noText: "Die Datei ist kein Text in UTF-8.",
  noFile: "Bitte geben Sie die Werte an.",
  noValues: "Bitte geben Sie mindestens einen Wert an.",
  valuesWithRemove: "Werden Werte entfernt, gehören keine neuen dazu.",
  textChannel: "Berichtigen lassen sich Zahlen und Wahrheitswerte, aber keine Texte.",
  hubAway: "Der Hub läuft nicht; was aufgezeichnet wird, gilt, sobald er wieder da ist.",
};
