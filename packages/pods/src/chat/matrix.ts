/** Matrix, client-server API v1.11: sends by PUT with a transaction id, so that a repetition is no second message. */
import type { Clock } from "@hubwart/core";
import type { Answer } from "../shared/http/request.ts";
import type { Letter } from "../shared/notify/outbound.ts";
import { sendersOf } from "./schema.ts";
import {
  deliveryOf,
  failureOf,
  field,
  isTooLarge,
  POLL_S,
  plain,
  type Received,
  Refused,
  type Sent,
  type Service,
  type ServiceOptions,
  textField,
  Web,
} from "./service.ts";
import { texts } from "./texts.ts";

/** An event has 65,536 bytes at most, and a character up to three. */
const LONGEST = 16_000;
/** Of each room, in one round. */
const NEWEST = 20;
/** Of what stands between two rounds and did not fit into one, as much as allowed senders are heard, and more. */
const PAGE = 50;
const MOST_PAGES = 10;
const TRIES = 3;
/** So many ids of messages are kept to know them again. */
const MOST_KNOWN = 1000;
/** Whether a room has become encrypted, ms. */
const ASKED_AGAIN = 600_000;
const filterOf = (timeline: { limit: number; senders?: readonly string[] }) =>
  JSON.stringify({
    presence: { not_types: ["*"] },
    account_data: { not_types: ["*"] },
    room: {
      timeline: { types: ["m.room.message"], ...timeline },
      state: { not_types: ["*"] },
      ephemeral: { not_types: ["*"] },
      account_data: { not_types: ["*"] },
    },
  });

export class Matrix implements Service {
  readonly longest = LONGEST;
  readonly #web: Web;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #senders: readonly string[];
  #me: string | undefined;
  #since: string | undefined;
  /** Rounds in a row whose older messages could not be had. */
  #failed = 0;
  readonly #known = new Set<string>();
  readonly #clock: Clock;
  /** Whether it is encrypted, and until when that holds, monotonic ms. */
  readonly #rooms = new Map<string, { encrypted: boolean; until: number }>();

  constructor(options: ServiceOptions) {
    const { token = "", url = "" } = options.config;
    this.#base = `${url.replace(/\/+$/, "")}/_matrix/client/v3`;
    this.#headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    this.#web = new Web(url, options);
    this.#clock = options.clock;
    this.#senders = sendersOf(options.config);
  }

