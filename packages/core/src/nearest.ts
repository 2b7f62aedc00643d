/** The candidate a person most likely meant, or undefined if none is close. Costs at most `MAX_CANDIDATES` comparisons. */
const MAX_CANDIDATES = 20_000;
const LONGEST = 128;
/** One row of the table of distances, to what both words begin with: candidates are less than twice as long as the longest word. */
const DISTANCES = new Uint8Array(2 * LONGEST);

export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  if (wanted.length === 0 || wanted.length > LONGEST) return undefined;
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
  while (begin < one.length && one.charCodeAt(begin) === other.charCodeAt(begin)) begin += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > begin && otherEnd > begin && one.charCodeAt(end - 1) === other.charCodeAt(otherEnd - 1)) {
    end -= 1;
    otherEnd -= 1;
  }
  const width = otherEnd - begin;
  for (let j = 0; j <= width; j++) DISTANCES[j] = j;
  for (let i = begin; i < end; i++) {
    let above = DISTANCES[0] as number;
    let left = i - begin + 1;
    let least = left;
    DISTANCES[0] = left;
    for (let j = 1; j <= width; j++) {
      const corner = above + (one.charCodeAt(i) === other.charCodeAt(begin + j - 1) ? 0 : 1);
      above = DISTANCES[j] as number;
      left = Math.min(corner, above + 1, left + 1);
      DISTANCES[j] = left;
      if (left < least) least = left;
    }
    if (least >= most) return most;
  }
  return DISTANCES[width] as number;
}
