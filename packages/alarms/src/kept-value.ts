/** A value that is kept with an alarm: of a long one its beginning, as text. A document of megabytes would be in each line of the journal. */
const LONGEST = 2_000;

export function keptValue(value: unknown): unknown {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
  return typeof text === "string" && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : value;
}
