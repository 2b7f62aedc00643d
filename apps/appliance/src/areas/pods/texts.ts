/** What people read of the area pods. */
export const texts = {
  settingsLost:
    "Die Einstellungen der Pods waren nicht lesbar. Es gelten die des Projekts, bis Sie sie neu speichern.",
  settings: "Einstellungen der Pods",
  secrets: "Token, Schlüsseldateien und Passwörter der Pods",
  tooManyTests: (wait: number) =>
    `Zu viele Testnachrichten. Der nächste Versuch ist in ${wait}\u00a0s möglich.`,
  unknownQuery: "Diese Anfrage kennt der Pod nicht.",
  noInterface: "Diese Verbindung hat der Pod nicht.",
  projectUnknown: "Ohne laufendes Projekt ist nicht bekannt, ob dieser Pod noch gebraucht wird.",
  inUse: "Der Pod gehört zum laufenden Projekt und ist nicht inaktiv.",
  noPod: "Diesen Pod gibt es nicht.",
  settingsUnreadable: (reason: string) =>
    `Die Einstellungen der Pods sind nicht lesbar und werden beiseitegelegt: ${reason}`,
};
