export const texts = {
  many: (most: number) =>
    `Es gibt schon ${most} Tokens. Widerrufen Sie eines, das nicht mehr gebraucht wird.`,
  taken: (name: string) => `Ein Token „${name}“ gibt es schon.`,
  unknown: "Dieses Token gibt es nicht.",
  tooHigh: "Ein Token darf nicht mehr als Sie selbst.",
  elsewhere: (name: string, address: string) =>
    `Das Token „${name}“ wurde von ${address} aus benutzt und abgelehnt: Aus diesem Netz ist es nicht erlaubt.`,
  silent: (name: string, days: number) =>
    `Das Token „${name}“ wurde seit ${days} Tagen nicht benutzt. Widerrufen Sie es, wenn es niemand mehr braucht.`,
  ends: (name: string, days: number) =>
    `Das Token „${name}“ läuft ${days <= 1 ? "innerhalb eines Tages" : `in ${days} Tagen`} ab.`,
  ended: (name: string) => `Das Token „${name}“ ist abgelaufen.`,
};
