/** What people read of e-mail and chat. */
export const texts = {
  digest: (count: number, lines: string) =>
    `${count} Meldungen, gesammelt, weil die Grenze je Stunde erreicht ist:\n\n${lines}`,
  lostAtRestart: "Dieser Pod läuft außerhalb: Wartende Nachrichten überstehen keinen Neustart.",
  stillWaiting: (count: number) => `${count} Nachrichten warten noch von früher.`,
  noQuality: (reason: string) => `Die Qualität ist zurzeit nicht zu erfahren: ${reason}`,
  allowanceUsed: (most: number) =>
    `Die Grenze von ${most} Nachrichten je Stunde ist erreicht; was folgt, kommt gesammelt.`,
  earlierWait: "Frühere Nachrichten sind noch nicht zugestellt.",
  noRecipient: "Es ist kein Empfänger eingetragen.",
  tooManyWait: (most: number) => `mehr als ${most} Nachrichten warten`,
  givenUp: "zu lange nicht zustellbar und aufgegeben",
  unreadable: (name: string, reason: string) =>
    `Eine wartende Nachricht ist nicht lesbar und wird verworfen (${name}): ${reason}`,
  notStored: (reason: string) =>
    `Wartende Nachrichten lassen sich nicht speichern, ein Neustart verliert oder wiederholt sie: ${reason}`,
  tooLarge: "zu groß",
  testMessage: (id: string) => `Diese Nachricht wurde zum Test vom Pod ${id} gesendet.`,
  notDelivered: (reason: string) => `Nicht zugestellt: ${reason}`,
  missing: (name: string) => `${name} fehlt`,
};
