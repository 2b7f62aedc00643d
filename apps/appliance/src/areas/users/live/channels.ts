/** Channels by name for a user: what the role does not open does not exist for them. */
import type { LiveValue } from "@hubwart/contract/live";
import { DeniedError, InvalidInputError, NotFoundError } from "@hubwart/core";
import type { DataRecord, WriteOutcome } from "@hubwart/ipc";
import type { HubLink } from "../../../hub-link.ts";
import { texts } from "../texts.ts";
import type { Access } from "./access.ts";
import type { WriteAudit } from "./write-audit.ts";

/** The role lets its user read, but not write this channel. */
export class NotWritableError extends DeniedError {}

/** Patterns of one question to the hub. */
const PATTERNS_AT_ONCE = 1_000;

export class LiveChannels {
  readonly #hub: Pick<HubLink, "request">;
  readonly #audit: Pick<WriteAudit, "add">;

  constructor(hub: Pick<HubLink, "request">, audit: Pick<WriteAudit, "add">) {
    this.#hub = hub;
    this.#audit = audit;
  }

  /** Those that the patterns name and the user may read; undefined for more than `most` of them. */
  async find(access: Access, patterns: readonly string[], most: number): Promise<LiveValue[] | undefined> {
    if (patterns.length === 0 || access.read.length === 0) return [];
    const found: LiveValue[] = [];
    for (let at = 0, total = 1; at < total; at += PAGE) {
      const answer = await this.#read(patterns, at, PAGE);
      total = answer.total;
      for (const record of answer.records) if (access.mayRead(record.chan)) found.push(liveValueOf(record));
      // What the role does not open neither counts nor shows by a refusal that it is there.
      if (found.length > most) return undefined;
    }
    return found;
  }

  /** All of these, read piece by piece. */
  async newest(patterns: readonly string[]): Promise<DataRecord[]> {
    const found: DataRecord[] = [];
    for (let at = 0; at < patterns.length; at += PATTERNS_AT_ONCE) {
      const some = patterns.slice(at, at + PATTERNS_AT_ONCE);
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const answer = await this.#read(some, offset, PAGE);
        found.push(...answer.records);
        total = answer.total;
      }
    }
    return found;
  }

  /** A page of what the user may read. The hub looks for the narrower of the two lists, the role is applied to what it finds. */
  async list(access: Access, filter: readonly string[], offset: number, limit: number) {
    if (access.read.length === 0) return { channels: [], truncated: false };
    const patterns = filter.length > 0 ? filter : access.read;
    const channels: LiveValue[] = [];
    let skip = offset;
    for (let at = 0, total = 1; at < total; at += PAGE) {
      const answer = await this.#read(patterns.slice(0, PATTERNS_AT_ONCE), at, PAGE, true);
      total = answer.total;
      for (const record of answer.records) {
        if (!access.mayRead(record.chan)) continue;
        if (skip > 0) skip -= 1;
        else if (channels.length === limit) return { channels, truncated: true };
        else channels.push(liveValueOf(record));
      }
    }
    return { channels, truncated: false };
  }

  /** @throws NotFoundError */
  async read(access: Access, chan: string): Promise<LiveValue> {
    if (!access.mayRead(chan) || /[*?]/.test(chan)) throw unknown(chan);
    const [record] = (await this.#read([chan], 0, 1, true)).records;
    if (!record) throw unknown(chan);
    return liveValueOf(record);
  }

  /** @throws NotFoundError, NotWritableError, InvalidInputError, UnavailableError */
  async write(access: Access, address: string, chan: string, value: unknown): Promise<WriteOutcome> {
    if (!access.mayRead(chan)) throw unknown(chan);
    if (!access.mayWrite(chan)) throw new NotWritableError(texts.mayNotWrite(chan));
    const { before, after, state, reason } = await this.#hub.request("write", {
      chan,
      value,
      by: { who: "user", name: access.user },
    });
    this.#audit.add({
      user: access.user,
      address,
      chan,
      before: before.value,
      after: after.value,
      state,
      reason,
    });
    return reason === undefined ? { state } : { state, reason };
  }

  #read(filter: readonly string[], offset: number, limit: number, details = false) {
    const more = details ? { details } : {};
    return this.#hub.request("traceData", { filter: [...filter], tags: [], offset, limit, ...more });
  }
}

const PAGE = 10_000;

export const liveValueOf = ({ chan, value, quality, last, details }: DataRecord): LiveValue => ({
  chan,
  value,
  quality,
  ts: last,
  ...(details?.area === undefined ? {} : { area: details.area }),
});

const unknown = (chan: string) => new NotFoundError(texts.noChannelCalled(chan));

/** German, for a write that was not taken. */
export function refusalOf(error: unknown): string {
  if (error instanceof InvalidInputError) return error.fields[0]?.message ?? texts.valueUnfit;
  return error instanceof Error ? error.message : String(error);
}
