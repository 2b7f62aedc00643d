/** What need not be done at once, while somebody types, is done once he pauses: it would be in the way of his keys. */

/**
 * Runs it when no key was pressed for so long.
 *
 * @param ms from now, and from each key
 * @returns what calls it off
 */
export function afterRest(ms: number, run: () => void): () => void {
  let timer = setTimeout(end, ms);
  function again(): void {
    clearTimeout(timer);
    timer = setTimeout(end, ms);
  }
  function off(): void {
    clearTimeout(timer);
    removeEventListener("keydown", again, true);
  }
  function end(): void {
    off();
    run();
  }
  addEventListener("keydown", again, true);
  return off;
}
