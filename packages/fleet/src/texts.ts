/** What people at a site read of joining a central. */
export const texts = {
  codeShape: "Das ist kein vollständiger Beitrittscode. Er steht in der Zentrale beim Anlegen des Standorts.",
  addressShape: "Die Adresse der Zentrale: https:// und ein Name oder eine IP-Adresse, nichts dahinter.",
  otherCentral:
    "Unter dieser Adresse antwortet eine andere Zentrale als die, von der der Code stammt. Es wurde nichts übertragen.",
  noCentral: "Unter dieser Adresse antwortet keine Zentrale.",
  busy: "Dieser Standort beantwortet gerade zu viele Anfragen der Zentrale. Bitte gleich noch einmal.",
  tooLate:
    "Der Standort hat nicht rechtzeitig geantwortet. Ob etwas geschehen ist, steht in seinem Änderungsprotokoll.",
  tooLarge: "Die Antwort des Standorts ist für die Verbindung zur Zentrale zu groß.",
  failed: "Am Standort ist ein unerwarteter Fehler aufgetreten. Sein Ereignis-Protokoll nennt die Ursache.",
  rule: {
    /** In both languages. */
    words: { and: ["und", "and"], or: ["oder", "or"], not: ["nicht", "not"] },
    empty: "Die Regel ist leer. Ein Beispiel: version < 0.5 und tag hotel",
    tooLong: (most: number) => `Eine Regel hat höchstens ${most} Zeichen.`,
    tooDeep: (most: number) => `Klammern und „nicht“ dürfen höchstens ${most}-mal ineinander stehen.`,
    sign: (sign: string, at: number) =>
      `Das Zeichen „${sign}“ an Stelle ${at} gehört in keine Regel. Texte mit Sonderzeichen bitte in Anführungszeichen.`,
    unknown: (word: string, at: number, allowed: readonly string[]) =>
      `${word === "" ? "Am Ende fehlt eine Bedingung" : `„${word}“ an Stelle ${at} ist keine Bedingung`}. Möglich sind: ${allowed.join(", ")}.`,
    joinExpected: (word: string, at: number) =>
      `Vor „${word}“ an Stelle ${at} fehlt „und“ oder „oder“. Texte mit Leerzeichen bitte in Anführungszeichen.`,
    closeExpected: (at: number) => `An Stelle ${at} fehlt eine schließende Klammer.`,
    operatorExpected: (name: string, at: number, allowed: readonly string[]) =>
      `Nach „${name}“ an Stelle ${at} wird ein Vergleich erwartet: ${allowed.join(" ")}`,
    valueExpected: (name: string, at: number, example: string) =>
      `Zu „${name}“ fehlt an Stelle ${at} ein Wert. Ein Beispiel: ${example}`,
    wrongValue: (name: string, value: string, at: number, example: string) =>
      `„${value}“ an Stelle ${at} passt nicht zu „${name}“. Ein Beispiel: ${example}`,
  },
  notConnected: "Die Zentrale ist gerade nicht verbunden.",
  flooded: "Die Zentrale fragt weit mehr, als ein Standort beantwortet; die Verbindung wurde getrennt.",
};
