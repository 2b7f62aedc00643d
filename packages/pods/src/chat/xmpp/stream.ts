/**
 * A stream to the account's server: connected, encrypted, signed in, with an address of its own (RFC 6120).
 *
 *     const stream = await openStream({ endpoint, user, domain, password, verify, ca, clock, signal });
 *     stream.onStanza = (stanza) => …; stream.onEnd = (fault) => …;
 *     stream.send("<presence/>"); stream.close();
 *
 * Invariants: the password is used on an encrypted connection only, verified unless the project says otherwise, and never sent. Nothing that came before the
 * encryption counts after it. `onEnd` is called once, unless `close` came first. @throws XmppFault
 */
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { domainToASCII } from "node:url";
import { type Clock, tlsPeer } from "@hubwart/core";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import { openSocket } from "@hubwart/runtime/socket";
import type { Endpoint } from "./account.ts";
import { child, type Element, escaped, NS } from "./element.ts";
import { whyOf, XmppFault } from "./fault.ts";
import { StreamParser, XmlFault } from "./parser.ts";
import { chooseScram, ScramFault } from "./scram.ts";
import { texts } from "./texts.ts";

export interface StreamOptions {
  endpoint: Endpoint;
  user: string;
  domain: string;
  password: string;
  verify: boolean;
  ca: string | undefined;
  clock: Clock;
  signal: AbortSignal;
}

/** For everything from the connection to the address. */
const OPENING_MS = 20_000;
const FAREWELL_MS = 1_000;
/** Written and not yet taken by the server. */
const MOST_UNSENT = 1024 * 1024;

export async function openStream(options: StreamOptions): Promise<XmppStream> {
  const { clock, endpoint, signal } = options;
  const target = address(endpoint.host, endpoint.port);
  let socket: Socket;
  try {
    const { host, port } = endpoint;
    socket = await openSocket({ host, port, timeoutMs: OPENING_MS, clock, signal });
  } catch (error) {
    throw new XmppFault(netErrorText(error, target));
  }
  const stream = new XmppStream(socket, target, options);
  await stream.open();
  return stream;
}

export class XmppStream {
  /** The pod's address with the resource that the server gave it. */
  address = "";
  onStanza: (stanza: Element) => void = () => undefined;
  onEnd: (fault: XmppFault) => void = () => undefined;
  readonly #target: string;
  readonly #options: StreamOptions;
  #socket: Socket;
  #detach: () => void = () => undefined;
  #parser: StreamParser | undefined;
  /** While the stream is opened: what came and has not been looked at. */
  #inbox: Element[] | undefined = [];
  #arrived: () => void = () => undefined;
  #fault: XmppFault | undefined;
  #closed = false;
  #failed: () => void = () => undefined;
  readonly #over = new Promise<void>((resolve) => (this.#failed = resolve));

  constructor(socket: Socket, target: string, options: StreamOptions) {
    this.#socket = socket;
    this.#target = target;
    this.#options = options;
    this.#attach(socket);
  }

  get congested(): boolean {
    return this.#socket.writableLength > MOST_UNSENT;
  }

