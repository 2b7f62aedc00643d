/** What people read of projects over many sites. */
export const texts = {
  noSuch: "Dieses Projekt gibt es nicht.",
  taken: (name: string) => `Ein Projekt „${name}“ gibt es schon.`,
  many: (most: number) => `Es gibt schon ${most} Projekte. Bitte zuerst eines entfernen.`,
  tooLarge: "Die Datei ist größer als 8 MB.",
  unreadable: (why: string, where: string) =>
    `Die Datei ist nicht lesbar: ${why}${where === "" ? "" : ` (${where})`}`,
  line: (sheet: string, line: string) => `${sheet}, Zeile ${line}`,
  wrongAt: (place: string, what: string) => (place === "" ? what : `${place}: ${what}`),
  noTable:
    "Die Tabelle „sites“ fehlt. Sie hat eine Spalte „site“ mit den Namen der Standorte und je Wert eine weitere.",
  noSiteColumn: "Der Tabelle „sites“ fehlt die Spalte „site“.",
  columnName: (column: string) =>
    `Tabelle „sites“: „${column}“ ist kein Spaltenname. Erlaubt sind Buchstaben ohne Umlaute, Ziffern und „_“.`,
  columnTwice: (column: string) => `Tabelle „sites“: Die Spalte „${column}“ gibt es zweimal.`,
  noName: (row: number) => `Tabelle „sites“, Zeile ${row}: Der Name des Standorts fehlt.`,
  siteTwice: (site: string) => `Tabelle „sites“: „${site}“ steht zweimal darin.`,
  noSites: "Die Tabelle „sites“ hat keine Zeile.",
  manySites: (most: number) => `Die Tabelle „sites“ hat mehr als ${most} Zeilen.`,
  unknownParameter: (name: string, table: string) =>
    `Tabelle „${table}“: Für „{{${name}}}“ fehlt eine Spalte in der Tabelle „sites“.`,
  noSite: "Einen Standort dieses Namens gibt es hier nicht.",
  twoSites: "Mehrere Standorte heißen so.",
  notAsked: "Dieser Standort wurde noch nicht gefragt.",
  revoked: "Dieser Standort ist gesperrt.",
  away: "Der Standort ist nicht verbunden.",
  tooLongRow: (table: string) => `Eine Zeile der Tabelle „${table}“ ist zu lang für die Verbindung.`,
  tooLongScript: (name: string) => `Das Skript ${name} ist zu lang für die Verbindung.`,
  changedMeanwhile: "Der Entwurf am Standort wurde inzwischen geändert.",
  draft: (name: string) => `Zentrale: ${name}`,
  invalid: "Der Standort nimmt dieses Projekt nicht.",
  nothingRuns: "Dort läuft noch kein Projekt.",
  notLooked: "Von diesem Standort ist nichts bekannt. Bitte zuerst vergleichen.",
};
