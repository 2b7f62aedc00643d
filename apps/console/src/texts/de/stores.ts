/** Texts of the retained values and recorded days. */
export const storesTexts = {
  title: "Wertespeicher",
  pool: {
    box: "Gehaltene Werte",
    text: "Stände der Channels, die im Projekt mit „retain“ gekennzeichnet sind. Sie entstehen stündlich, täglich, vor jedem Wechsel des Projekts und vor jedem Wiederherstellen.",
    empty: "Noch keine Stände vorhanden",
    emptyText: "Der erste Stand entsteht spätestens eine Stunde nach dem ersten gehaltenen Wert.",
    question: (time: string) =>
      `Sollen die gehaltenen Werte vom ${time} wiederhergestellt werden? Die jetzigen Werte werden vorher gesichert, danach startet der Hub neu.`,
    confirm: "Wiederherstellen",
    done: "Die gehaltenen Werte wurden wiederhergestellt",
  },
  lake: {
    box: "Aufgezeichnete Tage",
    text: "Werte der Channels, die im Projekt mit „record“ gekennzeichnet sind: eine Parquet-Datei je Tag (UTC), zum Beispiel für pandas oder DuckDB. Den Verlauf zeigt der Debugger unter „Diagramme“.",
    empty: "Noch kein Tag abgeschlossen",
    emptyText: "Die Datei eines Tages entsteht nach dessen Ende (UTC).",
    question: (day: string) =>
      `Soll der Tag ${day} erneut eingelesen werden? Die Diagramme dieses Tages werden aus der Datei neu berechnet, dafür startet der Hub neu.`,
    confirm: "Einlesen",
    done: "Der Tag wurde eingelesen",
    room: {
      uses: (used: string, most: string, days: number) =>
        `Belegt sind ${used} von höchstens ${most}; behalten werden bis zu ${days} Tage.`,
      lasts: {
        room: (perDay: string, date: string) =>
          `Mit zuletzt ${perDay} am Tag reicht der Platz bis ${date}; dann entfällt jeweils der älteste Tag.`,
        age: (perDay: string, date: string) =>
          `Mit zuletzt ${perDay} am Tag reicht der Platz; am ${date} entfällt der älteste Tag, weil er so alt ist.`,
      },
    },
  },
  keep: {
    change: "Aufbewahrung ändern",
    title: "Aufbewahrung der Aufzeichnung",
    days: "Tage",
    size: "Platz (GB)",
    sizeText: (room: string) =>
      `Für die Dateien aller Tage zusammen; auf dem Datenträger gehen höchstens ${room}.`,
    save: "Speichern",
    saveAndDelete: "Speichern und löschen",
    saved: "Die Aufbewahrung wurde gespeichert",
    nothing: "Es wird nichts gelöscht.",
    atOnce: (days: number, size: string) =>
      days === 1 ? `Sofort wird 1 Tag gelöscht (${size})` : `Sofort werden ${days} Tage gelöscht (${size})`,
    byAge: (days: number, size: string) =>
      days === 1
        ? `1 Tag ist dann zu alt (${size}) und entfällt später.`
        : `${days} Tage sind dann zu alt (${size}) und entfallen nach und nach, höchstens einer am Tag.`,
    span: (oldest: string, newest: string) =>
      oldest === newest ? `Es ist der ${oldest} (UTC).` : `Es sind die Tage ${oldest} bis ${newest} (UTC).`,
  },
  export: {
    box: "Weitergabe an eine Datenbank",
    text: "Die aufgezeichneten Werte gehen auf Wunsch zusätzlich an InfluxDB oder QuestDB. Ist die Datenbank nicht erreichbar, warten die Werte auf dem Gerät und werden nachgereicht, solange der Puffer reicht.",
    active: "Werte weitergeben",
    kind: "Datenbank",
    kinds: { influxdb: "InfluxDB", questdb: "QuestDB" },
    url: "Adresse",
    urlText: {
      influxdb: "zum Beispiel https://influx.example:8086",
      questdb: "zum Beispiel http://questdb.example:9000",
    },
    org: "Organisation",
    bucket: "Datenbank (Bucket)",
    bucketText: "Bei InfluxDB 1: Name der Datenbank",
    tokenText: {
      influxdb: "Bei InfluxDB 1: Benutzer und Passwort als „Benutzer:Passwort“.",
      questdb: "Benutzer und Passwort als „Benutzer:Passwort“, sonst ein Token.",
    },
    table: { influxdb: "Messreihe (Measurement)", questdb: "Tabelle" },
    buffer: "Puffer (MB)",
    bufferText: "Platz auf dem Gerät für Werte, die warten. Ist er voll, entfallen die ältesten.",
    saved: "Die Weitergabe wurde gespeichert",
  },
  exportState: {
    box: "Stand der Weitergabe",
    off: "nicht aktiv",
    fine: "in Ordnung",
    failing: "gestört",
    idle: "noch nichts gesendet",
    still: "keine Aufzeichnung",
    stillText: "Zurzeit wird nichts weitergegeben: Das laufende Projekt zeichnet keinen Channel auf.",
    lastSuccess: "Letzter Erfolg",
    lastError: "Letzter Fehler",
    none: "keiner",
    retry: "Nächster Versuch",
    pending: "Wartende Werte",
    bytes: "Belegter Puffer",
    sent: "Übertragene Werte",
    refused: "Abgelehnte Werte",
    dropped: "Verlorene Werte",
    test: "Testen",
    testText: "Schreibt einen Prüfwert in die Datenbank.",
    testFirst: "Speichern Sie die Einstellungen, bevor Sie testen.",
    switchOn: "Schalten Sie die Weitergabe ein und speichern Sie; danach können Sie testen.",
    delivered: (ms: number) => `Die Datenbank hat den Wert angenommen (${ms}\u00a0ms).`,
    failed: "Der Wert wurde nicht angenommen.",
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
    project: "vor Projektwechsel",
    restore: "vor Wiederherstellen",
  },
  restore: "Wiederherstellen",
  restoreOf: (name: string) => `${name} wiederherstellen`,
  read: "Einlesen",
  readOf: (name: string) => `${name} einlesen`,
  download: "Herunterladen",
  downloadOf: (name: string) => `${name} herunterladen`,
} as const;
