/**
 * One mail server: connects when there is something to send, keeps the connection while more follows.
 *
 *     const server = new MailServer(config, target);
 *     const delivery = await server.send({ to, subject, text, ts });
 *     server.close();
 *
 * nodemailer's SMTP connection does the talking; this file says in German what came of it.
 */
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { netErrorText } from "../base/net-errors.ts";
import type { Delivery, Letter } from "../notify/outbound.ts";
import { composeMail } from "./mail.ts";
import type { EmailIface } from "./schema.ts";

const TIMEOUT = 20_000;

export type Sent = Delivery & { answer?: string };

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
  #connection: SmtpConnection | undefined;

  constructor(config: EmailIface, target: string) {
    this.#config = config;
    this.#target = target;
  }

  async send(letter: Letter): Promise<Sent> {
    let connection: SmtpConnection;
    try {
      connection = this.#connection ?? (await this.#connect());
      this.#connection = connection;
    } catch (error) {
      return this.#failure(error as SmtpError);
    }
    const { from } = this.#config;
    return await new Promise<Sent>((resolve) => {
      const lost = () => resolve({ t: "away", reason: `${this.#target} hat die Verbindung unterbrochen` });
      connection.once("end", lost);
      connection.send({ from, to: [letter.to] }, composeMail({ ...letter, from }), (error, info) => {
        connection.off("end", lost);
        if (!error) {
          resolve({ t: "sent", answer: info?.response ?? "" });
          return;
        }
        this.close();
        resolve(this.#failure(error as SmtpError));
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
      tls: { rejectUnauthorized: verify, ...(ca === undefined ? {} : { ca }) },
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
      dnsTimeout: TIMEOUT,
    });
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once("error", reject);
        connection.once("end", () => reject(Object.assign(new Error("ended"), { code: "ECONNRESET" })));
        connection.connect(() => resolve());
      });
      if (user !== undefined && password !== undefined) {
        await new Promise<void>((resolve, reject) => {
          connection.once("error", reject);
          connection.login({ user, credentials: { user, pass: password } }, (error) =>
            error ? reject(error) : resolve(),
          );
        });
      }
    } catch (error) {
      connection.on("error", () => undefined);
      connection.close();
      throw error;
    }
    connection.removeAllListeners("error");
    connection.removeAllListeners("end");
    connection.on("error", () => undefined);
    connection.on("end", () => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    return connection;
  }

  #failure(error: SmtpError): Sent {
    const { code, originalCode, response, responseCode } = error;
    const answer = response === undefined ? "" : `: ${plain(response)}`;
    const told = response === undefined ? {} : { answer: plain(response) };
    const from = this.#target;
    if (code === "EAUTH")
      return { t: "away", reason: `${from} lässt den Pod nicht anmelden${answer}`, ...told };
    if (code === "ETLS") {
      const inner = originalCode === undefined ? error : { code: originalCode };
      const reason =
        response === undefined ? netErrorText(inner, from) : `${from} bietet kein STARTTLS an${answer}`;
      return { t: "away", reason, ...told };
    }
    if (responseCode === undefined) {
      if (code === "EPROTOCOL") return { t: "away", reason: `${from} spricht kein SMTP` };
      const inner = code === "ECONNECTION" ? "ECONNRESET" : code === "EDNS" ? "ENOTFOUND" : code;
      return { t: "away", reason: netErrorText({ code: originalCode ?? inner }, from) };
    }
    if (responseCode === 421)
      return { t: "away", reason: `${from} ist zurzeit nicht bereit${answer}`, ...told };
    if (responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE")) {
      return { t: "refused", reason: `${from} nimmt die Nachricht nicht an${answer}`, ...told };
    }
    if (responseCode >= 400 && responseCode < 500 && (code === "EENVELOPE" || code === "EMESSAGE")) {
      return { t: "later", reason: `${from} bittet, es später zu versuchen${answer}`, ...told };
    }
    return { t: "away", reason: `${from} antwortet unerwartet${answer}`, ...told };
  }
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
