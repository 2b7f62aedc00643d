/** Texts of a field for a stored token. */
export const tokenTexts = {
  label: "Token",
  kept: "Ein Token ist gespeichert. Lassen Sie das Feld leer, um es zu behalten.",
  none: "Es ist kein Token gespeichert.",
  removed: "Das gespeicherte Token wird entfernt, sobald Sie die Änderung übernehmen.",
  remove: "Token entfernen",
  keep: "Token behalten",
} as const;
