/** What people read of Modbus servers. */
export const texts = {
  writtenByClients: "Diesen Channel schreiben nur die Clients",
  noModbusAnswer: "Die Antwort ist kein Modbus TCP.",
  answersModbus: "Der Pod antwortet auf Modbus TCP.",
  idleClosed: (peer: string) => `Verbindung von ${peer} ohne Anfragen geschlossen`,
  noModbus: (peer: string) => `${peer} spricht kein Modbus TCP, die Verbindung wird geschlossen`,
  tooMany: (peer: string, most: number) => `Verbindung von ${peer} abgewiesen: ${most} sind in Gebrauch`,
  taken: (chan: string, area: string, where: string, bit: string) =>
    `Die Adresse ist schon vom Channel „${chan}“ belegt (${area} ${where}${bit})`,
  ownRegisters: "Geben Sie jedem Channel eigene Register oder ein eigenes Bit.",
  toUnit: (unit: number) => `an die Unit-ID ${unit}`,
  askedSoFar: (count: number, asked: string) => `Bisher ${count} Anfragen ${asked}.`,
  neverAsked: (asked: string) => `Bisher keine Anfrage ${asked}; gefragt wird vom Master.`,
  nowOpen: (device: string, settings: string) => `Der serielle Port ${device} ist offen, ${settings}`,
  fromTo: (first: number, last: number) => `${first} bis ${last}`,
};

/** What another language has to say. */
export type Texts = typeof texts;
