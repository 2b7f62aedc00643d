/**
 * Strict stand-ins for Matrix (client-server API), Telegram (bot API) and incoming webhooks: what the public reference
 * does not allow is answered as the service answers it, and recorded in `faults`.
 *
 *     const chat = await startChatStandIn({ token: "t" });
 *     chat.url; chat.messages; chat.say("@anna:lan", "wert pumpe"); chat.fail = { status: 429, body: {…} }; await chat.down();
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export interface ChatMessage {
  room: string;
  text: string;
}

export interface ChatEvent {
  from: string;
  text: string;
  ts: number;
}

const ME = "@hub:lan";
const ROOM = "!room:lan";
const CHAT = 4711;
const LONGEST = 4096;

export class ChatStandIn {
  readonly messages: ChatMessage[] = [];
  readonly faults: string[] = [];
  /** The next answers to sent messages, instead of success; `null` closes the connection unanswered. */
  failures: ({ status: number; body: unknown } | null)[] = [];
  /** So many requests for older messages of a room are answered by an error. */
  olderFails = 0;
  /** Sent in place of every answer to waiting for messages. */
  garbage: string | undefined;
  /** Matrix: the room is encrypted from end to end. */
  encrypted = false;
  url = "";
  readonly #token: string;
  readonly #events: ChatEvent[] = [];
  readonly #transactions = new Set<string>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #waiting: (() => void)[] = [];
  #port = 0;

  constructor(token: string) {
    this.#token = token;
  }

  async up(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address && typeof address === "object") this.#port = address.port;
    this.url = `http://127.0.0.1:${this.#port}`;
  }

  async down(): Promise<void> {
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.down();
  }

  /** Somebody writes into the room. */
  say(from: string, text: string, ts = Date.now()): void {
    this.#events.push({ from, text, ts });
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? "/", this.url);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, {
        "content-type": typeof body === "string" ? "text/plain" : "application/json",
      });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    const text = Buffer.concat(chunks).toString("utf8");
    try {
      if (url.pathname.startsWith("/_matrix/")) await this.#matrix(request, url, text, send, response);
      else if (url.pathname.startsWith("/bot")) await this.#telegram(request, url, text, send, response);
      else this.#webhook(request, url, text, send, response);
    } catch (error) {
      this.faults.push(String(error));
      send(400, {
        ok: false,
        error_code: 400,
        description: "Bad Request",
        errcode: "M_BAD_JSON",
        error: "Bad JSON",
      });
    }
  }

  async #matrix(
    request: IncomingMessage,
    url: URL,
    text: string,
    send: (status: number, body: unknown) => void,
    response: ServerResponse,
  ): Promise<void> {
    if (request.headers.authorization !== `Bearer ${this.#token}`) {
      send(401, { errcode: "M_UNKNOWN_TOKEN", error: "Unrecognised access token" });
      return;
    }
    const [, , , version, ...parts] = url.pathname.split("/").map(decodeURIComponent);
    if (version !== "v3") throw new Error("another version");
    if (parts.join("/") === "account/whoami" && request.method === "GET") send(200, { user_id: ME });
    else if (parts[0] === "sync" && request.method === "GET") {
      const filter = JSON.parse(url.searchParams.get("filter") ?? "") as {
        room: { timeline: { limit: number; senders?: string[] } };
      };
      const since = url.searchParams.get("since");
      const from = since === null ? 0 : Number(since.slice(1));
      await this.#news(from, since === null ? 0 : Number(url.searchParams.get("timeout")), response);
      const { limit, senders } = filter.room.timeline;
      const meant = this.#matrixEvents(from).filter(({ sender }) => senders?.includes(sender) !== false);
      const events = meant.slice(-limit);
      const [first] = events;
      const timeline = {
        events,
        limited: meant.length > events.length,
        prev_batch: `s${first?.event_id.slice("$event".length)}`,
      };
      const join = events.length === 0 ? {} : { [ROOM]: { timeline } };
      send(200, this.garbage ?? { next_batch: `s${this.#events.length}`, rooms: { join } });
    } else if (parts.join("/") === `rooms/${ROOM}/messages` && request.method === "GET") {
      this.#matrixOlder(url.searchParams, send);
    } else if (parts.join("/") === `rooms/${ROOM}/state/m.room.encryption` && request.method === "GET") {
      if (this.encrypted) send(200, { algorithm: "m.megolm.v1.aes-sha2" });
      else send(404, { errcode: "M_NOT_FOUND", error: "Event not found" });
    } else if (
      parts[0] === "rooms" &&
      parts[2] === "send" &&
      parts[3] === "m.room.message" &&
      request.method === "PUT"
    ) {
      if (parts[1] !== ROOM) {
        send(403, { errcode: "M_FORBIDDEN", error: "User not in room" });
        return;
      }
      const body = JSON.parse(text) as { msgtype: string; body: string };
      if (body.msgtype !== "m.text" || typeof body.body !== "string") throw new Error("no m.text");
      const transaction = parts[4] ?? "";
      const known = this.#transactions.has(transaction);
      this.#transactions.add(transaction);
      // A server that hangs up may have taken the message all the same.
      if (this.failures[0] === null && !known) this.messages.push({ room: ROOM, text: body.body });
      if (this.#failed(send, response)) {
        if (response.writableEnded) this.#transactions.delete(transaction);
        return;
      }
      if (!known) this.messages.push({ room: ROOM, text: body.body });
      send(200, { event_id: `$${this.messages.length}` });
    } else send(404, { errcode: "M_UNRECOGNIZED", error: "Unrecognised request" });
  }

  #matrixEvents(begin: number, end?: number) {
    return this.#events.slice(begin, end).map((event, at) => ({
      type: "m.room.message",
      event_id: `$event${begin + at}`,
      sender: event.from,
      origin_server_ts: event.ts,
      content: { msgtype: "m.text", body: event.text },
    }));
  }

  #matrixOlder(query: URLSearchParams, send: (status: number, body: unknown) => void): void {
    if (this.olderFails > 0) {
      this.olderFails -= 1;
      send(500, { errcode: "M_UNKNOWN", error: "Internal server error" });
      return;
    }
    if (query.get("dir") !== "b") throw new Error("another direction");
    const place = (name: string) => Number(/^s(\d+)$/.exec(query.get(name) ?? "")?.[1]);
    const [end, to] = [place("from"), place("to")];
    const begin = Math.max(to, end - Number(query.get("limit")));
    if (!(begin <= end)) throw new Error("no such place");
    const { senders } = JSON.parse(query.get("filter") ?? "") as { senders: string[] };
    const chunk = this.#matrixEvents(begin, end).filter(({ sender }) => senders.includes(sender));
    send(200, { start: `s${end}`, chunk: chunk.toReversed(), ...(begin > to ? { end: `s${begin}` } : {}) });
  }

  async #telegram(
    request: IncomingMessage,
    url: URL,
    text: string,
    send: (status: number, body: unknown) => void,
    response: ServerResponse,
  ): Promise<void> {
    const [, bot, method] = url.pathname.split("/");
    if (bot !== `bot${this.#token}`) {
      send(404, { ok: false, error_code: 404, description: "Not Found" });
      return;
    }
    if (request.method !== "POST" || !isJson(request)) throw new Error("no JSON");
    const body = JSON.parse(text) as Record<string, unknown>;
    if (method === "getMe") send(200, { ok: true, result: { id: 1, is_bot: true, username: "hub_bot" } });
    else if (method === "getUpdates") {
      const offset = Number(body["offset"]);
      const from = offset < 0 ? Math.max(0, this.#events.length + offset) : Math.max(0, offset - 1);
      await this.#news(from, Number(body["timeout"]) * 1000, response);
      const limit = Number(body["limit"] ?? 100);
      if (!(limit >= 1 && limit <= 100)) throw new Error("another limit");
      const result = this.#events.slice(from, from + limit).map((event, at) => ({
        update_id: from + at + 1,
        message: {
          from: { id: Number(event.from) },
          chat: { id: CHAT },
          date: Math.floor(event.ts / 1000),
          text: event.text,
        },
      }));
      send(200, this.garbage ?? { ok: true, result });
    } else if (method === "sendMessage") {
      if (this.#failed(send, response)) return;
      const said = body["text"];
      if (String(body["chat_id"]) !== String(CHAT)) {
        send(400, { ok: false, error_code: 400, description: "Bad Request: chat not found" });
        return;
      }
      if (typeof said !== "string" || said === "" || said.length > LONGEST) throw new Error("no text");
      this.messages.push({ room: String(CHAT), text: said });
      send(200, { ok: true, result: { message_id: this.messages.length } });
    } else send(404, { ok: false, error_code: 404, description: "Not Found: method not found" });
  }

  #webhook(
    request: IncomingMessage,
    url: URL,
    text: string,
    send: (status: number, body: unknown) => void,
    response: ServerResponse,
  ): void {
    if (url.pathname !== `/hook/${this.#token}`) {
      send(404, "no_service");
      return;
    }
    if (request.method !== "POST" || !isJson(request)) throw new Error("no JSON");
    const body = JSON.parse(text) as {
      text?: unknown;
      type?: unknown;
      attachments?: { content?: { body?: { text?: unknown }[] } }[];
    };
    if (this.#failed(send, response)) return;
    const said = body.type === "message" ? body.attachments?.[0]?.content?.body?.[0]?.text : body.text;
    if (typeof said !== "string") {
      send(400, "invalid_payload");
      return;
    }
    this.messages.push({ room: "webhook", text: said });
    send(200, "ok");
  }

  #failed(send: (status: number, body: unknown) => void, response: ServerResponse): boolean {
    const failure = this.failures.shift();
    if (failure === undefined) return false;
    if (failure === null) response.destroy();
    else send(failure.status, failure.body);
    return true;
  }

  async #news(from: number, timeout: number, response: ServerResponse): Promise<void> {
    if (this.#events.length > from || timeout <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeout);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(done);
      response.once("close", done);
    });
  }
}

export async function startChatStandIn(token: string): Promise<ChatStandIn> {
  const chat = new ChatStandIn(token);
  await chat.up();
  return chat;
}

function isJson(request: IncomingMessage): boolean {
  return (request.headers["content-type"] ?? "").startsWith("application/json");
}
