/** So many sites are asked at a time. */
const AT_ONCE = 10;

/** All of them, some at a time; the first error ends it after those that are under way. */
export async function fewAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE)
    await Promise.all(items.slice(at, at + AT_ONCE).map((item) => work(item)));
}
