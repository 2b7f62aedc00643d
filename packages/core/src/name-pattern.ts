/**
 * Channel names by patterns: `*` stands for any text, `?` for one character. No pattern means every name. Patterns
 * without either cost one look-up together, however many they are.
 */
export function nameMatcher(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0 || patterns.includes("*")) return () => true;
  const exact = new Set(patterns.filter((pattern) => !hasWildcard(pattern)));
  const wild = patterns.filter(hasWildcard);
  return (name) => exact.has(name) || wild.some((pattern) => matches(pattern, name));
}

/** As `nameMatcher`, of what somebody is kept to: no pattern is no name. */
export function keptMatcher(patterns: readonly string[]): (name: string) => boolean {
  return patterns.length === 0 ? () => false : nameMatcher(patterns);
}

export function hasWildcard(pattern: string): boolean {
  return pattern.includes("*") || pattern.includes("?");
}

/**
 * Goes back to the last star only, so that no pattern takes longer than its length times the name's (a
 * regular expression with many stars would).
 */
function matches(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p;
      resume = n;
      p += 1;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[n])) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      resume += 1;
      n = resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === "*") p += 1;
  return p === pattern.length;
}
