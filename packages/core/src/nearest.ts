/** The candidate a person most likely meant, or undefined if none is close. Costs at most `MAX_CANDIDATES` comparisons. */
const MAX_CANDIDATES = 20_000;

export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  if (wanted.length === 0 || wanted.length > 128) return undefined;
  const limit = Math.max(1, Math.floor(wanted.length / 4));
  let best: string | undefined;
  let bestDistance = limit + 1;
  let seen = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    if (++seen > MAX_CANDIDATES) break;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * Levenshtein distance, one row at a time; `most` where it is no less. What both begin and end with costs nothing, so that
 * long names of one pod are compared as quickly as short ones.
 */
function editDistance(one: string, other: string, most: number): number {
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin += 1;
  let ends = 0;
  while (
    ends < Math.min(one.length, other.length) - begin &&
    one[one.length - 1 - ends] === other[other.length - 1 - ends]
  )
    ends += 1;
  const a = one.slice(begin, one.length - ends);
  const b = other.slice(begin, other.length - ends);
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) >= most) return most;
    row = next;
  }
  return row[b.length] ?? 0;
}
