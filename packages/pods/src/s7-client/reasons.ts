/** Why a CPU refuses, in German, with what the installer can do about it. */

/** Return code of one item (S7 communication, read and write variable). */
export function itemReason(code: number): string {
  switch (code) {
    case 0x01:
      return "die CPU meldet einen Hardwarefehler";
    case 0x03:
      return "die CPU verweigert den Zugriff: Schutzstufe prüfen und in den CPU-Eigenschaften „Zugriff über PUT/GET“ erlauben";
    case 0x05:
      return "diese Adresse gibt es nicht: Der Datenbaustein ist kürzer oder hat „optimierten Bausteinzugriff“";
    case 0x06:
      return "die CPU kennt diesen Datentyp an dieser Adresse nicht";
    case 0x07:
      return "die Länge passt nicht zum Datentyp";
    case 0x0a:
      return "das gibt es in der CPU nicht: Der Datenbaustein fehlt oder hat „optimierten Bausteinzugriff“";
    default:
      return `die CPU meldet den Fehlercode 0x${code.toString(16).padStart(2, "0")}`;
  }
}

/** Error class and code of a whole answer, as one number of 16 bits. */
export function answerReason(code: number): string {
  switch (code) {
    case 0x8104:
      return "Die CPU lässt den Zugriff nicht zu: In den CPU-Eigenschaften unter „Schutz“ den „Zugriff über PUT/GET“ erlauben";
    case 0x8304:
    case 0xd241:
    case 0xd401:
    case 0xd402:
    case 0xd602:
      return "Die CPU verweigert den Zugriff: Ihre Schutzstufe oder ein Passwort lässt ihn nicht zu";
    case 0x8500:
      return "Die CPU hält die Anfrage für zu groß: „pdu“ kleiner wählen";
    case 0x8401:
    case 0x8402:
      return "Die CPU kann die Anfrage in ihrem jetzigen Betriebszustand nicht ausführen";
    case 0xd405:
    case 0x8101:
      return "Die CPU hat keine Verbindung mehr frei";
    default:
      return `Die CPU lehnt die Anfrage ab (Fehlercode 0x${code.toString(16).padStart(4, "0")})`;
  }
}

/** Reason in the disconnect request of the transport (ISO 8073, 13.5.3). */
export function disconnectReason(code: number): string {
  switch (code) {
    case 0x01:
    case 0x81:
      return "die CPU hat keine Verbindung mehr frei";
    case 0x02:
    case 0x82:
      return "hinter Rack und Slot (TSAP) ist keine CPU";
    case 0x03:
    case 0x83:
      return "die CPU kennt diesen TSAP nicht; Rack, Slot und Verbindungsart prüfen";
    default:
      return `die CPU hat die Verbindung abgelehnt (Grund ${code}); Rack, Slot und Verbindungsart prüfen`;
  }
}
