/** What people read of ping pods. */
export const texts = {
  answerOf: (host: string) => `Antwort von ${host}`,
  noAnswer: (host: string, problem: string) => `${host} antwortet nicht${problem}.`,
  onlyFirst: (most: number, all: number) => `Geprüft wurden die ersten ${most} von ${all}.`,
  noChannels: "Es ist kein Channel projektiert.",
  icmpForbidden: "„ping“ darf keine ICMP-Anfragen senden",
  pingUnfinished: "„ping“ wurde nicht fertig",
  pingSays: (line: string) => `„ping“ meldet: ${line}`,
  pingMissing: "das Programm „ping“ ist nicht installiert",
  pingForbidden: "das Programm „ping“ darf nicht ausgeführt werden",
  silent: (host: string) => `${host} antwortet nicht.`,
  icmpPossible: "ICMP ist jetzt möglich",
  icmpImpossibleNowTcp: (reason: string) =>
    `ICMP ist nicht möglich (${reason}); geprüft wird, ob eine TCP-Verbindung zustande kommt`,
  icmpImpossible: (reason: string) => `ICMP ist nicht möglich (${reason})`,
  unresolved: "der Name lässt sich nicht auflösen (DNS)",
  answersAfter: (host: string, rtt: string) => `${host} antwortet nach ${rtt} ms.`,
  answers: (host: string) => `${host} antwortet.`,
};
