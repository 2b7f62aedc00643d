/**
 * Bounds on JSON that comes from outside, looked at before anything recursive sees it. `JSON.parse` itself takes
 * any depth; `JSON.stringify`, and most code over what it made, ends the process with a RangeError.
 *
 *     if (tooDeep(value)) …                       // a value that is there already
 *     if (!withinBounds(text, { depth, members })) …   // a text, before it costs memory
 */

/** Levels of objects and lists that a channel's value may have. */
export const DEEPEST_VALUE = 64;

/** Whether objects and lists are nested more than `most` levels. Looks no deeper than that. */
export function tooDeep(value: unknown, most = DEEPEST_VALUE): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (most <= 0) return true;
  if (Array.isArray(value)) return value.some((member) => tooDeep(member, most - 1));
  for (const name in value) if (tooDeep((value as Record<string, unknown>)[name], most - 1)) return true;
  return false;
}

export interface JsonBounds {
  /** Levels of objects and lists. */
  depth: number;
  /** Objects, lists and commas: each may cost far more memory than its characters. */
  members: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** Whether a JSON text stays within the bounds; text that is no JSON may pass, for the parser to refuse. */
export function withinBounds(text: string, { depth, members }: JsonBounds): boolean {
  let level = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        level += 1;
        count += 1;
        if (level > depth || count > members) return false;
        break;
      case 0x5d:
      case 0x7d:
        level -= 1;
        break;
      case COMMA:
        count += 1;
        if (count > members) return false;
        break;
    }
  }
  return true;
}

/** Place of the quote that ends the string which begins at `from`; the last place if none does. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
