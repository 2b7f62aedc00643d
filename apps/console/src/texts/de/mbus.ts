/** Texts of the search for M-Bus meters on the page of a pod. */
export const mbusTexts = {
  box: "Zähler suchen",
  intro:
    "Fragt die Leitung nach Zählern ab. Gelesen wird währenddessen weiter. Eine Suche nach Sekundäradressen findet auch Zähler mit gleicher oder ohne Primäradresse; bei vielen Zählern und 2400 Bit/s dauert sie bis zu einer halben Stunde.",
  iface: "Schnittstelle",
  way: "Suchen nach",
  ways: { secondary: "Sekundäradressen", primary: "Primäradressen 0 bis 250" },
  submit: "Suchen",
  stop: "Suche beenden",
  progress: "Fortschritt der Suche",
  trying: (next: string, found: number) =>
    `Gefragt wird ${next}. ${found === 1 ? "Ein Zähler" : `${found} Zähler`} bisher.`,
  ended: (found: number, asked: number) =>
    `${found === 0 ? "Kein Zähler" : found === 1 ? "Ein Zähler" : `${found} Zähler`} gefunden, ${asked} Fragen.`,
  found: "Gefundene Zähler",
  columns: {
    meter: "Adresse",
    id: "Nummer",
    maker: "Hersteller",
    medium: "Medium",
    address: "Primär",
    records: "Werte",
    status: "Zustand",
    actions: "Werte lesen",
  },
  fine: "in Ordnung",
  unread: "nicht lesbar",
  read: "Werte lesen",
  readOf: (meter: string) => `Werte von Zähler ${meter} lesen`,
  none: "Kein Zähler gefunden",
  noneText:
    "Prüfen Sie Geschwindigkeit, Verkabelung und Pegelwandler. Zähler ohne Sekundäradresse findet nur die Suche nach Primäradressen.",
  recordsTitle: (meter: string) => `Werte von Zähler ${meter}`,
  recordsLabel: "Werte des Zählers",
  recordsIntro:
    "Wählen Sie die Werte, die das Projekt lesen soll. Sie werden als Zeilen der Tabelle „mbus“ in einen Entwurf übernommen; Namen ändern Sie dort.",
  recordColumns: {
    number: "Nr.",
    label: "Wert",
    value: "Jetzt",
    row: "Zeile im Projekt",
    pick: "Übernehmen",
  },
  noRow: "nicht lesbar",
  pick: (label: string) => `${label} übernehmen`,
  all: "Alle auswählen",
  nothing: "Keine auswählen",
  chosen: (count: number) => (count === 1 ? "Ein Wert ausgewählt" : `${count} Werte ausgewählt`),
  take: "In den Entwurf übernehmen",
  taken: (count: number) =>
    count === 1
      ? "Eine Zeile wurde in den Entwurf übernommen."
      : `${count} Zeilen wurden in den Entwurf übernommen.`,
  step: (count: number) => (count === 1 ? "Ein Zählerwert übernommen" : `${count} Zählerwerte übernommen`),
  changed: "Der Entwurf wurde gerade von jemand anderem geändert. Versuchen Sie es noch einmal.",
} as const;
