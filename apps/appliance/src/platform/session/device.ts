/**
 * Which browser and system a `User-Agent` names (RFC 9110, 10.1.5), for people who look for a session that is not theirs.
 * Anybody may send anything there: only names of these lists come out.
 */

/** The first that occurs; who claims to be several is the one further up. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/(?:\b|\bHeadless)Chrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
  [/^node\b|\bundici\b/i, "Node.js"],
  [/^python-requests\/|^Python-urllib\//, "Python"],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Names; empty where the text says nothing known. */
export function deviceOf(userAgent: string | undefined): { browser: string; system: string } {
  const given = (userAgent ?? "").slice(0, 500);
  const first = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(given))?.[1] ?? "";
  return { browser: first(BROWSERS), system: first(SYSTEMS) };
}
