/**
 * How long the other side asks to wait before the next request, in ms: by the header `Retry-After` in seconds or as a date
 * (RFC 9110, 10.2.3), or in its JSON as Matrix (`retry_after_ms`), Telegram (`parameters.retry_after`, s) and others
 * (`retry_after`, s) say it. The longest of them counts, up to `LONGEST_WAIT`.
 */
export const LONGEST_WAIT = 3_600_000;

export interface Told {
  retryAfter?: string | undefined;
  /** `Date` of the answer: a date counts from there, whatever this device's clock says. */
  date?: string | undefined;
}

/** @param now ms since the epoch, for an answer without a date of its own */
export function headerWait({ date, retryAfter }: Told, now: number): number | undefined {
  const text = retryAfter?.trim() ?? "";
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text)) return bounded(Number(text) * 1_000);
  // A date has a name of a day, a month and a zone; anything else that `Date` would take is none.
  if (!/^[A-Z][a-z]+,? .*GMT$|^[A-Z][a-z]{2} [A-Z][a-z]{2} .* \d{4}$/.test(text)) return undefined;
  const then = Date.parse(text);
  const since = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(then) ? undefined : bounded(then - (Number.isNaN(since) ? now : since));
}

export function bodyWait(body: unknown): number | undefined {
  return longest(
    number(body, "retry_after_ms", 1),
    number(body, "retry_after", 1_000),
    number(member(body, "parameters"), "retry_after", 1_000),
  );
}

export function longest(...waits: (number | undefined)[]): number | undefined {
  const told = waits.filter((wait) => wait !== undefined);
  return told.length === 0 ? undefined : Math.max(...told);
}

function number(from: unknown, name: string, factor: number): number | undefined {
  const found = member(from, name);
  return typeof found === "number" && Number.isFinite(found) ? bounded(found * factor) : undefined;
}

function member(from: unknown, name: string): unknown {
  return typeof from === "object" && from !== null && Object.hasOwn(from, name)
    ? (from as Record<string, unknown>)[name]
    : undefined;
}

const bounded = (ms: number): number => Math.round(Math.min(Math.max(ms, 0), LONGEST_WAIT));
