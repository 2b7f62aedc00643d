/**
 * What a caller may do, as one of four levels; each includes those before it. Which call needs which:
 * docs/decisions/rights.md and the table docs/rights.md, which is made from the calls.
 */
export const LEVELS = ["see", "operate", "engineer", "admin"] as const;

/**
 * `see` looks at the plant; `operate` also acts on it within the project as it is; `engineer` also changes the project and what
 * belongs to it; `admin` also changes the device, its secrets and who gets in.
 */
export type Level = (typeof LEVELS)[number];

/** The one of two that includes less. */
export const lowerLevel = (a: Level, b: Level): Level => (includes(a, b) ? b : a);

/** Whether `level` includes `needs`; a level that there is not includes none, and none includes it. */
export function includes(level: Level, needs: Level): boolean {
  const rank = LEVELS.indexOf(needs);
  return rank >= 0 && LEVELS.indexOf(level) >= rank;
}
