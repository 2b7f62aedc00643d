/** XMPP: one stream that is kept, with STARTTLS or TLS. Commands come from people directly, never from rooms. */
import { Wakeup } from "@hubwart/runtime/wakeup";
import type { Letter } from "../shared/notify/outbound.ts";
import { sendersOf } from "./schema.ts";
import { POLL_S, type Received, type Sent, type Service, type ServiceOptions } from "./service.ts";
import { bareOf, domainOf, endpointOf, targetOf } from "./xmpp/account.ts";
import { XmppFault } from "./xmpp/fault.ts";
import { serversOf } from "./xmpp/servers.ts";
import { Session } from "./xmpp/session.ts";
import { openStream, type XmppStream } from "./xmpp/stream.ts";

/** Servers need take no more than 10,000 bytes (RFC 6120, 13.12); most take 256 KiB. */
const LONGEST = 8_000;
const MOST_HEARD = 100;
/** Of senders who may not give commands: enough to be told of. */
const MOST_STRANGERS = 10;

export class Xmpp implements Service {
  readonly longest = LONGEST;
  readonly lasting = true;
  readonly #options: ServiceOptions;
  readonly #allowed: ReadonlySet<string>;
  readonly #bare: string;
  readonly #news: Wakeup;
  #session: Promise<Session> | undefined;
  #told: Session | undefined;
  #heard: Received[] = [];
  /** What was written before the pod listened is no command any more. */
  #since: number | undefined;
  #fault: XmppFault | undefined;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#allowed = new Set(sendersOf(options.config));
    this.#bare = (options.config.user ?? "").toLowerCase();
    this.#news = new Wakeup(options.clock);
    options.signal.addEventListener("abort", () => void this.end(), { once: true });
  }

  async send({ text, to }: Letter): Promise<Sent> {
    try {
      const session = await this.#open();
      return await session.send(targetOf(to), text.slice(0, LONGEST));
    } catch (error) {
      if (!(error instanceof XmppFault)) throw error;
      return { t: "away", reason: error.message };
    }
  }

  async whoAmI(): Promise<string> {
    const session = await this.#open();
    await session.ping();
    return bareOf(session.address);
  }

  async receive(): Promise<Received[]> {
    const session = await this.#open();
    // A new connection is told of at once, whoever opened it.
    const known = session === this.#told;
    this.#told = session;
    if (known && this.#heard.length === 0) {
      await this.#news.sleep(POLL_S * 1000);
      if (this.#fault) throw this.#fault;
      if (this.#heard.length === 0) await (await this.#open()).ping();
    }
    return this.#heard.splice(0);
  }

  async end(): Promise<void> {
    this.#news.wake();
    const session = await this.#session?.catch(() => undefined);
    session?.close();
  }

  async #open(): Promise<Session> {
    this.#session ??= this.#connect();
    const opening = this.#session;
    try {
      return await opening;
    } catch (error) {
      if (this.#session === opening) this.#session = undefined;
      throw error;
    }
  }

  async #connect(): Promise<Session> {
    const { clock } = this.#options;
    const stream = await this.#stream();
    this.#fault = undefined;
    this.#since ??= clock.now();
    return new Session(stream, {
      bare: this.#bare,
      clock,
      listens: this.#allowed.size > 0,
      since: this.#since,
      heard: (message) => this.#hear(message),
      ended: (fault) => {
        this.#fault = fault;
        this.#session = undefined;
        this.#news.wake();
      },
    });
  }

  async #stream(): Promise<XmppStream> {
    const { clock, config, signal } = this.#options;
    const { ca, token = "", url, verify } = config;
    const domain = domainOf(this.#bare);
    const named = url === undefined ? undefined : endpointOf(url);
    const endpoints = named ? [named] : await serversOf(domain, clock);
    const user = this.#bare.slice(0, this.#bare.lastIndexOf("@"));
    let fault: unknown;
    for (const endpoint of endpoints) {
      try {
        return await openStream({ endpoint, user, domain, password: token, verify, ca, clock, signal });
      } catch (error) {
        fault ??= error;
      }
    }
    throw fault;
  }

  /** Bounded for strangers apart, so that their flood pushes out no command. */
  #hear(message: Received): void {
    const allowed = this.#allowed.has(message.from);
    const alike = this.#heard.filter(({ from }) => this.#allowed.has(from) === allowed).length;
    if (alike >= (allowed ? MOST_HEARD : MOST_STRANGERS)) return;
    this.#heard.push(message);
    this.#news.wake();
  }
}
