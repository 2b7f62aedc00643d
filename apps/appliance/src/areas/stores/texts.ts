/** What people read of the area stores. */
export const texts = {
  retained: "Gehaltene Werte",
  recorded: "Aufgezeichnete Werte",
  replacesRecorded:
    "Ersetzt alles bisher Aufgezeichnete, auch was seit der Sicherung dazukam und was noch auf die Weitergabe an eine Datenbank wartet. Wählen Sie das, wenn dieses Gerät ein anderes ersetzt.",
  export: "Weitergabe der Aufzeichnung",
  exportSettings: (reason: string) => `Einstellungen der Weitergabe: ${reason}`,
  exportState: "Stand der Weitergabe",
  wrote: (label: string, table: string) => `${label} hat einen Wert in „${table}“ geschrieben.`,
  noReport: (database: string) =>
    `Aufgezeichnete Werte gehen nicht an ${database}: Von der Aufzeichnung kommt kein Bericht darüber.`,
  notReached: (database: string, reason: string | undefined) =>
    `Aufgezeichnete Werte erreichen ${database} nicht: ${reason ?? "unbekannter Grund"}`,
  lost: (database: string) =>
    `Für ${database} gingen Werte verloren, weil der Puffer voll war. Auf dem Gerät sind sie weiterhin aufgezeichnet.`,
  addressNeeded: "Bitte geben Sie die Adresse der Datenbank an.",
  tokenAgain:
    "Das gespeicherte Token gehört zu einem anderen Server. Bitte geben Sie das Token für diese Adresse ein.",
  bucketNeeded: "Bitte geben Sie eine Datenbank (Bucket) an.",
  notRecorded: "Werte werden zurzeit nicht aufgezeichnet",
  notRetained: "Gehaltene Werte werden zurzeit nicht gespeichert",
  restoreRetained: "Gehaltene Werte wiederherstellen",
  readDay: "Aufgezeichneten Tag einlesen",
  checking: "Prüfen",
  noting: "Vormerken",
  restartHub: "Hub neu starten",
  noDayAnyMore: "Diesen Tag gibt es nicht mehr.",
  noDay: "Diesen Tag gibt es nicht.",
};