  async send({ key, text, to }: Letter): Promise<Sent> {
    const url = new URL(
      `${this.#base}/rooms/${encodeURIComponent(to)}/send/m.room.message/${encodeURIComponent(key)}`,
    );
    const body = JSON.stringify({ msgtype: "m.text", body: text.slice(0, LONGEST) });
    try {
      const encrypted = await this.#encryption(to);
      if (encrypted) return encrypted;
      const told = await this.#web.json({ method: "PUT", url, headers: this.#headers, body });
      const words = textField(told.body, "error") ?? textField(told.body, "event_id");
      return deliveryOf(told.answer.status, this.#web.host, words, told.answer.retryAfter);
    } catch (error) {
      return failureOf(error);
    }
  }

  /**
   * Why nothing is sent to the room: everything there is encrypted from end to end, and plain text would be shown to all as a
   * breach. A room that became encrypted stays so; whether one did is asked now and then.
   */
  async #encryption(room: string): Promise<Sent | undefined> {
    const known = this.#rooms.get(room);
    const now = this.#clock.monotonic();
    if (known === undefined || (!known.encrypted && now >= known.until)) {
      const url = new URL(`${this.#base}/rooms/${encodeURIComponent(room)}/state/m.room.encryption`);
      const told = await this.#web.json({ method: "GET", url, headers: this.#headers });
      const { status } = told.answer;
      if (status === 429)
        return deliveryOf(status, this.#web.host, textField(told.body, "error"), told.answer.retryAfter);
      // Where the room does not tell, sending to it does.
      const encrypted = status === 200 && textField(told.body, "algorithm") !== undefined;
      if (this.#rooms.size >= MOST_KNOWN) this.#rooms.clear();
      this.#rooms.set(room, { encrypted, until: now + ASKED_AGAIN });
    }
    if (this.#rooms.get(room)?.encrypted !== true) return undefined;
    return { t: "refused", reason: texts.roomEncrypted };
  }

  async whoAmI(): Promise<string> {
    const url = new URL(`${this.#base}/account/whoami`);
    const { answer, body } = await this.#web.json({ method: "GET", url, headers: this.#headers });
    const me = textField(body, "user_id");
    if (answer.status !== 200 || me === undefined) throw this.#refusal({ answer, body });
    this.#me = me;
    return me;
  }

  async receive(): Promise<Received[]> {
    try {
      return await this.#round(filterOf({ limit: NEWEST }));
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      // What strangers wrote is left out; what allowed senders wrote before their newest message is asked for.
      return await this.#round(filterOf({ limit: 1, senders: this.#senders }));
    }
  }

  async #round(filter: string): Promise<Received[]> {
    const me = this.#me ?? (await this.whoAmI());
    const url = new URL(`${this.#base}/sync`);
    // What was written before the pod listened is no command any more.
    const first = this.#since === undefined;
    url.search = new URLSearchParams({
      filter,
      timeout: String(first ? 0 : POLL_S * 1000),
      ...(this.#since === undefined ? {} : { since: this.#since }),
    }).toString();
    const { answer, body } = await this.#web.json({ method: "GET", url, headers: this.#headers }, true);
    const next = textField(body, "next_batch");
    // A server that was restored or moved does not know its place of before: the next round is a first one.
    if (answer.status === 400) this.#since = undefined;
    if (answer.status !== 200 || next === undefined) throw this.#refusal({ answer, body });
    const found: Message[] = [];
    for (const { room, timeline } of roomsOf(body)) {
      // A round holds the newest messages of a room; the rest of a burst is asked for.
      if (this.#since !== undefined && field(timeline, "limited") === true) {
        found.push(...(await this.#older(room, textField(timeline, "prev_batch"), this.#since)));
      }
      found.push(...messagesIn(room, field(timeline, "events")));
    }
    this.#since = next;
    this.#failed = 0;
    const news = found.filter(({ id }) => this.#isNew(id));
    return first ? [] : news.filter(({ from }) => from !== me);
  }

  /** Messages of allowed senders before `from` and since the last round, the oldest first. */
  async #older(room: string, from: string | undefined, since: string): Promise<Message[]> {
    const filter = JSON.stringify({ types: ["m.room.message"], senders: this.#senders });
    const found: Message[] = [];
    try {
      for (let page = 0; page < MOST_PAGES && from !== undefined; page += 1) {
        const url = new URL(`${this.#base}/rooms/${encodeURIComponent(room)}/messages`);
        const search = { dir: "b", from, to: since, limit: String(PAGE), filter };
        url.search = new URLSearchParams(search).toString();
        const { answer, body } = await this.#web.json({ method: "GET", url, headers: this.#headers }, true);
        if (answer.status !== 200) throw this.#refusal({ answer, body });
        const messages = messagesIn(room, field(body, "chunk"));
        found.push(...messages);
        // A server that goes on past the last round is not followed into old commands.
        if (messages.some(({ id }) => this.#known.has(id))) break;
        const next = textField(body, "end");
        from = next === from ? undefined : next;
      }
    } catch (error) {
      this.#failed += 1;
      // The round is asked for again; what cannot be had must not hold up what came later.
      if (this.#failed < TRIES) throw error;
    }
    return found.filter(({ id }) => !this.#known.has(id)).reverse();
  }

  #isNew(id: string): boolean {
    if (this.#known.has(id)) return false;
    this.#known.add(id);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return true;
  }

  end(): Promise<void> {
    return this.#web.end();
  }

  #refusal(told: { answer: Answer; body: unknown }): Error {
    const said = textField(told.body, "error") ?? `HTTP ${told.answer.status}`;
    return new Refused(texts.refuses(this.#web.host, plain(said)), told.answer.retryAfter);
  }
}

interface Message extends Received {
  /** Of the event. */
  id: string;
}

function roomsOf(sync: unknown): { room: string; timeline: unknown }[] {
  const rooms = field(field(sync, "rooms"), "join");
  if (typeof rooms !== "object" || rooms === null) return [];
  return Object.entries(rooms).map(([room, content]) => ({ room, timeline: field(content, "timeline") }));
}

function messagesIn(room: string, events: unknown): Message[] {
  if (!Array.isArray(events)) return [];
  return events.flatMap((event: unknown): Message[] => {
    const from = textField(event, "sender");
    const said = field(event, "content");
    const text = textField(said, "body");
    const ts = field(event, "origin_server_ts");
    const id = textField(event, "event_id");
    const message = textField(event, "type") === "m.room.message" && textField(said, "msgtype") === "m.text";
    return message && from !== undefined && text !== undefined && id !== undefined && typeof ts === "number"
      ? [{ id, from, room, text, ts }]
      : [];
  });
}
