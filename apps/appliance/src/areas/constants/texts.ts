/** What people read of the area constants. */
export const texts = {
  valuesLost:
    "Die geänderten Werte der Konstanten waren nicht lesbar und sind nicht mehr bekannt. Bitte setzen Sie sie neu.",
  label: "Geänderte Konstanten",
  valuesUnreadable: (file: string, reason: string) =>
    `${file} ist nicht lesbar und wird beiseitegelegt; geänderte Konstanten sind nicht mehr bekannt: ${reason}`,
  tooLarge: (megabytes: number) =>
    `Die geänderten Werte sind zusammen größer als ${megabytes}\u00a0MB. Es wurde nichts gespeichert.`,
  noProject: "Es ist kein Projekt vorhanden.",
  noCollection: (file: string) => `Das Projekt hat keine Konstanten in „${file}“.`,
  twice: (channel: string) => `Die Konstante „${channel}“ kommt mehrfach vor.`,
  unknown: (channel: string) => `Die Sammlung hat keine Konstante „${channel}“.`,
};
