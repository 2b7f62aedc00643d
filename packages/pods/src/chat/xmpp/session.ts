/**
 * What the pod does on a stream: messages to people and rooms, each with proof that it was taken, and messages from
 * people.
 *
 *     const session = new Session(stream, { bare, clock, listens, since, heard: (message) => …, ended: (fault) => … });
 *     await session.send({ address: "anna@example.org", room: false }, text);
 *
 * A server takes stanzas in order (RFC 6120, 10.1): once it answers a ping that was sent after a message, it has the
 * message, or has refused it before. Ids are random: nobody else can answer in its name. A room proves it by showing the message to the pod itself (XEP-0045, 7.4).
 */
import { randomUUID } from "node:crypto";
import type { Clock } from "@hubwart/core";
import type { Received, Sent } from "../service.ts";
import { bareOf, domainOf, type Target } from "./account.ts";
import { child, type Element, escaped, NS } from "./element.ts";
import { XmppFault } from "./fault.ts";
import { refusalOf } from "./refusal.ts";
import { Rooms } from "./rooms.ts";
import type { XmppStream } from "./stream.ts";
import { texts } from "./texts.ts";

export interface SessionOptions {
  /** The account's own address, without a resource. */
  bare: string;
  clock: Clock;
  /** Whether anybody may write to the pod itself. */
  listens: boolean;
  /** What was written before and waited at the server is no command any more, ms since the epoch. */
  since: number;
  heard(message: Received): void;
  ended(fault: XmppFault): void;
}

const ANSWER_MS = 20_000;

/** Tells what came of a stanza of that id. */
type Waiting = (answer: Element) => void;

export class Session {
  readonly #stream: XmppStream;
  readonly #options: SessionOptions;
  readonly #rooms: Rooms;
  readonly #waiting = new Map<string, Waiting>();
  /** Of those who wait: told when the stream ends. */
  readonly #interrupts = new Set<(fault: XmppFault) => void>();
  #fault: XmppFault | undefined;

  constructor(stream: XmppStream, options: SessionOptions) {
    this.#stream = stream;
    this.#options = options;
    const nick = options.bare.slice(0, options.bare.indexOf("@"));
    this.#rooms = new Rooms(nick, (xml) => stream.send(xml));
    stream.onStanza = (stanza) => this.#took(stanza);
    stream.onEnd = (fault) => {
      this.#interrupt(fault);
      options.ended(fault);
    };
    // Who has a negative priority is sent nothing that is for the account (RFC 6121, 8.5.2.1).
    stream.send(`<presence><priority>${options.listens ? 0 : -1}</priority></presence>`);
  }

  get address(): string {
    return this.#stream.address;
  }

  close(): void {
    this.#interrupt(new XmppFault(texts.podEnds));
    this.#stream.close();
  }

