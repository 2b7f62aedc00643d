/**
 * How long the other side asks to wait before the next request, in ms: by the header `Retry-After` in seconds or as a date
 * (RFC 9110, 10.2.3), or in its JSON as Matrix (`retry_after_ms`), Telegram (`parameters.retry_after`, s) and others
 * (`retry_after`, s) say it. The longest of them counts, up to `LONGEST_WAIT`.
 */
export const LONGEST_WAIT = 3_600_000;

/** Longer answers are not looked through for it. */
const LARGEST_BODY = 64 * 1024;

export interface Told {
  /** Of the answer, as Node's `http` gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** @param now ms since the epoch, for an answer without a date of its own */
export function waitAsked({ headers, text }: Told, now: number): number | undefined {
  return longest(headerWait(headers, now), bodyWait(text));
}

/** A date counts from the answer's own `Date`, whatever this device's clock says. */
function headerWait({ date, "retry-after": told }: Told["headers"], now: number): number | undefined {
  const text = typeof told === "string" ? told.trim() : "";
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text)) return bounded(Number(text) * 1_000);
  // A date has a name of a day, a month and a zone; anything else that `Date` would take is none. The oldest form has no zone.
  const oldest = /^[A-Z][a-z]{2} [A-Z][a-z]{2} .* \d{4}$/.test(text);
  if (!oldest && !/^[A-Z][a-z]+,? .*GMT$/.test(text)) return undefined;
  const then = Date.parse(oldest ? `${text} GMT` : text);
  const since = typeof date === "string" ? Date.parse(date) : Number.NaN;
  return Number.isNaN(then) ? undefined : bounded(then - (Number.isNaN(since) ? now : since));
}

function bodyWait(text: string): number | undefined {
  const body = text.length > LARGEST_BODY ? undefined : parsed(text);
  return longest(
    number(body, "retry_after_ms", 1),
    number(body, "retry_after", 1_000),
    number(member(body, "parameters"), "retry_after", 1_000),
  );
}

function longest(...waits: (number | undefined)[]): number | undefined {
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const bounded = (ms: number): number => Math.round(Math.min(Math.max(ms, 0), LONGEST_WAIT));
