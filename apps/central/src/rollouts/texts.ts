/** What people read of rollouts. */
export const texts = {
  noSuch: "Dieses Ausrollen gibt es nicht.",
  over: "Dieses Ausrollen ist beendet.",
  notPaused: "Dieses Ausrollen läuft bereits.",
  many: (most: number) => `Es laufen schon ${most}. Bitte zuerst eines beenden.`,
  noSites: "Auf diese Regel passt kein Standort.",
  personGone: (name: string) =>
    `„${name}“ verwaltet diese Zentrale nicht mehr. Wer fortsetzt, übernimmt das Ausrollen.`,
  stopped: (site: string, reason: string) => `${site}: ${reason}`,
  revoked: "Dieser Standort ist gesperrt.",
  away: "Der Standort ist nicht verbunden.",
  mayNot: "Der Standort lässt die Zentrale keine Updates beginnen.",
  elsewhere: "Ein anderes Ausrollen ist an diesem Standort.",
  otherOffered: (version: string) => `Sein Update-Kanal bietet Version ${version} an.`,
  notOffered: "Sein Update-Kanal bietet diese Version nicht an.",
  otherVersion: (version: string) => `Danach läuft dort Version ${version}.`,
  noResult: (minutes: number) => `Seit ${minutes} Minuten ist nicht bekannt, was aus dem Update wurde.`,
  worse: (finding: string) => `Seit dem Update meldet der Standort eine Störung. ${finding}`.trim(),
};