  async send({ address, room }: Target, text: string): Promise<Sent> {
    try {
      return await (room ? this.#sendToRoom(address, text) : this.#sendTo(address, text));
    } catch (error) {
      if (!(error instanceof XmppFault)) throw error;
      return { t: "away", reached: true, reason: error.message };
    }
  }

  /** Whether the server is still there. @throws XmppFault */
  async ping(): Promise<void> {
    const id = randomUUID();
    const question = `<iq type="get" id="${id}"><ping xmlns="${NS.ping}"/></iq>`;
    // A server that does not know the question answers it too.
    if (await this.#ask(id, () => this.#stream.send(question))) return;
    this.#stream.fail(texts.answersNoMore);
    if (this.#fault) throw this.#fault;
  }

  async #sendTo(address: string, text: string): Promise<Sent> {
    const id = randomUUID();
    const refusals: Element[] = [];
    this.#waiting.set(id, (answer) => refusals.push(answer));
    try {
      this.#stream.send(messageOf("chat", address, text, id));
      await this.ping();
    } finally {
      this.#waiting.delete(id);
    }
    const [refusal] = refusals;
    return refusal ? refusalOf(address, refusal) : { t: "sent", answer: texts.messageAccepted };
  }

  async #sendToRoom(address: string, text: string): Promise<Sent> {
    const id = randomUUID();
    const entry = await this.#within(this.#rooms.enter(address));
    if (entry?.refusal !== undefined) return { t: "later", reason: entry.refusal };
    const answer =
      entry && (await this.#ask(id, () => this.#stream.send(messageOf("groupchat", address, text, id))));
    if (answer && answer.attributes.get("type") !== "error")
      return { t: "sent", answer: texts.messageSeen(address) };
    this.#rooms.left(address);
    return answer ? refusalOf(address, answer) : { t: "later", reason: texts.roomSilent(address) };
  }

  /** The stanza that answers the one of this id; undefined if none comes. @throws XmppFault */
  async #ask(id: string, send: () => void): Promise<Element | undefined> {
    const answer = new Promise<Element>((resolve) => this.#waiting.set(id, resolve));
    try {
      send();
      return await this.#within(answer);
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** undefined if it takes too long. @throws XmppFault when the stream ends */
  #within<T>(event: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        cancel();
        this.#interrupts.delete(interrupted);
      };
      const cancel = this.#options.clock.after(ANSWER_MS, () => {
        settle();
        resolve(undefined);
      });
      const interrupted = (fault: XmppFault) => {
        settle();
        reject(fault);
      };
      this.#interrupts.add(interrupted);
      void event.then((value) => {
        settle();
        resolve(value);
      });
      if (this.#fault) interrupted(this.#fault);
    });
  }

  #interrupt(fault: XmppFault): void {
    this.#fault ??= fault;
    for (const interrupted of this.#interrupts) interrupted(this.#fault);
  }

  #took(stanza: Element): void {
    if (stanza.namespace !== NS.client) return;
    if (stanza.name === "iq") this.#tookIq(stanza);
    else if (stanza.name === "message") this.#tookMessage(stanza);
    else if (stanza.name === "presence") this.#rooms.tookPresence(stanza);
  }

  #tookIq(stanza: Element): void {
    const { attributes } = stanza;
    const id = attributes.get("id") ?? "";
    const from = attributes.get("from");
    const type = attributes.get("type");
    if (type === "result" || type === "error") {
      const { bare } = this.#options;
      if (from === undefined || bareOf(from) === bare || from === domainOf(bare))
        this.#waiting.get(id)?.(stanza);
      return;
    }
    // Strangers may ask, but not faster than the server takes the answers.
    if (this.#stream.congested) return;
    const to = from === undefined ? "" : ` to="${escaped(from)}"`;
    const ping = child(stanza, "ping", NS.ping) !== undefined && type === "get";
    const error = `<error type="cancel"><service-unavailable xmlns="${NS.stanzaErrors}"/></error>`;
    this.#stream.send(
      `<iq type="${ping ? "result" : "error"}" id="${escaped(id)}"${to}>${ping ? "" : error}</iq>`,
    );
  }

  #tookMessage(stanza: Element): void {
    const { attributes } = stanza;
    const id = attributes.get("id") ?? "";
    const from = attributes.get("from") ?? "";
    const type = attributes.get("type") ?? "normal";
    if (type === "error") this.#waiting.get(id)?.(stanza);
    else if (type === "groupchat") {
      if (this.#rooms.isOwn(from)) this.#waiting.get(id)?.(stanza);
    } else if ((type === "chat" || type === "normal") && bareOf(from) !== this.#options.bare) {
      const text = child(stanza, "body", NS.client)?.text;
      if (text === undefined || from === "") return;
      const stamp = child(stanza, "delay", NS.delay)?.attributes.get("stamp");
      const { clock, since } = this.#options;
      const ts = stamp === undefined ? clock.now() : Date.parse(stamp);
      // What comes as it is written is never old, wherever the clock was set meanwhile.
      if (stamp !== undefined && !(ts >= since)) return;
      this.#options.heard({ from: bareOf(from), room: from, text, ts });
    }
  }
}

function messageOf(type: "chat" | "groupchat", to: string, text: string, id: string): string {
  return `<message type="${type}" id="${escaped(id)}" to="${escaped(to)}"><body>${escaped(text)}</body></message>`;
}
