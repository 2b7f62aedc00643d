/** What people read of links for wall panels. */
export const texts = {
  taken: (name: string) => `Einen Link mit dem Namen „${name}“ gibt es schon.`,
  many: (most: number) => `Es gibt schon ${most} Links. Widerrufen Sie zuerst einen.`,
  unknown: "Diesen Link gibt es nicht mehr.",
  noPage: (page: string) => `Die Ansicht „${page}“ gibt es nicht.`,
};
