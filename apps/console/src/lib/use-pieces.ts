import { startTransition, useEffect, useState } from "react";

/** Rows drawn at once: on a slow computer a small part of the 50 ms after which a task of the browser counts as long. */
const PIECE = 10;

/** How many of `length` rows to draw now. A long list grows piece by piece, so that a click meanwhile is answered at once. */
export function usePieces(length: number): number {
  const [drawn, setDrawn] = useState(PIECE);
  const more = drawn < length;
  useEffect(() => {
    if (more) startTransition(() => setDrawn(drawn + PIECE));
  }, [more, drawn]);
  return Math.min(drawn, length);
}
