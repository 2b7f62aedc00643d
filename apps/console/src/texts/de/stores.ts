/** Texts of the retained values and recorded days. */
export const storesTexts = {
  title: "Wertespeicher",
  pool: {
    box: "Gehaltene Werte",
    text: "Stände der Channels, die im Projekt mit „retain“ gekennzeichnet sind. Sie entstehen stündlich, täglich, vor jedem anderen Projekt und vor jedem Wiederherstellen.",
    empty: "Noch keine Stände vorhanden",
    emptyText: "Der erste Stand entsteht spätestens eine Stunde nach dem ersten gehaltenen Wert.",
    question: (time: string) =>
      `Sollen die gehaltenen Werte vom ${time} wiederhergestellt werden? Die jetzigen Werte werden vorher gesichert, danach startet der Hub neu.`,
    done: "Die gehaltenen Werte wurden wiederhergestellt",
  },
  lake: {
    box: "Aufgezeichnete Tage",
    text: "Werte der Channels, die im Projekt mit „record“ gekennzeichnet sind: eine Parquet-Datei je Tag (UTC), zum Beispiel für pandas oder DuckDB. Den Verlauf zeigt der Debugger unter „Diagramme“.",
    empty: "Noch kein Tag abgeschlossen",
    emptyText: "Die Datei eines Tages entsteht nach dessen Ende (UTC).",
    question: (day: string) =>
      `Soll der Tag ${day} erneut eingelesen werden? Die Diagramme dieses Tages werden aus der Datei neu berechnet, dafür startet der Hub neu.`,
    done: "Der Tag wurde eingelesen",
  },
  columns: {
    time: "Zeitpunkt",
    reason: "Anlass",
    day: "Tag (UTC)",
    size: "Größe",
    actions: "Aktionen",
  },
  reasons: {
    hour: "stündlich",
    day: "täglich",
    project: "vor anderem Projekt",
    restore: "vor Wiederherstellen",
  },
  restore: "Wiederherstellen",
  restoreOf: (name: string) => `${name} wiederherstellen`,
  read: "Einlesen",
  readOf: (name: string) => `${name} einlesen`,
  download: "Herunterladen",
  downloadOf: (name: string) => `${name} herunterladen`,
} as const;
