/**
 * One mail server: connects when there is something to send, keeps the connection while more follows.
 *
 *     const server = new MailServer(config, target, clock);
 *     const delivery = await server.send({ to, subject, text, ts });
 *     server.close();
 *
 * nodemailer's SMTP connection does the talking; this file says in German what came of it.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { type Clock, tlsPeer } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import type { Delivery, Letter } from "../shared/notify/outbound.ts";
import { isInternational } from "./address.ts";
import { composeMail, type Mail } from "./mail.ts";
import type { EmailIface } from "./schema.ts";
import { texts } from "./texts.ts";

/** Until the server has let the pod in, however it trickles. Some let strangers wait for half a minute before they greet. */
const LONGEST_SIGN_IN = 60_000;
/** Of one message, from MAIL FROM to the end of DATA, and what its bytes take over a line of 8 kbit/s. */
const LONGEST_SENDING = 300_000;
const MS_PER_BYTE = 1;
/** From then on: who gives up while the server still looks at the message sends it twice (RFC 5321, 4.5.3.2.6). */
const LONGEST_TAKING = 600_000;
/** Of the library, in real time; behind all of the above. */
const SILENCE = 2 * LONGEST_TAKING;
const LATE = "LATE";
/** The server wants another sign-in, whatever command it answers (RFC 4954 §6). */
const SIGN_IN_CODES = new Set([530, 534, 535, 538]);

export type Sent = Delivery & { answer?: string };

/** The server offers no way to sign in that the pod knows. */
const NO_METHOD = "NO_METHOD";

/** The library would try PLAIN, which was not offered: the password must not leave for nothing. */
function sharesMethod(connection: SmtpConnection): boolean {
  const { _supportedAuth: offered } = connection as unknown as { _supportedAuth?: readonly string[] };
  return offered === undefined || offered.some((method) => method !== "XOAUTH2");
}

function takesUtf8(connection: SmtpConnection): boolean {
  const { _supportedExtensions: offered } = connection as unknown as {
    _supportedExtensions?: readonly string[];
  };
  return offered?.includes("SMTPUTF8") === true;
}

interface SmtpError extends Error {
  code?: string;
  /** The system's or TLS's own code, behind nodemailer's. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

export class MailServer {
  readonly #config: EmailIface;
  readonly #target: string;
  readonly #clock: Clock;
  readonly #longestSignIn: number;
  #connection: SmtpConnection | undefined;
  /** It is not let in yet. */
  #opening: SmtpConnection | undefined;

  /** @param longestSignIn ms, for who cannot wait as long as a message can */
  constructor(config: EmailIface, target: string, clock: Clock, longestSignIn = LONGEST_SIGN_IN) {
    this.#config = config;
    this.#target = target;
    this.#clock = clock;
    this.#longestSignIn = longestSignIn;
  }

