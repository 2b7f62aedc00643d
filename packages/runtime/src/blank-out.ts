/**
 * Blanks out the secrets of a pod in whatever it says, so that a library's error text gives none away.
 *
 *     const blank = blankOut(load.secrets);
 *     blank("wrong password hunter22")   // "wrong password •••"
 */
const SHORTEST = 4;
const BLANK = "•••";

export type Blank = (text: string) => string;

export function blankOut(secrets: Record<string, string>): Blank {
  // A secret of three characters stands in every other sentence; the longest first, so that none leaves a rest.
  const known = Object.values(secrets)
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, BLANK), text);
}
