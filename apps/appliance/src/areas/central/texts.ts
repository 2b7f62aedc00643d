/** What people read of the connection to the central. */
export const texts = {
  joinedAlready: "Dieses Gerät gehört schon zu einer Zentrale. Bitte zuerst austreten.",
  onlyReports: "Dieser Standort lässt die Zentrale nur sehen, was er selbst meldet.",
  unreadable: "Die Anfrage der Zentrale ist nicht lesbar.",
  unknownCall: (call: string) => `Den Aufruf „${call}“ gibt es in der Version dieses Standorts nicht.`,
  tooMuchText: "Das ist für den Weg über die Zentrale zu viel auf einmal. Bitte weniger Zeilen abrufen.",
  noWatch: "Laufende Werte gibt es über die Zentrale nur nach und nach.",
  tooManyWatches: "Zu viele sehen diesem Standort über die Zentrale gerade zu.",
  watchEnded: "Die laufenden Werte wurden am Standort beendet.",
  brokenOff: "Der Aufruf wurde am Standort abgebrochen.",
  notJoined: "Dieses Gerät gehört zu keiner Zentrale.",
  lost: (file: string) => `${file} ist unlesbar. Die Verbindung zur Zentrale muss neu eingerichtet werden.`,
  damaged:
    "Die Zugangsdaten zur Zentrale sind beschädigt. Bitte dort einen neuen Code anlegen und noch einmal beitreten.",
  refused: (central: string) => `„${central}“ kennt dieses Gerät nicht mehr oder hat es gesperrt.`,
  away: (central: string) => `Seit mehr als zehn Minuten besteht keine Verbindung zu „${central}“.`,
  renewed: "Die Zentrale hat das Zertifikat dieses Geräts erneuert.",
  notRenewed:
    "Die Zentrale hat ein Zertifikat geschickt, das nicht zu diesem Gerät passt. Es gilt weiter das bisherige.",
  ends: (central: string) =>
    `Das Zertifikat für „${central}“ läuft in weniger als 60 Tagen ab. Bitte rechtzeitig neu beitreten.`,
};
