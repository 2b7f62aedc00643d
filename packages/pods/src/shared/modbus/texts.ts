/** Modbus Application Protocol V1.1b3, 7. */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  1: "Funktion nicht erlaubt: das Gerät kennt diese Funktion nicht",
  2: "Adresse nicht erlaubt: das Gerät hat diese Register nicht oder gibt sie nicht frei",
  3: "Wert nicht erlaubt: das Gerät lehnt den Wert oder die Länge ab",
  4: "Gerätefehler: das Gerät konnte die Anfrage nicht ausführen",
  5: "Angenommen: das Gerät braucht länger für die Ausführung",
  6: "Gerät beschäftigt: später wiederholen",
  7: "Abgelehnt: das Gerät kann die Funktion zurzeit nicht ausführen",
  8: "Speicherfehler: das Gerät meldet einen Paritätsfehler in seinem Speicher",
  10: "Gateway: kein Weg zum Gerät, das Gateway ist falsch eingestellt oder überlastet",
  11: "Gateway: das Gerät hinter dem Gateway antwortet nicht",
};

/** Before the code. */
const EXCEPTION = "Ausnahme ";

/** What people read of Modbus, client and server. */
export const texts = {
  exceptionMark: EXCEPTION,
  exception: (code: number) => `${EXCEPTION}${code}, ${EXCEPTIONS[code] ?? "unbekannter Code"}`,
  bitsOnly: (area: string) => `Im Bereich „${area}“ gibt es nur einzelne Bits`,
  bitsOnlyHint: "Leeren Sie die Zelle „data“ oder wählen Sie den Bereich „holding“ oder „input“.",
  oneBitOnly: (area: string) => `Im Bereich „${area}“ hat eine Adresse nur ein Bit`,
  emptyBit: "Leeren Sie die Zelle „bit“.",
  bitHint: "Tragen Sie in der Spalte „bit“ 0 bis 15 ein.",
  bitNotFor: (data: string) => `Ein Bit passt nicht zum Datentyp „${data}“`,
  emptyBitOrData: "Leeren Sie „bit“ oder „data“.",
  lengthHint: "Tragen Sie die Länge in Byte ein (1 bis 246).",
  lengthForText: "Eine Länge hat nur der Datentyp „string“",
  beyondLastHint: "Wählen Sie eine kleinere Adresse oder einen kürzeren Datentyp.",
  textNeedsString: "Text braucht den Typ „string“",
  asText: "Als Text werden nur „string“, „int64“ und „uint64“ gelesen.",
  bitOfRegister: "Ein Bit eines Registers wählen Sie mit der Spalte „bit“.",
  noModbus: "Die Gegenstelle spricht kein Modbus TCP",
  oddLength: "Antwort mit falscher Länge",
  otherValueConfirmed: "Antwort bestätigt einen anderen Wert",
  otherFunction: (answer: number, asked: number) => `Antwort auf die Funktion ${answer} statt ${asked}`,
  outOfRange: (value: string, as: string, data: string, low: bigint, high: bigint) =>
    `${value}${as} passt nicht in ${data}; erlaubt ist ${low} bis ${high}`,
  textTooLong: (bytes: number, most: number) =>
    `Der Text ist mit ${bytes} Byte zu lang; erlaubt sind ${most}`,
  bitMissing: "Das Bit des Registers fehlt",
};
