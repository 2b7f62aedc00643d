/** Texts of what the project says: cells of its tables, and where they stand. */
export const projectCellsTexts = {
  place: (table: string, line: number, file: string) => `Tabelle „${table}“, Zeile ${line} (${file})`,
  noPlace: "Die Stelle im Projekt ist nicht bekannt.",
  columns: { column: "Spalte", value: "Wert", help: "Bedeutung" },
  secret: "ausgefüllt, wird nicht angezeigt",
  usual: "(Vorgabe)",
  flags: { true: "ja", false: "nein" },
} as const;
