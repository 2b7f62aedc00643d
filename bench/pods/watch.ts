const LOOK_MS = 1;

/** Tells of each entry that is added to a list. @returns ends it */
export function watch<T>(list: readonly T[], added: (entry: T) => void): () => void {
  let seen = list.length;
  const timer = setInterval(() => {
    for (const entry of list.slice(seen)) added(entry);
    seen = list.length;
  }, LOOK_MS);
  return () => clearInterval(timer);
}
