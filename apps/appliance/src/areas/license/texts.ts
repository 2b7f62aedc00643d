/** What people read of the area license. */
export const texts = {
  onlyHere: "Lizenz (gilt nur für dieses Gerät)",
  stays:
    "Eine Lizenz gilt nur für das Gerät, für das sie ausgestellt wurde. Die Lizenz dieses Geräts bleibt.",
  none: "Keine gültige Lizenz.",
  ends: (date: string, days: number) =>
    `Die Lizenz läuft am ${date} ab (noch ${days === 1 ? "1 Tag" : `${days} Tage`}).`,
  changeKey: "Lizenzschlüssel ändern",
  renew: "Lizenz erneuern",
  fetching: "Lizenz holen und prüfen",
  restartHub: "Hub neu starten",
  unreachable: "Die Verbindung zum Lizenzserver ist fehlgeschlagen.",
  noServer: "Es ist kein Lizenzserver eingerichtet.",
  tooMuch: (host: string) => `${host} schickt mehr, als eine Lizenz sein kann`,
  tooSlow: (host: string) => `${host} antwortet zu langsam`,
  status: (status: number) => `Der Lizenzserver antwortet mit dem HTTP-Status ${status}.`,
  tooLong: "Die Lizenz des Lizenzservers ist zu lang.",
  notALicense:
    "Der Lizenzserver antwortet mit etwas anderem als einer Lizenz, vielleicht mit der Anmeldeseite eines Netzwerks.",
  unknownKey: "Dieser Lizenzschlüssel ist nicht bekannt.",
  keyOfOther: "Dieser Lizenzschlüssel gehört bereits zu einem anderen Gerät.",
  keyEnded: "Dieser Lizenzschlüssel ist abgelaufen oder gesperrt.",
  noKeyGiven: "Es wurde kein Lizenzschlüssel angegeben.",
  noKeyStored: "Es ist kein Lizenzschlüssel hinterlegt.",
  remains: (message: string, until: string) =>
    `${message} Die gespeicherte Lizenz bleibt gültig bis ${until}.`,
  noFingerprint: "Der Fingerabdruck des Geräts konnte nicht erstellt werden.",
  notTaken: (reason: string) => `Die Lizenz des Lizenzservers wurde nicht übernommen. ${reason}`,
  taken: (name: string, until: string) => `Lizenz für „${name}“ übernommen, ${until}.`,
  unlimited: "unbegrenzt gültig",
  until: (day: string) => `gültig bis ${day}`,
  trial: (reason: string) => `Testlizenz: ${reason}`,
  toHub: (reason: string) => `Lizenz an Hub: ${reason}`,
  checking: (reason: string) => `Lizenz prüfen: ${reason}`,
};
