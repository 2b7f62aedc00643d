/** Matrix, client-server API v1.11: sends by PUT with a transaction id, so that a repetition is no second message. */
import type { Letter } from "../notify/outbound.ts";
import {
  deliveryOf,
  failureOf,
  field,
  POLL_S,
  plain,
  type Received,
  type Sent,
  type Service,
  type ServiceOptions,
  textField,
  Web,
} from "./service.ts";

const LONGEST = 30_000;
const FILTER = JSON.stringify({
  presence: { not_types: ["*"] },
  account_data: { not_types: ["*"] },
  room: {
    timeline: { types: ["m.room.message"], limit: 20 },
    state: { not_types: ["*"] },
    ephemeral: { not_types: ["*"] },
    account_data: { not_types: ["*"] },
  },
});

export class Matrix implements Service {
  readonly #web: Web;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  #me: string | undefined;
  #since: string | undefined;

  constructor(options: ServiceOptions) {
    const { token = "", url = "" } = options.config;
    this.#base = `${url.replace(/\/+$/, "")}/_matrix/client/v3`;
    this.#headers = { Authorization: `Bearer ${token}`, Accept: "application/json" };
    this.#web = new Web(url, options);
  }

  async send({ key, text, to }: Letter): Promise<Sent> {
    const url = new URL(
      `${this.#base}/rooms/${encodeURIComponent(to)}/send/m.room.message/${encodeURIComponent(key)}`,
    );
    const body = JSON.stringify({ msgtype: "m.text", body: text.slice(0, LONGEST) });
    try {
      const { answer, body: said } = await this.#web.json({
        method: "PUT",
        url,
        headers: this.#headers,
        body,
      });
      const wait = field(said, "retry_after_ms");
      const words = textField(said, "error") ?? textField(said, "event_id");
      return deliveryOf(answer.status, this.#web.host, words, typeof wait === "number" ? wait : undefined);
    } catch (error) {
      return failureOf(error);
    }
  }

  async whoAmI(): Promise<string> {
    const url = new URL(`${this.#base}/account/whoami`);
    const { answer, body } = await this.#web.json({ method: "GET", url, headers: this.#headers });
    const me = textField(body, "user_id");
    if (answer.status !== 200 || me === undefined) throw this.#refusal(answer.status, body);
    this.#me = me;
    return me;
  }

  async receive(): Promise<Received[]> {
    const me = this.#me ?? (await this.whoAmI());
    const url = new URL(`${this.#base}/sync`);
    // What was written before the pod listened is no command any more.
    const first = this.#since === undefined;
    url.search = new URLSearchParams({
      filter: FILTER,
      timeout: String(first ? 0 : POLL_S * 1000),
      ...(this.#since === undefined ? {} : { since: this.#since }),
    }).toString();
    const { answer, body } = await this.#web.json({ method: "GET", url, headers: this.#headers }, true);
    const next = textField(body, "next_batch");
    if (answer.status !== 200 || next === undefined) throw this.#refusal(answer.status, body);
    this.#since = next;
    return first ? [] : messagesOf(body).filter(({ from }) => from !== me);
  }

  end(): Promise<void> {
    return this.#web.end();
  }

  #refusal(status: number, body: unknown): Error {
    const said = textField(body, "error");
    return new Error(`${this.#web.host} lehnt ab: ${said === undefined ? `HTTP ${status}` : plain(said)}`);
  }
}

function messagesOf(sync: unknown): Received[] {
  const rooms = field(field(sync, "rooms"), "join");
  if (typeof rooms !== "object" || rooms === null) return [];
  return Object.entries(rooms).flatMap(([room, content]) => {
    const events = field(field(content, "timeline"), "events");
    if (!Array.isArray(events)) return [];
    return events.flatMap((event: unknown): Received[] => {
      const from = textField(event, "sender");
      const said = field(event, "content");
      const text = textField(said, "body");
      const ts = field(event, "origin_server_ts");
      const message =
        textField(event, "type") === "m.room.message" && textField(said, "msgtype") === "m.text";
      return message && from !== undefined && text !== undefined && typeof ts === "number"
        ? [{ from, room, text, ts }]
        : [];
    });
  });
}
