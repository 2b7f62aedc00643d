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
  asFile: "Das ist eine Datei. Über die Zentrale kommt sie nur als Download.",
  noFile: "Diese Datei gibt es nur am Gerät selbst, nicht über die Zentrale.",
  lessAllowed: "Dafür reichen die Rechte nicht, die dieser Standort der Zentrale gibt.",
  tooManyFiles:
    "An diesem Standort sind über die Zentrale gerade zu viele Dateien unterwegs. Bitte gleich noch einmal.",
  fileOver: "Die Übertragung wurde am Standort beendet. Bitte noch einmal beginnen.",
  fileBroken: "Der Standort konnte die Datei nicht zu Ende lesen.",
  fileNoRoom: "Der Standort kann die Datei gerade nicht ablegen, vielleicht ist sein Datenträger voll.",
  fileNotAsSent: "Die Datei ist nicht so angekommen, wie sie abgeschickt wurde. Es wurde nichts geändert.",
  fileTooLarge: (most: number) =>
    `Die Datei ist zu groß für den Weg über die Zentrale. Möglich sind bis zu ${Math.floor(most / 1024 ** 2)} MB; am Gerät selbst geht es auch darüber hinaus.`,
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
