/**
 * A mail server with STARTTLS or TLS and sign-in: smtp-server, which is not ours.
 *
 *     const mail = await startMailServer({ user: "u", password: "p" });
 *     mail.port; mail.mails[0]?.text; mail.answer = () => 451; await mail.down(); await mail.up(); await mail.stop();
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { makeCertificates } from "./certificates.ts";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As sent, headers and coded body. */
  raw: string;
  subject: string;
  text: string;
}

export interface MailServerOptions {
  user?: string;
  password?: string;
  /** TLS from the beginning instead of STARTTLS; `none` offers neither. */
  security?: "starttls" | "tls" | "none";
}

export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  readonly ca: string;
  /** Reply code for a recipient; 250 takes it. */
  recipient: (address: string) => number = () => 250;
  /** Reply code for the message itself. */
  message: () => number = () => 250;
  /** Connections since the start. */
  connections = 0;
  port = 0;
  readonly #options: MailServerOptions;
  readonly #folder: string;
  readonly #key: string;
  readonly #cert: string;
  #server: SMTPServer | undefined;

  constructor(options: MailServerOptions, folder: string, ca: string, key: string, cert: string) {
    this.#options = options;
    this.#folder = folder;
    this.ca = ca;
    this.#key = key;
    this.#cert = cert;
  }

  async up(): Promise<void> {
    const { password, security = "starttls", user } = this.#options;
    const server = new SMTPServer({
      secure: security === "tls",
      key: this.#key,
      cert: this.#cert,
      disabledCommands: security === "none" ? ["STARTTLS"] : [],
      authOptional: user === undefined,
      closeTimeout: 100,
      onConnect: (_session, callback) => {
        this.connections += 1;
        callback();
      },
      onAuth: (auth, _session, callback) => {
        if (auth.username === user && auth.password === password)
          callback(null, { user: auth.username ?? "" });
        else callback(coded("5.7.8 wrong user or password", 535));
      },
      onRcptTo: ({ address }, _session, callback) => {
        const code = this.recipient(address);
        callback(
          code < 300 ? null : coded(code < 500 ? "4.2.0 Greylisted, try again" : "5.1.1 no such user", code),
        );
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const code = this.message();
          if (code >= 300) {
            callback(coded("not now", code));
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom ? mailFrom.address : "";
          this.mails.push(
            parse(
              Buffer.concat(chunks).toString("utf8"),
              from,
              rcptTo.map(({ address }) => address),
            ),
          );
          callback(null, `queued as ${this.mails.length}`);
        });
      },
    });
    server.on("error", () => undefined);
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    const address = server.server.address();
    if (address && typeof address === "object") this.port = address.port;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const connection of server?.connections ?? []) connection.close();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async stop(): Promise<void> {
    await this.down();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export async function startMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "mail-"));
  const { ca, pair } = await makeCertificates(folder);
  const server = new TestMailServer(options, folder, ca, pair.key, pair.cert);
  await server.up();
  return server;
}

function coded(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

function parse(raw: string, from: string, to: string[]): ReceivedMail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(head)?.[1] ?? "";
  return {
    from,
    to,
    raw,
    subject: subject
      .replaceAll(/\?=\s+=\?/g, "?==?")
      .replaceAll(/=\?utf-8\?B\?([^?]*)\?=/g, (_, word: string) =>
        Buffer.from(word, "base64").toString("utf8"),
      ),
    text: Buffer.from(rest.join("\r\n\r\n"), "base64").toString("utf8"),
  };
}
