/** Which tab of a page its address names: nothing for the first, and for one that the page does not have. */
export function parseTab<const Other extends string>(
  [, ...others]: readonly [string, ...Other[]],
  search: Record<string, unknown>,
): { tab?: Other } {
  const tab = others.find((known) => known === search["tab"]);
  return tab === undefined ? {} : { tab };
}