  async send(letter: Letter & Pick<Mail, "attachment" | "id">): Promise<Sent> {
    let connection: SmtpConnection;
    try {
      connection = this.#connection ?? (await this.#connect());
      this.#connection = connection;
    } catch (error) {
      return this.#failure(error as SmtpError);
    }
    const { from } = this.#config;
    const foreign = [from, letter.to].find(isInternational);
    if (foreign !== undefined && !takesUtf8(connection)) {
      this.close();
      const reason = texts.noForeignAddresses(this.#target, foreign);
      return { t: "refused", reason };
    }
    const mail = composeMail({ id: idOf(letter), ...letter, from });
    return await new Promise<Sent>((resolve) => {
      const lost = () => {
        over();
        // A connection that ends for a reason tells it right after this.
        queueMicrotask(() => resolve({ t: "away", reached: true, reason: texts.hungUp(this.#target) }));
      };
      let cancel: () => void = () => undefined;
      const waitFor = (ms: number) => {
        cancel();
        const longest = ms + mail.length * MS_PER_BYTE;
        cancel = this.#clock.after(longest, () => {
          const minutes = Math.round(longest / 60_000);
          const reason = texts.notAcceptedYet(this.#target, minutes);
          resolve({ t: "away", reached: true, reason });
          connection.close();
        });
      };
      const message = Readable.from([mail], { objectMode: false });
      const handedOver = () => waitFor(LONGEST_TAKING);
      const over = () => {
        cancel();
        message.off("end", handedOver);
        connection.off("end", lost);
      };
      waitFor(LONGEST_SENDING);
      message.once("end", handedOver);
      connection.once("end", lost);
      connection.send({ from, to: [letter.to] }, message, (error, info) => {
        over();
        if (!error) {
          resolve({ t: "sent", answer: info?.response ?? "" });
          return;
        }
        this.close();
        const failure = this.#failure(error as SmtpError);
        // What a server says to the sender's address it says of every message.
        const own = failure.t === "away" && (error as SmtpError).command !== "MAIL FROM";
        resolve(own ? { ...failure, reached: true } : failure);
      });
    });
  }

  /** Connects and signs in. @throws Error in German */
  async open(): Promise<void> {
    try {
      this.#connection ??= await this.#connect();
    } catch (error) {
      const failure = this.#failure(error as SmtpError);
      throw new Error(failure.t === "sent" ? "" : `${failure.reason}.`, { cause: error });
    }
  }

  close(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    if (!connection) return;
    connection.quit();
    setTimeout(() => connection.close(), 1000).unref();
  }

  /** At once, without a farewell. */
  destroy(): void {
    this.#opening?.close();
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #connect(): Promise<SmtpConnection> {
    const { ca, host, password, security, user, verify } = this.#config;
    const connection = new SmtpConnection({
      host,
      port: portOf(this.#config),
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      tls: tlsPeer({ verify, ca }),
      connectionTimeout: SILENCE,
      greetingTimeout: SILENCE,
      socketTimeout: SILENCE,
      dnsTimeout: SILENCE,
    });
    this.#opening = connection;
    let cancel: () => void = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (code: string) => reject(Object.assign(new Error(code), { code }));
        const done = (error?: Error | null) => (error ? reject(error) : resolve());
        cancel = this.#clock.after(this.#longestSignIn, () => fail(LATE));
        connection.on("error", reject);
        connection.once("end", () => fail("ECONNRESET"));
        connection.connect((error) => {
          if (error || user === undefined || password === undefined) done(error);
          else if (!sharesMethod(connection)) fail(NO_METHOD);
          else connection.login({ user, credentials: { user, pass: password } }, done);
        });
      });
    } catch (error) {
      connection.on("error", () => undefined);
      connection.close();
      throw error;
    } finally {
      cancel();
      this.#opening = undefined;
    }
    connection.removeAllListeners("error");
    connection.removeAllListeners("end");
    connection.on("error", () => undefined);
    connection.on("end", () => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    return connection;
  }

  get #noMethod(): string {
    const hint = this.#config.security === "none" ? texts.encryptedOnlyHint : "";
    return texts.noCommonMethod(hint);
  }

  #failure(error: SmtpError): Sent {
    const { code, command, originalCode, response, responseCode } = error;
    const answer = response === undefined ? "" : `: ${plain(response)}`;
    const told = response === undefined ? {} : { answer: plain(response) };
    const from = this.#target;
    if (code === LATE)
      return {
        t: "away",
        reason: texts.tooSlow(from, this.#longestSignIn / 1000),
      };
    if (code === NO_METHOD) return { t: "away", reason: `${from} bietet ${this.#noMethod}` };
    if (code === "EAUTH") return { t: "away", reason: texts.signInRefused(from, answer), ...told };
    if (code === "ETLS") {
      const inner = originalCode === undefined ? error : { code: originalCode };
      const reason = response === undefined ? netErrorText(inner, from) : texts.noStartTls(from, answer);
      return { t: "away", reason, ...told };
    }
    if (responseCode === undefined) {
      if (code === "EPROTOCOL") return { t: "away", reason: texts.noSmtp(from) };
      const inner = code === "ECONNECTION" ? "ECONNRESET" : code === "EDNS" ? "ENOTFOUND" : code;
      return { t: "away", reason: netErrorText({ code: originalCode ?? inner }, from) };
    }
    if (responseCode === 421) return { t: "away", reason: texts.notReady(from, answer), ...told };
    if (SIGN_IN_CODES.has(responseCode)) {
      return {
        t: "away",
        reason: texts.signInNeeded(from, answer),
        ...told,
      };
    }
    // The sender is the same in every message.
    if (responseCode >= 500 && command === "MAIL FROM") {
      return { t: "away", reason: texts.senderRefused(from, answer), ...told };
    }
    if (responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE")) {
      return { t: "refused", reason: texts.messageRefused(from, answer), ...told };
    }
    if (responseCode >= 400 && responseCode < 500 && (code === "EENVELOPE" || code === "EMESSAGE")) {
      return { t: "later", reason: texts.askedToWait(from, answer), ...told };
    }
    return { t: "away", reason: texts.unexpected(from, answer), ...told };
  }
}

/** The same for a repetition: where nobody knows whether the first one was taken, a mailbox may tell that it has it. */
function idOf(letter: Letter): string {
  const { key, subject, text, to, ts } = letter;
  return createHash("sha256")
    .update(JSON.stringify([key, ts, to, subject, text]))
    .digest("hex")
    .slice(0, 32);
}

export function portOf({ port, security }: EmailIface): number {
  return port ?? (security === "tls" ? 465 : security === "starttls" ? 587 : 25);
}

const LONGEST_ANSWER = 300;

/** The server's own words, on one line. */
function plain(response: string): string {
  return response
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_ANSWER);
}
