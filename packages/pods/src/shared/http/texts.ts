/** What people read of HTTP requests. */
export const texts = {
  forbiddenCharacters: (host: string) => `Die Anfrage an ${host} enthält Zeichen, die HTTP nicht erlaubt`,
  noAnswerWithin: (host: string, ms: number) => `${host} antwortet nicht innerhalb von ${ms} ms`,
  answerTooLarge: (host: string, kib: number) => `Die Antwort von ${host} ist größer als ${kib} KiB`,
  oddlyCompressed: "ist in einer Weise komprimiert, die nicht verlangt war",
  brokenCompression: "ist fehlerhaft komprimiert oder unvollständig",
  answerOf: (host: string, said: string) => `Die Antwort von ${host} ${said}`,
  redirectsNowhere: (host: string) => `${host} leitet auf eine ungültige Adresse weiter`,
  redirectsUnencrypted: (host: string) => `${host} leitet von https auf unverschlüsseltes http weiter`,
  forwardsTooOften: (host: string) => `${host} leitet zu oft weiter`,
};
