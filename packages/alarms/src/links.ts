/**
 * Links in messages by which their alarms are acknowledged without signing in: each once, for a week, and for nothing else.
 *
 *     const links = new Links({ kept, changes, clock, secret });
 *     const token = links.make("4-7", "email.mail#a1", [4, 5]);     // the same for the same message
 *     links.find(token);
 *     links.use(token);
 *
 * On the disk is what a link is for, and not the link: a token is a code (HMAC-SHA-256, RFC 2104) over the message's key, and the key of
 * the code never leaves the device. What is too old is refused and not removed: a clock that leaps ahead for a moment ends no link.
 */
import { type Clock, nodeCrypto } from "@hubwart/core";
import type { ChangeSet } from "./change-set.ts";
import type { Change, Kept, LinkRecord } from "./journal.ts";

const WEEK = 7 * 24 * 3_600_000;
/** The oldest goes for another one. */
const MOST = 2_000;

export interface LinksOptions {
  kept: Pick<Kept, "links">;
  changes: ChangeSet;
  clock: Pick<Clock, "now">;
  secret: () => string;
}

export class Links {
  readonly #options: LinksOptions;
  /** By token, oldest first. */
  readonly #links = new Map<string, LinkRecord>();

  constructor(options: LinksOptions) {
    this.#options = options;
    for (const link of options.kept.links.toSorted((a, b) => a.at - b.at))
      this.#links.set(this.#tokenOf(link.key), link);
  }

  /** @param key of the message; @param nrs of the alarms that somebody may acknowledge by it */
  make(key: string, way: string, nrs: number[]): string {
    const { changes, clock } = this.#options;
    const token = this.#tokenOf(key);
    if (this.#links.has(token)) return token;
    const link = { key, way, nrs, at: clock.now() };
    this.#links.set(token, link);
    changes.now.links.set(key, link);
    const [oldest] = this.#links;
    if (this.#links.size > MOST && oldest) {
      this.#links.delete(oldest[0]);
      changes.now.links.set(oldest[1].key, undefined);
    }
    changes.flush();
    return token;
  }

  /** Undefined: there is none, or it is too old. */
  find(token: string): LinkRecord | undefined {
    const link = this.#links.get(token);
    return link && this.#options.clock.now() - link.at <= WEEK ? link : undefined;
  }

  /** From now on it is used; written down by the next `flush`. */
  use(token: string): void {
    const link = this.#links.get(token);
    if (!link) return;
    const used = { ...link, used: this.#options.clock.now() };
    this.#links.set(token, used);
    this.#options.changes.now.links.set(link.key, used);
  }

  /** All of them, for a journal that begins anew. */
  whole(change: Change): void {
    for (const link of this.#links.values()) change.links.set(link.key, link);
  }

  #tokenOf(key: string): string {
    return nodeCrypto().createHmac("sha256", this.#options.secret()).update(key).digest("base64url");
  }
}
