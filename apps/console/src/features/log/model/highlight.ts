/** A text in parts, those that were searched for marked. */
export interface Part {
  text: string;
  found: boolean;
  /** Place in the text; a key. */
  at: number;
}

export function partsOf(text: string, search: string): Part[] {
  const wanted = search.trim().toLowerCase();
  const lower = text.toLowerCase();
  // Lower case may be longer than the original (İ); then places do not match and nothing is marked.
  if (wanted === "" || lower.length !== text.length) return [{ text, found: false, at: 0 }];
  const parts: Part[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), found: false, at: from });
    parts.push({ text: text.slice(at, at + wanted.length), found: true, at });
    from = at + wanted.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), found: false, at: from });
  return parts;
}
