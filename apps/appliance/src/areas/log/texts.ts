/** What people read of the area log. */
export const texts = {
  raised: (source: string, minutes: number, to: string) =>
    `Protokollstufe von ${source} für ${minutes} min: ${to}`,
  hubAway: "Der Hub ist zurzeit nicht erreichbar.",
  back: (level: string, normal: string) => `Protokollstufe von ${level} wieder: ${normal}`,
  failed: (source: string, reason: string) => `Protokollstufe von ${source}: ${reason}`,
};
