/** How long characters and answers take (EN 13757-2: 11 bits a character, an answer begins after 11 to 330 bits and 50 ms). */
export interface LineTiming {
  /** One character on the line, ms. */
  charMs: number;
  /** Within this after the end of the request an answer begins, ms. */
  answerMs: number;
}

const BITS = 11;
const ANSWER_BITS = 330;
const ANSWER_MS = 50;

export function timingOf(baud: number): LineTiming {
  const bitMs = 1000 / baud;
  return { charMs: BITS * bitMs, answerMs: ANSWER_BITS * bitMs + ANSWER_MS };
}
