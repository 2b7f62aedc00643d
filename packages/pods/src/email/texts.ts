/** What people read of e-mail pods and in their test message. */
export const texts = {
  ready: "Der Mailserver ist bereit.",
  readySignedIn: "Der Mailserver ist bereit, die Anmeldung gelingt.",
  noAddress: (to: string) => `„${to}“ ist keine E-Mail-Adresse`,
  testSubject: (id: string) => `Testnachricht von ${id}`,
  noForeignAddresses: (target: string, foreign: string) =>
    `${target} nimmt keine Adressen mit Umlauten oder anderen Sonderzeichen an (SMTPUTF8 fehlt): ${foreign}`,
  hungUp: (target: string) => `${target} hat die Verbindung unterbrochen`,
  notAcceptedYet: (target: string, minutes: number) =>
    `${target} hat die Nachricht nach ${minutes} min noch nicht angenommen`,
  encryptedOnlyHint: "; viele Server bieten die Anmeldung nur verschlüsselt an",
  noCommonMethod: (hint: string) =>
    `kein gemeinsames Anmeldeverfahren an (der Pod kann PLAIN, LOGIN und CRAM-MD5)${hint}`,
  tooSlow: (from: string, seconds: number) =>
    `${from} braucht für Verbindung und Anmeldung länger als ${seconds} s`,
  signInRefused: (from: string, answer: string) => `${from} lässt den Pod nicht anmelden${answer}`,
  noStartTls: (from: string, answer: string) => `${from} bietet kein STARTTLS an${answer}`,
  noSmtp: (from: string) => `${from} spricht kein SMTP`,
  notReady: (from: string, answer: string) => `${from} ist zurzeit nicht bereit${answer}`,
  signInNeeded: (from: string, answer: string) =>
    `${from} lässt den Pod ohne gültige Anmeldung nicht senden${answer}`,
  senderRefused: (from: string, answer: string) => `${from} nimmt den Absender nicht an${answer}`,
  messageRefused: (from: string, answer: string) => `${from} nimmt die Nachricht nicht an${answer}`,
  askedToWait: (from: string, answer: string) => `${from} bittet, es später zu versuchen${answer}`,
  unexpected: (from: string, answer: string) => `${from} antwortet unerwartet${answer}`,
};
