/** Modbus exception codes (Modbus Application Protocol V1.1b3, 7) and their German meaning. */
export const EXCEPTION = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  acknowledge: 5,
  busy: 6,
  gatewayPath: 10,
  gatewayTarget: 11,
} as const;

const TEXTS: Record<number, string> = {
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

export class ModbusException extends Error {
  override readonly name = "ModbusException";
  readonly code: number;
  constructor(code: number) {
    super(`Ausnahme ${code}, ${TEXTS[code] ?? "unbekannter Code"}`);
    this.code = code;
  }
}

/** No or no understandable answer in time. */
export class ModbusTimeout extends Error {
  override readonly name = "ModbusTimeout";
}

/** The connection ended before the answer. */
export class ModbusClosed extends Error {
  override readonly name = "ModbusClosed";
}
