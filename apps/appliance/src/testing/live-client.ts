/** A client of the live channel API for tests: what came is kept, and what is waited for is found in it. */
import { once } from "node:events";
import { WebSocket } from "ws";

export type LiveMessage = Record<string, unknown> & { t: string };

export class LiveClient {
  readonly socket: WebSocket;
  readonly messages: LiveMessage[] = [];
  /** Newest value by channel. */
  readonly values = new Map<string, unknown>();
  closed: number | undefined;
  #wake: () => void = () => undefined;

  constructor(
    url: string,
    options: { localAddress?: string; rejectUnauthorized?: boolean; headers?: Record<string, string> } = {},
  ) {
    this.socket = new WebSocket(url, options);
    this.socket.on("error", () => undefined);
    this.socket.on("close", (code) => {
      this.closed = code;
      this.#wake();
    });
    this.socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString("utf8")) as LiveMessage;
      this.messages.push(message);
      if (message.t === "values") {
        for (const { chan, value } of message["values"] as { chan: string; value: unknown }[]) {
          this.values.set(chan, value);
        }
      }
      this.#wake();
    });
  }

  static async open(url: string, hello?: object, options?: ConstructorParameters<typeof LiveClient>[1]) {
    const client = new LiveClient(url, options);
    await once(client.socket, "open");
    if (hello) {
      client.say({ t: "hello", ...hello });
      await client.next("welcome");
    }
    return client;
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first message of a kind, taken out of what came. */
  async next(t: string): Promise<LiveMessage> {
    let found: LiveMessage | undefined;
    await this.until(() => {
      const at = this.messages.findIndex((message) => message.t === t);
      if (at >= 0) [found] = this.messages.splice(at, 1);
      return at >= 0;
    });
    if (!found) throw new Error(`no ${t}`);
    return found;
  }

  async until(check: () => boolean, timeout = 15_000): Promise<void> {
    const end = Date.now() + timeout;
    while (!check()) {
      if (Date.now() > end) {
        throw new Error(
          `waited in vain; came ${JSON.stringify(this.messages).slice(0, 500)}, ${this.closed}`,
        );
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 200);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  end(): void {
    this.socket.terminate();
  }
}
