/**
 * Tells by what catalogue entry a text was made, so that a program can act on what people read.
 *
 *     says(texts.refusedConnection)("Kein Channel funktioniert: Verbindung zu 10.0.0.1:502 abgelehnt: …");   // true
 *
 * What goes into the entry may be anything; the text may stand within a longer one.
 */
export type Entry = string | ((...parts: never[]) => string);

/** Part of no text that people read. */
const HOLE = "\u0001";

export function says(entry: Entry): (text: string) => boolean {
  const sample = typeof entry === "string" ? entry : sampleOf(entry);
  const pieces = sample.split(HOLE).filter((piece) => piece !== "");
  if (pieces.length === 0) return () => false;
  return (text) => {
    let from = 0;
    for (const piece of pieces) {
      const at = text.indexOf(piece, from);
      if (at < 0) return false;
      from = at + piece.length;
    }
    return true;
  };
}

function sampleOf(entry: (...parts: never[]) => string): string {
  const parts = Array.from({ length: entry.length }, () => HOLE);
  return entry(...(parts as never[]));
}
