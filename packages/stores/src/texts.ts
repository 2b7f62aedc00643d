/** What people read of retained and recorded values. */
export const texts = {
  tokenRefused: "Das Token wird nicht angenommen oder darf nicht schreiben",
  noSuchBucket: "Organisation oder Datenbank (Bucket) gibt es nicht",
  noQuestDb: "Unter der Adresse antwortet kein QuestDB",
  overloaded: (database: string) => `${database} ist überlastet`,
  disturbed: (database: string) => `${database} meldet eine Störung`,
  token401: "Das Token wird nicht angenommen (HTTP 401).",
  noTable: (database: string, table: string, status: number, why: string) =>
    `${database}: Die Tabelle „${table}“ ließ sich nicht anlegen (HTTP ${status}): ${why}`,
  handingOn: "Weitergabe der Aufzeichnung",
  notBuffered: (reason: string) => `Werte lassen sich nicht zwischenspeichern: ${reason}`,
  refusedValues: (count: number, reason: string) => `Weitergabe der Aufzeichnung: ${count} Werte: ${reason}`,
  stateLost: "Der Stand der Weitergabe war nicht lesbar; wartende Werte werden erneut übertragen.",
  stateUnsaved: "Der Stand der Weitergabe ließ sich nicht sichern",
  damaged: "sie ist beschädigt",
  foreign: "sie ist keine Datei aufgezeichneter Werte",
  otherTime: "ihre Werte sind nicht aus der Zeit, die ihr Name nennt",
  olderThan: (days: number) => `älter als ${days} Tage`,
  noRoom: "kein Platz mehr vorgesehen",
  damagedFile: (name: string) => `${name} (beschädigt)`,
  damagedSummaries: "Die Übersicht der Aufzeichnung war beschädigt.",
  noSummaries: "Die Übersicht der Aufzeichnung fehlt, wie nach dem Wiederherstellen einer Sicherung.",
  untidy: "Die Aufzeichnung konnte nicht geordnet werden",
  dayNotRead: (reason: string) => `Der Tag konnte nicht eingelesen werden: ${reason}`,
  notNoted: "Die Aufzeichnung konnte nicht vermerkt werden",
  notStored: "Aufgezeichnete Werte konnten nicht gespeichert werden",
  damagedSections: (count: number, file: string) =>
    `In der Aufzeichnung waren ${count} Abschnitte beschädigt; die Datei liegt nun in ${file}.`,
  madeAnew: (why: string) => `${why} Sie wird aus den aufgezeichneten Werten neu gemacht.`,
  summariesWhole: "Die Übersicht der Aufzeichnung ist wieder vollständig.",
  endNotNoted: "Das Ende der Aufzeichnung konnte nicht vermerkt werden",
  fileUnreadable: (name: string) =>
    `Aufgezeichnete Werte in ${name} sind nicht mehr lesbar; die Datei liegt nun in ${name}.damaged.`,
  missingInCharts: (file: string, reason: string) =>
    `Aufgezeichnete Werte in ${file} fehlen in Diagrammen, sie sind nicht lesbar: ${reason}`,
  retainedDamaged: (damaged: string) =>
    `Die gehaltenen Werte waren beschädigt (${damaged}); es gilt der letzte lesbare Zwischenstand.`,
  changesDamaged: (count: number) =>
    `Beim Lesen der gehaltenen Werte waren ${count} Änderungen beschädigt; ihre Werte sind älter.`,
  snapshotNotRestored: (reason: string) =>
    `Der Zwischenstand konnte nicht wiederhergestellt werden: ${reason}`,
  retainedRemoved: (count: number) =>
    `Gehaltene Werte entfernt, deren Channels das Projekt seit mehr als 30 Tagen nicht mehr hat: ${count}.`,
  diskFull: "Der Speicher des Geräts ist voll.",
  retainedNotStored: (reason: string) => `Gehaltene Werte konnten nicht gespeichert werden: ${reason}`,
  noSnapshot: "Diesen Zwischenstand gibt es nicht mehr.",
  goesTo: (where: string) => `Die Aufzeichnung geht auch an ${where}.`,
  summary: "Übersicht",
  endBeforeStart: "Das Ende liegt nicht nach dem Anfang.",
  tooYoung: (minutes: number) => `Berichtigen lässt sich nur, was mindestens ${minutes} Minuten zurückliegt.`,
  tooLong: (days: number) => `Eine Berichtigung umfasst höchstens ${days} Tage.`,
  manyRows: (most: number) => `Erlaubt sind höchstens ${most.toLocaleString("de-DE")} Werte.`,
  rowOutside: "Ein Wert liegt außerhalb der Zeit, die berichtigt wird.",
  noNumber: "Erlaubt sind Zahlen und wahr oder falsch.",
  manyCorrections: (most: number) =>
    `Auf dem Gerät liegen schon ${most.toLocaleString("de-DE")} Berichtigungen. Mehr sind nicht vorgesehen.`,
  notUndone: "Diese Berichtigung gibt es nicht, oder sie ist schon zurückgenommen.",
  rowsGone: (day: string) =>
    `Vom ${day} (UTC) ist nur noch die Übersicht da. Sie lässt sich nicht mehr berichtigen.`,
  notCorrected: (reason: string) => `Die Berichtigung konnte nicht gespeichert werden: ${reason}`,
  correctionUnsettled: (day: string, reason: string) =>
    `Die Übersicht vom ${day} konnte nicht neu gemacht werden, Berichtigungen fehlen darin: ${reason}`,
  valuesRefused: "Werte wurden abgelehnt",
};