  send(xml: string): void {
    if (this.congested) this.#end(texts.takesNoMore);
    else if (!this.#closed && !this.#fault) this.#socket.write(xml);
  }

  /** @param why what the server does, after its name */
  fail(why: string): void {
    this.#end(why);
  }

  /** Says farewell, once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#fault) return;
    this.#socket.end("</stream:stream>");
    const stop = this.#options.clock.after(FAREWELL_MS, () => this.#socket.destroy());
    this.#socket.once("close", stop);
    this.#socket.once("finish", () => this.#socket.destroy());
  }

  async open(): Promise<void> {
    const { clock, endpoint, signal } = this.#options;
    const stop = clock.after(OPENING_MS, () => this.#end(texts.tooSlow));
    const aborted = () => this.#end(texts.notNeeded);
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) aborted();
    try {
      if (!endpoint.tls) await this.#startTls();
      await this.#secure();
      await this.#signIn();
      await this.#bind();
      this.#inbox = undefined;
    } catch (error) {
      this.#end(error);
      throw this.#fault ?? error;
    } finally {
      stop();
      signal.removeEventListener("abort", aborted);
    }
  }

  async #startTls(): Promise<void> {
    const features = await this.#begin();
    if (!child(features, "starttls", NS.tls)) throw this.#faultOf(texts.noStartTls);
    this.send(`<starttls xmlns="${NS.tls}"/>`);
    const { name } = await this.#next(NS.tls);
    if (name !== "proceed") throw this.#faultOf(texts.refusesTls);
  }

  async #secure(): Promise<void> {
    const tls = await import("node:tls");
    const { ca, verify } = this.#options;
    const host = domainToASCII(this.#options.domain);
    this.#leave();
    const plain = this.#socket;
    const socket: TLSSocket = tls.connect({ socket: plain, host, ...tlsPeer({ host, verify, ca }) });
    socket.once("close", () => plain.destroy());
    const standing = new Promise<void>((resolve) => socket.once("secureConnect", resolve));
    this.#attach(socket);
    await this.#unlessEnded(standing);
  }

  async #signIn(): Promise<void> {
    const { password, user } = this.#options;
    const mechanisms = child(await this.#begin(), "mechanisms", NS.sasl)?.children ?? [];
    const scram = chooseScram(
      mechanisms.map(({ text }) => text.trim()),
      { user, password },
    );
    if (!scram) throw this.#faultOf(texts.noScram);
    this.send(`<auth xmlns="${NS.sasl}" mechanism="${scram.mechanism}">${base64(scram.first)}</auth>`);
    const answer = await scram.answer(text64(await this.#saslAnswer("challenge")));
    this.send(`<response xmlns="${NS.sasl}">${base64(answer)}</response>`);
    const last = await this.#saslAnswer("challenge", "success");
    scram.verify(text64(last));
    if (last.name === "success") return;
    this.send(`<response xmlns="${NS.sasl}"/>`);
    await this.#saslAnswer("success");
  }

  async #saslAnswer(...expected: string[]): Promise<Element> {
    const answer = await this.#next(NS.sasl);
    if (answer.name === "failure") throw this.#faultOf(texts.signInRefused(whyOf(answer, NS.sasl)));
    if (!expected.includes(answer.name)) throw this.#faultOf(texts.oddSignInAnswer);
    return answer;
  }

  async #bind(): Promise<void> {
    if (!child(await this.#begin(), "bind", NS.bind)) throw this.#faultOf(texts.noAddressAssigned);
    this.send(`<iq type="set" id="bind"><bind xmlns="${NS.bind}"/></iq>`);
    const answer = await this.#next(NS.client);
    const given = child(child(answer, "bind", NS.bind), "jid", NS.bind)?.text ?? "";
    if (answer.attributes.get("type") !== "result" || given === "")
      throw this.#faultOf(
        texts.noAddressAssignedFor(whyOf(child(answer, "error", NS.client), NS.stanzaErrors)),
      );
    this.address = given;
  }

  /** A new stream on the connection. @returns what the server offers */
  async #begin(): Promise<Element> {
    if (this.#inbox && this.#inbox.length > 0) throw this.#faultOf("sendet ungefragt");
    const parser: StreamParser = new StreamParser({
      opened: () => undefined,
      stanza: (stanza) => {
        if (this.#parser === parser) this.#took(stanza);
      },
      closed: () => this.#end(texts.hungUp),
    });
    this.#parser = parser;
    const to = escaped(this.#options.domain);
    this.send(
      `<?xml version="1.0"?><stream:stream xmlns="${NS.client}" xmlns:stream="${NS.stream}" to="${to}" version="1.0">`,
    );
    const features = await this.#next(NS.stream);
    if (features.name !== "features") throw this.#faultOf(texts.noXmpp1);
    return features;
  }

  /** The next stanza, which must be of the namespace. */
  async #next(namespace: string): Promise<Element> {
    while (this.#inbox?.length === 0) {
      await this.#unlessEnded(new Promise<void>((resolve) => (this.#arrived = resolve)));
    }
    const next = this.#inbox?.shift();
    if (next?.namespace !== namespace) throw this.#faultOf(texts.unexpected);
    return next;
  }

  async #unlessEnded(event: Promise<void>): Promise<void> {
    await Promise.race([event, this.#over]);
    if (this.#fault) throw this.#fault;
  }

  #attach(socket: Socket): void {
    this.#socket = socket;
    let failure: unknown = { code: "ECONNRESET" };
    const read = (bytes: Buffer) => {
      try {
        this.#parser?.push(bytes);
      } catch (error) {
        this.#end(error);
      }
    };
    const failed = (error: unknown) => (failure = error);
    const closed = () => this.#end(new XmppFault(netErrorText(failure, this.#target)));
    socket.on("data", read);
    socket.on("error", failed);
    socket.on("close", closed);
    this.#detach = () => {
      socket.off("data", read);
      socket.off("close", closed);
    };
  }

  /** Nothing of what comes from now on is read as it was before. */
  #leave(): void {
    if (this.#inbox && this.#inbox.length > 0) throw this.#faultOf("sendet ungefragt");
    this.#parser = undefined;
    this.#detach();
  }

  #took(stanza: Element): void {
    if (stanza.namespace === NS.stream && stanza.name === "error") {
      this.#end(texts.endsConnection(whyOf(stanza, NS.streamErrors)));
      return;
    }
    if (!this.#inbox) {
      this.onStanza(stanza);
      return;
    }
    this.#inbox.push(stanza);
    this.#arrived();
  }

  #faultOf(what: string): XmppFault {
    return new XmppFault(`${this.#target} ${what}`);
  }

  /** @param why a fault, or what the server does, after its name */
  #end(why: unknown): void {
    if (this.#fault || this.#closed) return;
    if (why instanceof XmppFault) this.#fault = why;
    else if (why instanceof XmlFault) this.#fault = this.#faultOf(`sendet ${why.message}`);
    else if (why instanceof ScramFault) this.#fault = this.#faultOf(why.message);
    else if (typeof why === "string") this.#fault = this.#faultOf(why);
    else throw why;
    this.#parser = undefined;
    this.#socket.destroy();
    this.#failed();
    this.onEnd(this.#fault);
  }
}

const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");
const text64 = ({ text }: Element): string => Buffer.from(text, "base64").toString("utf8");
