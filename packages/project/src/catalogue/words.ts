/** Sentences that several kinds share. */
export const NAMES =
  "Erlaubt sind 1 bis 64 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“; am Anfang ein Buchstabe oder eine Ziffer.";

export const elsewhere = (p: { first: string }): string =>
  `Zuerst angegeben in ${p.first}. Ändern oder löschen Sie einen der Einträge.`;
