/** Telegram's bot API. The token is part of every path, so no path is ever shown. */
import type { Answer } from "../shared/http/request.ts";
import type { Letter } from "../shared/notify/outbound.ts";
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

const PUBLIC = "https://api.telegram.org";
const LONGEST = 4096;
/** In one round. */
const MOST_UPDATES = 20;

export class Telegram implements Service {
  readonly longest = LONGEST;
  readonly #web: Web;
  readonly #base: string;
  #offset: number | undefined;
  #limit = MOST_UPDATES;

  constructor(options: ServiceOptions) {
    const { token = "", url = PUBLIC } = options.config;
    this.#base = `${url.replace(/\/+$/, "")}/bot${token}`;
    this.#web = new Web(url, options);
  }

  async send({ text, to }: Letter): Promise<Sent> {
    try {
      const message = {
        chat_id: to,
        text: text.slice(0, LONGEST),
        link_preview_options: { is_disabled: true },
      };
      const said = await this.#call("sendMessage", message);
      const { answer, body } = said;
      const id = field(field(body, "result"), "message_id");
      const words =
        textField(body, "description") ?? (typeof id === "number" ? `Nachricht ${id}` : undefined);
      // A bot token that is unknown is answered by 404.
      const status = answer.status === 404 ? 401 : answer.status;
      return deliveryOf(status, this.#web.host, words, said.answer.retryAfter);
    } catch (error) {
      return failureOf(error);
    }
  }

  async whoAmI(): Promise<string> {
    const { answer, body } = await this.#call("getMe", {});
    const name = textField(field(body, "result"), "username");
    if (answer.status !== 200 || name === undefined) throw this.#refusal({ answer, body });
    return `@${name}`;
  }

  async receive(): Promise<Received[]> {
    try {
      const received = await this.#round();
      this.#limit = Math.min(MOST_UPDATES, this.#limit * 2);
      return received;
    } catch (error) {
      if (!isTooLarge(error) || this.#limit === 1) throw error;
      this.#limit = Math.floor(this.#limit / 2);
      return await this.receive();
    }
  }

  async #round(): Promise<Received[]> {
    // What was written before the pod listened is no command any more: -1 is the newest alone.
    const first = this.#offset === undefined;
    const request = {
      offset: this.#offset ?? -1,
      limit: this.#limit,
      timeout: first ? 0 : POLL_S,
      allowed_updates: ["message"],
    };
    const { answer, body } = await this.#call("getUpdates", request, true);
    const updates = field(body, "result");
    if (answer.status !== 200 || !Array.isArray(updates)) throw this.#refusal({ answer, body });
    this.#offset ??= 0;
    const received: Received[] = [];
    for (const update of updates as unknown[]) {
      const id = field(update, "update_id");
      if (!Number.isSafeInteger(id)) continue;
      this.#offset = Math.max(this.#offset, Number(id) + 1);
      const message = field(update, "message");
      const from = field(field(message, "from"), "id");
      const room = field(field(message, "chat"), "id");
      const date = field(message, "date");
      const text = textField(message, "text");
      if (
        typeof from !== "number" ||
        typeof room !== "number" ||
        typeof date !== "number" ||
        text === undefined
      )
        continue;
      received.push({ from: String(from), room: String(room), text, ts: date * 1000 });
    }
    return first ? [] : received;
  }

  end(): Promise<void> {
    return this.#web.end();
  }

  #call(method: string, params: object, waits = false) {
    const url = new URL(`${this.#base}/${method}`);
    return this.#web.json({ method: "POST", url, headers: {}, body: JSON.stringify(params) }, waits);
  }

  #refusal(told: { answer: Answer; body: unknown }): Error {
    const said = textField(told.body, "description") ?? `HTTP ${told.answer.status}`;
    return new Refused(texts.refuses(this.#web.host, plain(said)), told.answer.retryAfter);
  }
}
