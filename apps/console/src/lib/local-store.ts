/**
 * Local storage that never throws: a browser may forbid it, and a full one refuses writes. What cannot be
 * stored is kept for the life of the page.
 */
const memory = new Map<string, string>();

export const localStore = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key) ?? memory.get(key) ?? null;
    } catch {
      return memory.get(key) ?? null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  /** Those that begin so. */
  keys(prefix: string): string[] {
    const found = new Set(memory.keys());
    try {
      for (let at = 0; at < localStorage.length; at++) found.add(localStorage.key(at) ?? "");
    } catch {
      // Forbidden: what the page itself remembers.
    }
    return [...found].filter((key) => key.startsWith(prefix));
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored there.
    }
  },
};
