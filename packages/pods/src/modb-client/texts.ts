/** What people read of Modbus clients. */
export const texts = {
  answersNothing: (target: string) => `${target} antwortet nicht auf Anfragen`,
  unitsSilent: (units: string, target: string) => `Keine Antwort von Unit-ID ${units} an ${target}`,
  noChannels: "Für diese Verbindung ist kein Channel projektiert.",
  deviceAnswersWith: (said: string) => `Das Gerät antwortet: ${said}.`,
  deviceAnswers: "Das Gerät antwortet.",
  onlyFirst: (most: number, all: number) => `Geprüft wurden die ersten ${most} von ${all} Unit-IDs.`,
  checkedNoNumber: "Das Gerät liefert keine Zahl (NaN oder unendlich).",
  unitSilent: (unit: number, ms: number) => `Keine Antwort von Unit-ID ${unit} innerhalb von ${ms} ms`,
  unitLate: (unit: number) => `Unit-ID ${unit} antwortet zu spät`,
  noModbus: (target: string) => `${target} spricht kein Modbus TCP`,
  notWritten: (reason: string) => `nicht geschrieben: ${reason}`,
  notTaken: (found: string) => `das Gerät hat den Wert nicht übernommen, es hält ${found}`,
  notReadBack: (reason: string) => `nicht zurückgelesen: ${reason}`,
  noNumber: "das Gerät liefert keine Zahl (NaN oder unendlich)",
  whenAsked: (reason: string, unit: number) => `${reason}, als Unit-ID ${unit} gefragt war`,
  unitBack: (unit: number) => `Unit-ID ${unit} antwortet wieder`,
};
