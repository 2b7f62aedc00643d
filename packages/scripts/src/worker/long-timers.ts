/** Timers of any length: one of Node's has 24.8 days at most. Each returns what ends it. */

/** ms */
const LONGEST = 2 ** 31 - 1;

export function afterMs(ms: number, fire: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (left: number): void => {
    const over = () => (left > LONGEST ? wait(left - LONGEST) : fire());
    timer = setTimeout(over, Math.min(left, LONGEST));
  };
  wait(ms);
  return () => clearTimeout(timer);
}

export function everyMs(ms: number, fire: () => void): () => void {
  if (ms <= LONGEST) {
    const timer = setInterval(fire, ms);
    return () => clearInterval(timer);
  }
  let end = afterMs(ms, again);
  function again(): void {
    end = afterMs(ms, again);
    fire();
  }
  return () => end();
}
