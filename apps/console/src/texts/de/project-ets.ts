/** Texts of the import from the ETS. */
const number = new Intl.NumberFormat("de-DE");

export const etsTexts = {
  text: "Gruppenadressen aus der ETS werden zu einer Arbeitsmappe mit einem KNX-Pod: Namen, Datenpunkttypen und Einheiten sind schon eingetragen.",
  button: "Aus der ETS importieren",
  title: "Aus der ETS importieren",
  intro:
    "Wählen Sie ein Projekt der ETS 4, 5 oder 6 oder einen Export der Gruppenadressen. Auf dem Gerät wird nichts gespeichert und nichts geändert; Sie erhalten eine Arbeitsmappe zum Bearbeiten.",
  hint: "Projekt (.knxproj) oder Gruppenadressen (.xml, .csv), höchstens 64\u00a0MB",
  password: "Passwort des Projekts",
  passwordText: "Nur für ein geschütztes Projekt.",
  wrong: "Das Passwort des Projekts passt nicht.",
  submit: "Importieren",
  file: {
    choose: "Datei der ETS auswählen",
    drop: "oder hierher ziehen",
    dropNow: "Hier loslassen",
    remove: "Auswahl aufheben",
    onlyFirst: "Es wurde nur die erste Datei übernommen.",
  },
  doneTitle: "Import aus der ETS",
  done: (channels: number) =>
    channels === 1
      ? "1 Gruppenadresse wurde übernommen."
      : `${number.format(channels)} Gruppenadressen wurden übernommen.`,
  next: "Speichern Sie die Arbeitsmappe, tragen Sie in der Tabelle „pods“ die KNX-IP-Schnittstelle ein (Spalte „host“), und laden Sie sie hier hoch.",
  notes: "Bitte prüfen",
  more: (count: number) => `… und ${number.format(count)} weitere`,
  save: "Arbeitsmappe speichern",
};
