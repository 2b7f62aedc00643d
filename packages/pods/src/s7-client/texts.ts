/** What people read of S7 clients. */
export const texts = {
  pduGranted: (size: number) => `Die CPU gewährt eine PDU von ${size} Byte.`,
  noCounter: "dort steht kein gültiger Zählerstand",
  oneCharacter: "genau ein Zeichen",
  textTooLongInCpu: (length: number) => `der Text ist mit ${length} Zeichen länger als projektiert`,
  wideOnly: (character: string) => `Das Zeichen „${character}“ gibt es in der CPU nur mit WSTRING oder WCHAR`,
  noS5Time: "dort steht keine gültige Zeit (S5TIME)",
  tooBigForLtime: (value: string) => `${value} ist zu groß für LTIME`,
  wantedDate: "ein Datum wie 2026-11-21, von 1990 bis 2168",
  noTimeOfDay: "dort steht keine gültige Uhrzeit",
  wantedTimeOfDay: "eine Uhrzeit wie 12:30:00",
  wantedStamp: "Datum und Uhrzeit wie 2026-11-21T12:30:00",
  noDateAndTime: "dort stehen kein gültiges Datum und keine gültige Uhrzeit",
  stampUntil2089: (stamp: string) => `${stamp}, von 1990 bis 2089`,
  stampUntil2262: (stamp: string) => `${stamp}, von 1970 bis 2262`,
  wantedNumber: "eine Zahl",
  outOfRange: (value: string, low: number | bigint, high: number | bigint) =>
    `${value} passt nicht; erlaubt ist ${low} bis ${high}`,
  allowedIs: (value: string, allowed: string) => `${value} passt nicht; erlaubt ist ${allowed}`,
  noAddress: (address: string) => `„${address}“ ist keine S7-Adresse`,
  noAddressHint:
    "Erlaubt sind z. B. DB10.DBX0.3, DB10.DBW4, M0.1, MW10, E0.0, AW4, T5 und Z3; ein Bit ist 0 bis 7.",
  widthMissing: "Diese Adresse nennt keine Breite; tragen Sie „data“ ein, z. B. REAL.",
  dataNotForAddress: (data: string, address: string) =>
    `Der Datentyp „${data}“ passt nicht zur Adresse „${address}“`,
  timersAndCounters: "TIMER und COUNTER gehören zu T und Z (C).",
  emptyDataOrChoose: (fixed: string) => `Leeren Sie „data“ oder wählen Sie ${fixed}.`,
  nameTheBit: "Nennen Sie das Bit, z. B. DB10.DBX0.3 oder M0.1.",
  lengthHint: "Tragen Sie die vereinbarte Länge ein, z. B. 254 bei STRING.",
  lengthForText: "Eine Länge haben nur STRING und WSTRING",
  stringTooLong: "STRING fasst höchstens 254 Zeichen",
  stringTooLongHint: "Wählen Sie 1 bis 254 oder WSTRING.",
  beyondLastHint: "Wählen Sie eine kleinere Adresse oder Anzahl.",
  bitFieldReadOnly: "Ein Feld aus BOOL lässt sich nur lesen",
  bitFieldHint: "Legen Sie zum Schreiben je Bit einen Channel an.",
  fieldNeedsJson: "Ein Feld braucht den Typ „json“",
  dataNeedsString: (data: string) => `Der Datentyp „${data}“ braucht den Typ „string“`,
  asText:
    "Wählen Sie „int“ oder „float“; als Text werden nur Texte, Datum, Uhrzeit und 64-Bit-Zahlen gelesen.",
  bitInAddress: "Ein Bit nennt die Adresse, z. B. MX10.3.",
  connectedWith: (target: string, pdu: number) => `Verbunden mit ${target}, PDU ${pdu} Byte`,
  notRead: (reason: string) => `nicht gelesen: ${reason}`,
  notWritten: (name: string, reason: string) => `${name}: nicht geschrieben: ${reason}`,
  oneRefused: "Die CPU gibt 1 Channel nicht her",
  someRefused: (count: number) => `Die CPU gibt ${count} Channels nicht her`,
  logTells: (held: string) => `${held}; das Protokoll nennt die Gründe`,
  hungUpEarly: (target: string) =>
    `${target} hat die Verbindung beim Aufbau beendet: Rack, Slot und Verbindungsart prüfen, oder es ist keine Verbindung mehr frei`,
  noAnswerWithin: (target: string, ms: number) =>
    `${target} antwortet nicht innerhalb von ${ms} ms auf Anfragen`,
  noS7: (target: string) => `${target} spricht keine S7-Kommunikation`,
  hardwareFault: "die CPU meldet einen Hardwarefehler",
  itemForbidden:
    "die CPU verweigert den Zugriff: Schutzstufe prüfen und in den CPU-Eigenschaften „Zugriff über PUT/GET“ erlauben",
  itemMissing:
    "diese Adresse gibt es nicht: Der Datenbaustein ist kürzer oder hat „optimierten Bausteinzugriff“",
  itemTypeUnknown: "die CPU kennt diesen Datentyp an dieser Adresse nicht",
  itemLength: "die Länge passt nicht zum Datentyp",
  blockMissing:
    "das gibt es in der CPU nicht: Der Datenbaustein fehlt oder hat „optimierten Bausteinzugriff“",
  itemCode: (code: string) => `die CPU meldet den Fehlercode 0x${code}`,
  accessForbidden:
    "Die CPU lässt den Zugriff nicht zu: In den CPU-Eigenschaften unter „Schutz“ den „Zugriff über PUT/GET“ erlauben",
  accessDenied: "Die CPU verweigert den Zugriff: Ihre Schutzstufe oder ein Passwort lässt ihn nicht zu",
  requestTooLarge: "Die CPU hält die Anfrage für zu groß: „pdu“ kleiner wählen",
  notInThisState: "Die CPU kann die Anfrage in ihrem jetzigen Betriebszustand nicht ausführen",
  noConnectionFree: "Die CPU hat keine Verbindung mehr frei",
  answerCode: (code: string) => `Die CPU lehnt die Anfrage ab (Fehlercode 0x${code})`,
  connectionsUsedUp: "die CPU hat keine Verbindung mehr frei",
  noCpuThere: "hinter Rack und Slot (TSAP) ist keine CPU",
  unknownTsap: "die CPU kennt diesen TSAP nicht; Rack, Slot und Verbindungsart prüfen",
  connectionRefused: (code: number) =>
    `die CPU hat die Verbindung abgelehnt (Grund ${code}); Rack, Slot und Verbindungsart prüfen`,
  noNumber: "dort steht keine Zahl (NaN oder unendlich)",
  convertedTooBig: "der umgerechnete Wert ist zu groß",
  allowedField: (value: string, count: number) =>
    `${value} passt nicht; erlaubt ist ein JSON-Feld mit ${count} Werten`,
  fieldNotWritable: (data: string) => `Felder aus ${data} lassen sich nicht schreiben`,
  textTooLong: (length: number, most: number) =>
    `Der Text ist mit ${length} Zeichen zu lang; erlaubt sind ${most}`,
  dataMissing: "Der Datentyp fehlt",
  widthHint: "Die Breite muss passen; ohne Breite geht es immer, z. B. DB10.4.",
};
