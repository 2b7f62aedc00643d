/**
 * Recorded values in columns. A row is one value of one channel.
 *
 * `value` is a number; booleans are 1 and 0. Text and JSON lie in `texts` by row, and their `value` is NaN.
 * A bad value without a number is NaN without a text.
 */
export interface Rows {
  /** Number of the channel. */
  channels: Uint32Array;
  /** Time of arrival, ms since the epoch. */
  times: Float64Array;
  values: Float64Array;
  /** 0 good, 1 uncertain, 2 bad. */
  qualities: Uint8Array;
  texts: Map<number, string>;
}

/** Rows being collected. */
export class RowBuffer {
  readonly #channels: number[] = [];
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  readonly #qualities: number[] = [];
  readonly #texts = new Map<number, string>();
  /** Of the oldest row, ms since the epoch. */
  first = Number.POSITIVE_INFINITY;

  get length(): number {
    return this.#times.length;
  }

  push(channel: number, time: number, value: unknown, quality: number): void {
    const text = textOf(value);
    if (text !== undefined) this.#texts.set(this.#times.length, text);
    this.#channels.push(channel);
    this.#times.push(time);
    this.first = Math.min(this.first, time);
    this.#values.push(numberOf(value));
    this.#qualities.push(quality);
  }

  /** Adds the rows of another buffer behind these. */
  append(other: RowBuffer): void {
    const before = this.length;
    this.first = Math.min(this.first, other.first);
    for (const [row, text] of other.#texts) this.#texts.set(before + row, text);
    for (const channel of other.#channels) this.#channels.push(channel);
    for (const time of other.#times) this.#times.push(time);
    for (const value of other.#values) this.#values.push(value);
    for (const quality of other.#qualities) this.#qualities.push(quality);
  }

  /** Everything collected, sorted by channel and time. */
  rows(): Rows {
    const rows: Rows = {
      channels: Uint32Array.from(this.#channels),
      times: Float64Array.from(this.#times),
      values: Float64Array.from(this.#values),
      qualities: Uint8Array.from(this.#qualities),
      texts: this.#texts,
    };
    return sorted(rows);
  }
}

export function numberOf(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  return Number.NaN;
}

export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return undefined;
}

/** By the channels' names, then time: a file's groups then hold few channels each, whose names lie together. */
export function sortedByName(rows: Rows, nameOf: (channel: number) => string): Rows {
  const numbers = [...new Set(rows.channels)];
  const names = new Map(numbers.map((number) => [number, nameOf(number)]));
  numbers.sort((a, b) => ((names.get(a) ?? "") < (names.get(b) ?? "") ? -1 : 1));
  const places = new Map(numbers.map((number, place) => [number, place]));
  return sorted(
    rows,
    rows.channels.map((channel) => places.get(channel) ?? 0),
  );
}

/** By channel, then time; rows of one moment keep their order. */
export function sorted(rows: Rows, channels = rows.channels): Rows {
  const { times } = rows;
  const order = Uint32Array.from(channels, (_, at) => at);
  order.sort((a, b) => (channels[a] ?? 0) - (channels[b] ?? 0) || (times[a] ?? 0) - (times[b] ?? 0) || a - b);
  return pick(rows, order);
}

export function concat(parts: readonly Rows[]): Rows {
  const length = parts.reduce((sum, part) => sum + part.times.length, 0);
  const all: Rows = {
    channels: new Uint32Array(length),
    times: new Float64Array(length),
    values: new Float64Array(length),
    qualities: new Uint8Array(length),
    texts: new Map(),
  };
  let at = 0;
  for (const part of parts) {
    all.channels.set(part.channels, at);
    all.times.set(part.times, at);
    all.values.set(part.values, at);
    all.qualities.set(part.qualities, at);
    for (const [row, text] of part.texts) all.texts.set(at + row, text);
    at += part.times.length;
  }
  return all;
}

/** The rows at these places, in this order. */
export function pick(rows: Rows, order: Uint32Array): Rows {
  const texts = new Map<number, string>();
  if (rows.texts.size > 0) {
    order.forEach((from, to) => {
      const text = rows.texts.get(from);
      if (text !== undefined) texts.set(to, text);
    });
  }
  return {
    channels: order.map((at) => rows.channels[at] ?? 0),
    times: Float64Array.from(order, (at) => rows.times[at] ?? 0),
    values: Float64Array.from(order, (at) => rows.values[at] ?? 0),
    qualities: Uint8Array.from(order, (at) => rows.qualities[at] ?? 0),
    texts,
  };
}
