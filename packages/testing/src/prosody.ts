/**
 * Prosody, an XMPP server that is not ours, with rooms at `rooms.localhost`, and people at `people.test` by @xmpp/client, which
 * cannot be told of an authority: that domain, and it alone, is without encryption.
 *
 *     const xmpp = await startProsody({ users: { hub: "pw", anna: "pw" } });
 *     xmpp.url; xmpp.ca;                                // of localhost; a second domain is anders.test
 *     const anna = await xmpp.person("anna");        // anna@people.test
 *     anna.messages; await anna.say("hub@localhost", "wert pumpe"); await anna.enter("anlage");
 *     await xmpp.kill(); await xmpp.up(); await xmpp.stop();
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { client, xml } from "@xmpp/client";
import { makeCertificates } from "./certificates.ts";
import { freePort } from "./ports.ts";
import { type PeerProcess, startProcess } from "./process.ts";

export interface ProsodyOptions {
  /** Name → password. */
  users: Readonly<Record<string, string>>;
  /** Offers no encryption, and signs in without. */
  plain?: boolean;
  /** Keeps hashes alone, and so offers one mechanism (SCRAM-SHA-1). */
  hashed?: boolean;
}

export interface XmppMessage {
  from: string;
  type: string;
  text: string;
}

export type XmppPerson = Awaited<ReturnType<Prosody["person"]>>;

const PEOPLE = "people.test";
/** For each answer; two seconds are the library's own. */
const PATIENCE_MS = 30_000;
const DOMAINS = ["localhost", "anders.test", PEOPLE];
export const XMPP_ROOMS = "rooms.localhost";

export class Prosody {
  readonly ca: string;
  readonly port: number;
  readonly url: string;
  readonly #folder: string;
  readonly #options: ProsodyOptions;
  readonly #people: (() => Promise<unknown>)[] = [];
  #process: PeerProcess | undefined;

  constructor(options: ProsodyOptions, at: { folder: string; ca: string; port: number }) {
    this.#options = options;
    this.#folder = at.folder;
    this.ca = at.ca;
    this.port = at.port;
    this.url = `xmpp://127.0.0.1:${at.port}`;
  }

  async up(): Promise<void> {
    const config = path.join(this.#folder, "prosody.cfg.lua");
    this.#process = await startProcess("/usr/bin/prosody", ["-F", "--config", config], {
      ready: /Activated service 'c2s' on/,
      timeout: 30_000,
    });
  }

  /** As a power cut would. */
  async kill(): Promise<void> {
    await this.#process?.stop("SIGKILL");
    this.#process = undefined;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#people.splice(0).map((end) => end()));
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  output(): string {
    return this.#process?.output() ?? "";
  }

  /** Somebody who is there, until the server or the test ends. */
  async person(name: string) {
    const one = client({
      service: this.url,
      domain: PEOPLE,
      // Its SCRAM takes seconds of processor time.
      credentials: (authenticate) =>
        authenticate({ username: name, password: this.#options.users[name] ?? "" }, "PLAIN"),
    });
    const messages: XmppMessage[] = [];
    one.on("error", () => undefined);
    one.on("stanza", (stanza) => {
      const text = stanza.is("message") ? stanza.getChildText("body") : null;
      if (text === null) return;
      messages.push({ from: stanza.attrs["from"] ?? "", type: stanza.attrs["type"] ?? "", text });
    });
    one.reconnect.stop();
    one.timeout = PATIENCE_MS;
    await one.start();
    await one.send(xml("presence"));
    const end = () => one.stop().catch(() => undefined);
    this.#people.push(end);
    return {
      messages,
      texts: () => messages.map(({ text }) => text),
      end,
      say: (to: string, text: string, type = "chat") =>
        one.send(xml("message", { to, type }, xml("body", {}, text))),
      /** Opens the room if it is not there. */
      enter: (room: string) =>
        one.send(
          xml(
            "presence",
            { to: `${room}@${XMPP_ROOMS}/${name}` },
            xml("x", { xmlns: "http://jabber.org/protocol/muc" }),
          ),
        ),
      /** A message that holds so many elements, one in the other. */
      sayDeep: (to: string, depth: number) => {
        let inner = xml("body", {}, "setze soll 5");
        for (let n = 0; n < depth; n += 1) inner = xml("a", {}, inner);
        return one.send(xml("message", { to, type: "chat" }, inner));
      },
    };
  }
}

export async function startProsody(options: ProsodyOptions): Promise<Prosody> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "prosody-"));
  await chmod(folder, 0o755);
  const { ca, certFile, keyFile } = await makeCertificates(folder);
  const port = await freePort();
  for (const domain of DOMAINS) {
    const accounts = path.join(folder, "data", domain.replaceAll(".", "%2e"), "accounts");
    await mkdir(accounts, { recursive: true });
    for (const [name, password] of Object.entries(options.users))
      await writeFile(
        path.join(accounts, `${name}.dat`),
        `return { ["password"] = ${JSON.stringify(password)} };\n`,
      );
  }
  const open =
    'modules_disabled = { "tls" }\n  c2s_require_encryption = false\n  allow_unencrypted_plain_auth = true';
  const encrypted = `ssl = { key = "${keyFile}", certificate = "${certFile}" }`;
  const host = (domain: string) => `VirtualHost "${domain}"\n  ${domain === PEOPLE ? open : encrypted}\n`;
  const modules = ["roster", "saslauth", "disco", "ping", "offline", ...(options.plain ? [] : ["tls"])];
  await writeFile(
    path.join(folder, "prosody.cfg.lua"),
    [
      `data_path = "${path.join(folder, "data")}"`,
      `certificates = "${folder}"`,
      'interfaces = { "127.0.0.1" }',
      `c2s_ports = { ${port} }`,
      `modules_enabled = { ${modules.map((name) => `"${name}"`).join(", ")} }`,
      'modules_disabled = { "s2s" }',
      `authentication = "internal_${options.hashed ? "hashed" : "plain"}"`,
      `c2s_require_encryption = ${options.plain ? "false" : "true"}`,
      "run_as_root = true",
      'log = { info = "*console" }',
      ...DOMAINS.map(host),
      `Component "${XMPP_ROOMS}" "muc"`,
      "  muc_room_default_persistent = true",
      "  muc_room_locking = false",
      "",
    ].join("\n"),
  );
  const server = new Prosody(options, { folder, ca, port });
  try {
    await server.up();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}
