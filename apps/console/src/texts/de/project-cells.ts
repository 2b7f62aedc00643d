/** Texts of what the project says: cells of its tables, and where they stand. */
export const projectCellsTexts = {
  place: (table: string, line: number, file: string) => `Tabelle „${table}“, Zeile ${line} (${file})`,
  noPlace: "Die Stelle im Projekt ist nicht bekannt.",
  columns: { column: "Spalte", value: "Wert", help: "Bedeutung" },
  secret: "ausgefüllt, wird nicht angezeigt",
  usual: "(Vorgabe)",
  change: {
    action: "Im Entwurf ändern",
    which: "In welchem Entwurf?",
    draft: "Entwurf",
    option: (name: string, changed: string) => `${name}, zuletzt geändert ${changed}`,
    open: "Öffnen",
  },
  flags: { true: "ja", false: "nein" },
} as const;
