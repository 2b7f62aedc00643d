/**
 * A secure session (AN159, 2.3) as a transport: everything sent is wrapped, only what is wrapped rightly and newer than the last
 * frame is handed on. Over TCP or UDP.
 */
import { randomBytes } from "node:crypto";
import type { Clock } from "@hubwart/core";
import { LinkError } from "../link/link.ts";
import { Requests } from "../link/requests.ts";
import type { Transport, TransportEvents } from "../link/transport.ts";
import { texts } from "../texts.ts";
import { type Frame, hpai, knxFrame, parseFrame, SERVICE } from "../wire/frame.ts";
import { same } from "./crypto.ts";
import { authenticateMac, type KeyPair, newKeyPair, responseMac, sessionKey } from "./handshake.ts";
import { unwrapFrame, wrapFrame } from "./wrapper.ts";

export interface Credentials {
  userId: number;
  userKey: Buffer;
  /** Undefined: the interface is not asked to prove who it is. */
  deviceKey: Buffer | undefined;
}

export const STATUS = {
  success: 0,
  failed: 1,
  unauthenticated: 2,
  timeout: 3,
  keepAlive: 4,
  close: 5,
} as const;
const ANSWER_MS = 10_000;
/** The interface ends a session after 60 s of silence. */
const KEEP_ALIVE_MS = 30_000;
const TAG = Buffer.alloc(2);
const MOST_SEQUENCE = 0xffff_ffff_ffff;

const ENDED: Record<number, string> = {
  [STATUS.failed]: texts.signInRefused,
  [STATUS.unauthenticated]: texts.signInMissing,
  [STATUS.timeout]: texts.sessionExpired,
  [STATUS.close]: texts.sessionEnded,
};

export interface SessionOptions {
  /** For messages. */
  target: string;
  credentials: Credentials;
  clock: Clock;
  keys?: KeyPair;
  serial?: Buffer;
}

export class SecureSession implements Transport {
  readonly #transport: Transport;
  readonly #events: TransportEvents;
  readonly #options: SessionOptions;
  readonly #requests: Requests;
  readonly #serial: Buffer;
  #key: Buffer | undefined;
  #session = 0;
  #sent = 0;
  #received = -1;
  #open = true;
  #ended: string | undefined;
  #stopKeepAlive: () => void = () => undefined;

  constructor(transport: Transport, events: TransportEvents, options: SessionOptions) {
    this.#transport = transport;
    this.#events = events;
    this.#options = options;
    this.#requests = new Requests(options.clock);
    this.#serial = options.serial ?? randomBytes(6);
  }

  get tcp(): boolean {
    return this.#transport.tcp;
  }
  get local() {
    return this.#transport.local;
  }

  /** @throws LinkError */
  async open(): Promise<void> {
    const { credentials, target } = this.#options;
    const own = this.#options.keys ?? newKeyPair();
    const answer = this.#requests.wait("response", ANSWER_MS);
    this.#transport.send(knxFrame(SERVICE.sessionRequest, Buffer.concat([hpai(this.local), own.public])));
    const response = await this.#awaited(answer, texts.sessionSilent);
    if (response.length !== 50) throw new LinkError(texts.strangeSessionAnswer(target));
    this.#session = response.readUInt16BE(0);
    const server = Buffer.from(response.subarray(2, 34));
    if (this.#session === 0) throw new LinkError(texts.noSessionFree(target));
    if (credentials.deviceKey) {
      const expected = responseMac(credentials.deviceKey, this.#session, own.public, server);
      if (!same(expected, response.subarray(34))) {
        throw new LinkError(texts.otherDevice(target));
      }
    }
    const key = sessionKey(own, server);
    if (!key) throw new LinkError(texts.badPublicKey(target));
    this.#key = key;
    const mac = authenticateMac(credentials.userKey, credentials.userId, own.public, server);
    const status = this.#requests.wait("status", ANSWER_MS);
    this.send(
      knxFrame(SERVICE.sessionAuthenticate, Buffer.concat([Buffer.from([0, credentials.userId]), mac])),
    );
    const code = (await this.#awaited(status, texts.signInSilent))[0] ?? -1;
    if (code !== STATUS.success) throw new LinkError(`${target}: ${ENDED[code] ?? `Status ${code}`}`);
    this.#stopKeepAlive = this.#options.clock.every(KEEP_ALIVE_MS, () => this.#status(STATUS.keepAlive));
  }

  async #awaited(answer: Promise<Buffer | undefined>, silent: string): Promise<Buffer> {
    const body = await answer;
    if (this.#ended !== undefined) throw new LinkError(this.#ended);
    if (!body) throw new LinkError(`${this.#options.target} ${silent}`);
    return body;
  }

  /** A frame of the transport below. */
  frame(frame: Frame): void {
    if (!this.#key) {
      if (frame.service === SERVICE.sessionResponse) this.#requests.answer("response", frame.body);
      else if (frame.service === SERVICE.sessionStatus && frame.body[0] !== undefined)
        this.#closed(frame.body[0]);
      return;
    }
    const open = unwrapFrame(this.#key, this.#session, frame);
    if (!open || open.sequence <= this.#received) return;
    this.#received = open.sequence;
    const plain = parseFrame(open.plain);
    if (!plain || plain.service === SERVICE.secureWrapper) return;
    if (plain.service !== SERVICE.sessionStatus) {
      this.#events.frame(plain);
      return;
    }
    if (this.#requests.answer("status", plain.body)) return;
    const code = plain.body[0] ?? -1;
    if (code !== STATUS.keepAlive && code !== STATUS.success) this.#closed(code);
  }

  #closed(code: number): void {
    this.end(`${this.#options.target}: ${ENDED[code] ?? `Status ${code}`}`);
  }

  send(frame: Buffer): void {
    this.#transport.send(this.#wrapped(frame));
  }

  sendData(frame: Buffer): void {
    this.#transport.sendData(this.#wrapped(frame));
  }

  #wrapped(frame: Buffer): Buffer {
    if (!this.#key || this.#sent > MOST_SEQUENCE) throw new Error("the session is not open");
    const nonce = { sequence: this.#sent, serial: this.#serial, tag: TAG };
    this.#sent += 1;
    return wrapFrame(this.#key, this.#session, nonce, frame);
  }

  /** The session runs between two endpoints only. */
  useDataEndpoint(): void {}

  #status(code: number): void {
    if (this.#open) this.send(knxFrame(SERVICE.sessionStatus, Buffer.from([code, 0])));
  }

  /** The transport below is gone, or the interface has ended the session. */
  end(reason: string): void {
    this.#ended ??= reason;
    if (!this.#open) return;
    this.#shut();
    this.#transport.close();
    this.#events.closed(reason);
  }

  #shut(): void {
    this.#open = false;
    this.#stopKeepAlive();
    this.#requests.end();
  }

  close(): void {
    if (this.#open && this.#key) this.#status(STATUS.close);
    this.#shut();
    this.#transport.close();
  }
}
