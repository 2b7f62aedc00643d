/** What people read of the area schedules. */
export const texts = {
  label: "Geänderte Zeitprogramme und Kalender",
  editsLost:
    "Die auf dem Gerät geänderten Zeitprogramme waren nicht lesbar und sind nicht mehr bekannt. Es gelten die des Projekts.",
  editsUnreadable: (file: string, reason: string) =>
    `${file} ist nicht lesbar und wird beiseitegelegt; geänderte Zeitprogramme sind nicht mehr bekannt: ${reason}`,
  notOurs: "Das ist keine Datei dieses Geräts.",
  tooLarge: (megabytes: number) =>
    `Die geänderten Zeitprogramme sind zusammen größer als ${megabytes}\u00a0MB. Es wurde nichts gespeichert.`,
  noSchedule: (chan: string) => `Das Projekt hat kein Zeitprogramm „${chan}“.`,
  notEdited: (chan: string) => `„${chan}“ ist auf dem Gerät nicht geändert.`,
  until: "Erlaubt ist eine Zeit in den nächsten 31 Tagen.",
  hubAway: "Gespeichert. Der Hub ist gerade nicht erreichbar und übernimmt die Änderung, sobald er läuft.",
  calendars: {
    notOne: "Das ist keine Kalenderdatei (iCalendar, .ics).",
    tooHeavy: "Der Kalender ist zu umfangreich.",
    tooLarge: (megabytes: number) => `Der Kalender ist größer als ${megabytes}\u00a0MB.`,
    onlyHttp: "Erlaubt sind nur Adressen mit http:// oder https://.",
    inside: "Der Server verweist auf eine Adresse dieses Geräts.",
    weaker: (host: string) => `Der Server verweist ohne Verschlüsselung auf ${host}.`,
    circles: "Der Server verweist zu oft oder auf keine Adresse weiter.",
    refused: (host: string, status: number) => `${host} antwortet mit dem Status ${status}.`,
    unreadable: (file: string, reason: string) =>
      `${file} ist nicht lesbar und wird beiseitegelegt. Woher die eingelesenen Kalender kommen, ist nicht mehr bekannt: ${reason}`,
    lost: "Woher die eingelesenen Kalender kommen, ist nicht mehr bekannt: Die Liste war nicht lesbar. Ihre Tage gelten weiter, werden aber nicht mehr neu geladen. Geben Sie ihre Adressen neu an, oder lesen Sie die Dateien noch einmal ein.",
    fromLost: "unbekannt",
    unknown: (id: string) => `Es gibt keinen eingelesenen Kalender „${id}“.`,
    taken: "Einen eingelesenen Kalender mit diesem Namen gibt es schon.",
    name: "Ein Wochentag ist kein Name eines Kalenders.",
    many: (most: number) => `Erlaubt sind höchstens ${most} eingelesene Kalender.`,
    noUrl: "Dieser Kalender kommt aus einer Datei und hat keine Adresse.",
    urlNeeded: "Erwartet wird die Adresse des Kalenders.",
    used: (chan: string) => `Das auf dem Gerät geänderte Zeitprogramm „${chan}“ beachtet diesen Kalender.`,
    gone: (id: string, chan: string) =>
      `Das auf dem Gerät geänderte Zeitprogramm „${chan}“ beachtet den Kalender „${id}“, den es nicht mehr gibt. Seine Tage gelten dort als gewöhnliche.`,
    changed: "Der Kalender wurde inzwischen geändert oder entfernt.",
    old: (id: string, days: number, reason: string | undefined) =>
      `Der Kalender „${id}“ wurde seit ${days} Tagen nicht mehr aktualisiert${reason === undefined ? "." : `: ${reason}`}`,
    never: (id: string, reason: string | undefined) =>
      `Der Kalender „${id}“ konnte noch nie geladen werden${reason === undefined ? "." : `: ${reason}`}`,
  },
  planned: "nach Plan",
};
