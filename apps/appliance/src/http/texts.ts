/** What people read of the edge: refused requests, and what it serves itself. */
export const texts = {
  notBuilt: "Die Konsole ist noch nicht gebaut.\n",
  noSuchFile: "Diese Datei gibt es nicht.\n",
  fileTooLarge: (megabytes: number) => `Die Datei ist zu groß; erlaubt sind ${megabytes}\u00a0MB.`,
  unexpected: "Im Gerät ist ein unerwarteter Fehler aufgetreten. Das Ereignis-Protokoll nennt die Ursache.",
  storageFull:
    "Der Speicher des Geräts ist voll. Bitte löschen Sie Dateien, die nicht mehr gebraucht werden.",
  storageDead:
    "Der Datenträger des Geräts nimmt nichts mehr an; er ist schreibgeschützt oder defekt. Es wurde nichts gespeichert.",
  tooManyOpen:
    "Auf dem Gerät sind gerade zu viele Dateien und Verbindungen offen. Bitte versuchen Sie es gleich noch einmal.",
  invalidField: (field: string, message: string) => `Ungültige Eingabe: ${field}: ${message}`,
  invalid: "Ungültige Eingabe.",
  requestTooLarge: "Die Anfrage ist zu groß.",
  jsonExpected: "Erwartet wird JSON (Content-Type: application/json).",
  noAddress: "Diese Adresse gibt es nicht.",
  unreadable: "Die Anfrage ist nicht lesbar.",
  reachable: (url: string) => `Die Verwaltung ist auch unter ${url} erreichbar.`,
  portTaken: (port: number) => `Port ${port} ist bereits belegt`,
  noHttps: (why: string) => `Die Verwaltung ist nicht über HTTPS erreichbar: ${why} (HUBWART_HTTPS_PORT).`,
  fileGone: "Diese Datei gibt es nicht mehr.",
  tooDeep: (levels: number) => `Verschachtelt sein dürfen höchstens ${levels} Ebenen`,
  downloadExpired: "Diese Download-Adresse ist abgelaufen. Bitte starten Sie den Download erneut.",
  notYet: (path: string) => `Diese Funktion steht in dieser Version noch nicht zur Verfügung („${path}“).`,
  formExpected: "Erwartet wird eine Datei (multipart/form-data).",
  notForTokens: "Mit einem Token ist das nicht möglich. Bitte melden Sie sich an.",
  notForCentral: "Von der Zentrale aus ist das nicht möglich. Bitte melden Sie sich am Gerät an.",
  notEntrusted:
    "Dieser Standort lässt Personen und Zertifikate nicht von der Zentrale verwalten. Das entscheidet er unter System > Zentrale.",
  onlyForCentral: "Das ist nur von der Zentrale aus möglich.",
  notForKeptPeople:
    "Ihr Zugang wird von der Zentrale verwaltet. Zugänge, Tokens und die Tür zur Zentrale ändert hier nur, wen der Standort selbst angelegt hat.",
  notForPanels: "Ein Wandpanel zeigt nur seine eigene Ansicht.",
  notOnPage: "Die Ansicht dieses Wandpanels setzt diesen Wert nicht.",
  forbidden: "Dafür reichen die Rechte dieses Zugangs nicht.",
  wholeOnly:
    "Diese Ansicht zeigt das ganze Projekt; dieser Zugang ist auf einen Teil der Channels beschränkt.",
  sessionEnded: "Die Sitzung wurde beendet. Bitte melden Sie sich an.",
  fileExpected: "Es wurde keine Datei angegeben.",
  changedElsewhere:
    "Die Einstellungen wurden inzwischen an anderer Stelle geändert. Bitte laden Sie sie neu.",
  ownNamesOnly: "Dieses Gerät antwortet nur unter seiner Adresse oder seinem eigenen Namen.\n",
  notStarting: (product: string, reason: string) => `${product} startet nicht. ${reason}`,
  fieldTooLong: (kilobytes: number) => `Die Angabe ist zu lang; erlaubt sind ${kilobytes}\u00a0kB.`,
  tooManyParts: (fields: number, files: number) =>
    `Das Formular hat zu viele Teile; erlaubt sind ${fields} Felder und ${files} Dateien.`,
  transferCut: "Die Übertragung brach ab.",
  wholeFormExpected: "Erwartet wird ein vollständiges Formular (multipart/form-data).",
  notStartingTitle: (product: string) => `${product} startet nicht`,
  retried: (seconds: number) =>
    `Der Start wird alle ${seconds} Sekunden erneut versucht; diese Seite lädt sich von selbst neu. Ist der Grund behoben, erscheint hier die Verwaltung.`,
  moreOnDevice: "Mehr dazu sagt auf dem Gerät:",
  contradiction: "Die Angabe widerspricht einer anderen dieser Anfrage.",
};
