/**
 * Of a message that was read each text is one of its own, also where thousands of rows say the same. Here equal texts, equal short lists and empty
 * objects become one each, in place, all the way down: for what is read and never changed.
 */
export function shareEqual(data: object): void {
  const texts = new Map<string, string>();
  const lists = new Map<string, unknown>();
  const first = <T>(found: Map<string, T>, key: string, value: T): T => {
    const before = found.get(key);
    if (before === undefined) found.set(key, value);
    return before ?? value;
  };
  const shared = (value: unknown): unknown => {
    if (typeof value === "string") return first(texts, value, value);
    if (typeof value !== "object" || value === null) return value;
    const members = within(value);
    const alike = Array.isArray(value) ? members <= LONGEST : members === 0;
    return alike ? first(lists, JSON.stringify(value), value) : value;
  };
  const within = (of: object): number => {
    const entries = Object.entries(of);
    for (const [key, value] of entries) (of as Record<string, unknown>)[key] = shared(value);
    return entries.length;
  };
  within(data);
}

/** Members of a list that may well be there again. */
const LONGEST = 8;
