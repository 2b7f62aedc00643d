/** What people read about meters, in the console and in the log. */
export const texts = {
  damaged: (aside: string) =>
    `Der Speicher der Verbrauchswerte war beschädigt und wurde neu begonnen. Der alte liegt in ${aside}.`,
  damagedLately: (aside: string) =>
    `Der Speicher der Verbrauchswerte war beschädigt und wurde neu begonnen; frühere Werte fehlen. Der alte liegt unter ${aside}. Spielen Sie eine Sicherung zurück, oder entfernen Sie die Datei.`,
  noRoom: (text: string) =>
    `Verbrauchswerte lassen sich nicht speichern (${text}). Sie werden bis dahin im Arbeitsspeicher gehalten.`,
  roomAgain: "Verbrauchswerte werden wieder gespeichert.",
  fell: (meter: string) =>
    `Zähler „${meter}“: Der Stand ist gesprungen. Was dazwischen verbraucht wurde, ist nicht bekannt; tragen Sie unter „Energie“ ein, ob der Zähler getauscht wurde.`,
  lapsed: (meter: string) =>
    `Zähler „${meter}“: Der vorgemerkte Tausch ist verfallen, denn die Stände danach passten nicht zu ihm. Wurde der Zähler getauscht, tragen Sie es unter „Energie“ noch einmal ein.`,
  zoneUnreadable: (text: string) => `Die Zeitzone ist nicht lesbar: ${text}`,
  noSuchMeter: (id: string) => `Den Zähler „${id}“ gibt es nicht.`,
  noCounter: (id: string) => `„${id}“ ist kein Zähler mit Zählerstand.`,
  exchangeToCome: "Der Zeitpunkt liegt in der Zukunft.",
  noExchangeThen: "Zu dieser Zeit hat der Stand keinen Sprung, den dieser Tausch erklärt.",
  otherExchange: (end: string, start: string) =>
    `Um diese Zeit ist schon ein Tausch mit anderen Ständen eingetragen: Endstand ${end}, Anfangsstand ${start}. Er bleibt, wie er ist. Wurde der Zähler noch einmal getauscht, geben Sie an, wann das war, und als Endstand den des Zählers, der dabei ausgebaut wurde.`,
  endBelow: (reading: string) =>
    `Der Endstand liegt unter dem letzten Stand, der gelesen wurde (${reading}).`,
  startAbove: (reading: string) =>
    `Der Anfangsstand liegt über dem ersten Stand, der danach gelesen wurde (${reading}).`,
  tooBig: "Der Stand ist zu groß.",
  badDay: "Erwartet wird ein Tag wie 2026-11-25, der letzte nicht vor dem ersten.",
  spanTooLong: "Der Zeitraum ist zu lang. Wählen Sie einen kürzeren, größere Schritte oder weniger Zähler.",
};
