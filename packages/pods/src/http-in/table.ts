/** The paths of one listener, and the newest value of each channel. */
import type { Quality } from "@hubwart/ipc";
import type { PodChannel } from "@hubwart/runtime/pod";
import { parsePointer } from "@hubwart/runtime/pointer";
import type { HttpInChannel } from "./schema.ts";

export interface Entry {
  index: number;
  channel: PodChannel;
  pointer: readonly string[] | undefined;
  /** Newest value, once there was one. */
  newest: { value: unknown; ts: number; quality: Quality } | undefined;
}

export interface Place {
  /** The channel that GET reads. */
  reader: Entry | undefined;
  /** The channels that POST and PUT set. */
  setters: Entry[];
  /** Methods, as the `Allow` header wants them. */
  allow: string;
}

export class PathTable {
  readonly #places = new Map<string, Place>();
  readonly #entries = new Map<number, Entry>();

  constructor(channels: readonly (readonly [index: number, channel: PodChannel])[]) {
    for (const [index, channel] of channels) {
      const config = channel.config as HttpInChannel;
      const pointer = config.pointer === undefined ? undefined : parsePointer(config.pointer);
      const entry: Entry = { index, channel, pointer, newest: undefined };
      this.#entries.set(index, entry);
      const path = decodePath(config.path) ?? config.path;
      const place = this.#places.get(path) ?? { reader: undefined, setters: [], allow: "" };
      if (channel.dir !== "in") place.reader = entry;
      if (channel.dir !== "out") place.setters.push(entry);
      place.allow = [
        ...(place.reader ? ["GET", "HEAD"] : []),
        ...(place.setters.length ? ["POST", "PUT"] : []),
      ].join(", ");
      this.#places.set(path, place);
    }
  }

  /** `path` percent-decoded. */
  at(path: string): Place | undefined {
    return this.#places.get(path);
  }

  entry(index: number): Entry | undefined {
    return this.#entries.get(index);
  }
}

/** Path and query of what was asked for: some callers name the whole address, as to a proxy (RFC 9112, 3.2.2). */
export function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?]*/i, "");
  return rest === target || rest.startsWith("/") ? rest : `/${rest}`;
}

/** Undefined for a malformed escape. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const QUALITIES = ["good", "uncertain", "bad"] as const;

/** How a channel is answered: quality in words, `last` in ms since the epoch or null. */
export function shown({ channel, newest }: Entry): Record<string, unknown> {
  return newest
    ? { chan: channel.chan, value: newest.value, quality: QUALITIES[newest.quality], last: newest.ts }
    : { chan: channel.chan, value: null, quality: "bad", last: null };
}
