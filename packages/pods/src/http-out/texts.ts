/** What people read of pods that call HTTP servers. */
export const texts = {
  unknownDigest: "Der Server verlangt ein Digest-Verfahren, das der Pod nicht beherrscht",
  noDigest: (instead: string) => `Der Server bietet keine Digest-Anmeldung an${instead}`,
  unreadableXml: "Die Antwort ist kein lesbares XML",
  noneInAnswer: (where: string | undefined) => `In der Antwort gibt es kein „${where}“`,
  notInAnswer: (mark: string | undefined) => `In der Antwort kommt „${mark}“ nicht vor`,
  headerWithoutColon: "Einer Kopfzeile fehlt der Doppelpunkt",
  headerNameForbidden: "Ein Kopfzeilenname enthält unerlaubte Zeichen",
  headerOfPod: (name: string) => `Die Kopfzeile „${name}“ setzt der Pod selbst`,
  headerValueForbidden: (name: string) => `Der Wert der Kopfzeile „${name}“ enthält unerlaubte Zeichen`,
  notPolled: "Diesen Channel fragt der Pod nicht ab.",
  polledOnly: "Dieser Channel wird nur abgefragt",
  noToken: (host: string, status: number, said: string) => `${host} gibt kein Token aus (${status}${said})`,
  unusableToken: (host: string) => `${host} antwortet auf die Anmeldung ohne brauchbares Token`,
  arrivalUnknown:
    "; ob der Wert angekommen ist, ist nicht bekannt, deshalb wird er nicht noch einmal gesendet",
  signInRefused: (status: number) => `Der Server lehnt die Anmeldung ab (${status})`,
  reachable: (host: string) => `${host} ist erreichbar`,
  answersWith: (status: number, phrase: string) => `Der Server antwortet mit ${status}${phrase}`,
};
