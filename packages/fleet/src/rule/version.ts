/** Releases by their order: `0.4.10` comes after `0.4.9`, and `0.5.0-beta` before `0.5.0` (Semantic Versioning 2.0.0, 11). */

const SHAPE = /^v?(\d{1,6}(?:\.\d{1,6}){0,3})(?:-([a-z0-9.-]{1,40}))?$/i;

export const isVersion = (text: string): boolean => SHAPE.test(text);

/** Below 0: `a` is the older one. Undefined where one of them is no version. */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [SHAPE.exec(a), SHAPE.exec(b)];
  if (!left || !right) return undefined;
  const [one, other] = [numbers(left[1]), numbers(right[1])];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  const [pre, post] = [left[2], right[2]];
  if (pre === undefined || post === undefined) return Number(pre === undefined) - Number(post === undefined);
  return pre.localeCompare(post, "en", { numeric: true });
}

const numbers = (text = ""): number[] => text.split(".").map(Number);
