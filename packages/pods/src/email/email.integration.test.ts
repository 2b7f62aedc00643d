import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { ManualClock } from "@hubwart/core";
import { freePort, type MailServerOptions, startMailServer } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useEnds();

const SECRET = "geheim-Q7!postfach";

async function server(options: MailServerOptions = { user: "hub", password: SECRET }) {
  const mail = await startMailServer(options);
  open.push(() => mail.stop());
  return mail;
}

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), "email-pod-"));
  open.push(() => rm(made, { recursive: true, force: true }));
  return path.join(made, "email.test");
}

const channels: TestChannel[] = [
  {
    chan: "temp",
    type: "float",
    config: {
      when: "above",
      limit: 30,
      subject: "Störung: {value} °C",
      text: "Wert {value}",
      clear: "wieder {value}",
    },
  },
  { chan: "any", type: "int", config: { when: "always", text: "Nr. {value}" } },
];

async function pod(
  port: number,
  iface: Record<string, string | number | boolean>,
  at?: string,
  given = channels,
): Promise<PodRun> {
  const main = {
    host: "127.0.0.1",
    port,
    from: "hub@example.org",
    to: "anna@example.org",
    max_per_hour: 100,
    ...iface,
  };
  const load = podLoad(kind.schema, [main], given);
  if (at !== undefined) load.folder = at;
  const run = await startPod(kind, load);
  open.push(() => run.stop());
  return run;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
/** The parts of a mail as Python's `email` reads them. */
const READER = `
import email, email.policy, hashlib, json, sys
def shown(part):
    data = part.get_payload(decode=True)
    text = part.get_content_maintype() == "text"
    seen = {"type": part.get_content_type(), "name": part.get_filename(), "bytes": len(data)}
    return {**seen, "text": part.get_content().replace("\\r\\n", "\\n")} if text else {**seen, "hash": hashlib.sha256(data).hexdigest()}
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
assert not any(part.defects for part in message.walk())
print(json.dumps([shown(part) for part in message.walk() if not part.is_multipart()]))
`;
const readMail = (raw: string): unknown =>
  JSON.parse(execFileSync("python3", ["-c", READER], { input: raw, encoding: "utf8" }));

const account = (ca: string) => ({ user: "hub", password: SECRET, ca });

describe("against an SMTP server", () => {
  it.each(["starttls", "tls"] as const)(
    "signs in by %s and sends when a limit is passed",
    async (security) => {
      const mail = await server({ user: "hub", password: SECRET, security });
      const run = await pod(mail.port, { ...account(mail.ca), security });
      await run.write({ temp: 20 });
      await run.write({ temp: 31.5 });
      await run.write({ temp: 32 });
      await run.write({ temp: 25 });
      await run.until(() => run.written.length === 4);
      await expect
        .poll(() => mail.mails.map(({ subject, text }) => [subject, text]))
        .toEqual([
          ["Störung: 31.5 °C", "Wert 31.5"],
          ["Störung: 25 °C", "wieder 25"],
        ]);
      expect(mail.mails[0]?.to).toEqual(["anna@example.org"]);
      expect(mail.connections).toBeLessThanOrEqual(2);
      expect(run.said).not.toContain(SECRET);
    },
  );

  it("sends what others hand it, once each, over an outage and a restart", async () => {
    const mail = await server();
    const at = await folder();
    const run = await pod(mail.port, account(mail.ca), at);
    await mail.down();
    const order = {
      key: "1-3",
      subject: "[Haus] Dringend: Wasser im Keller",
      text: "Neu: Wasser im Keller",
    };
    expect(await run.ask("notify", order)).toEqual({});
    await run.ask("notify", order);
    await run.ask("notify", { ...order, key: "4-4", text: "Vorbei", index: 0 });
    await run.stop();
    await pod(mail.port, account(mail.ca), at);
    await mail.up();
    await expect
      .poll(() => mail.mails.map(({ subject, text, to }) => [subject, text, to]), { timeout: 20_000 })
      .toEqual([
        [order.subject, order.text, ["anna@example.org"]],
        [order.subject, "Vorbei", ["anna@example.org"]],
      ]);
  });

  it("keeps the queue complete and in order over an outage and a restart of the pod", async () => {
    const mail = await server();
    const at = await folder();
    const run = await pod(mail.port, account(mail.ca), at);
    await run.write({ any: 0 });
    await run.until(() => run.written.length === 1);
    await mail.down();
    for (let n = 1; n <= 5; n += 1) await run.write({ any: n });
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toContain("abgelehnt: dort nimmt kein Dienst");
    await run.stop();
    const again = await pod(mail.port, account(mail.ca), at);
    await again.write({ any: 6 });
    await mail.up();
    await expect
      .poll(() => mail.mails.map(({ text }) => text), { timeout: 20_000 })
      .toEqual(Array.from({ length: 7 }, (_, n) => `Nr. ${n}`));
    await again.until(() => again.iface()?.state === true);
    const third = await pod(mail.port, account(mail.ca), at);
    await third.write({ any: 7 });
    await expect.poll(() => mail.mails.length).toBe(8);
  });

  it("joins a flood into a digest, per recipient, with nothing left out", async () => {
    const mail = await server();
    const run = await pod(mail.port, {
      ...account(mail.ca),
      max_per_hour: 3,
      to: "anna@example.org,bob@example.org",
    });
    mail.recipient = () => 451;
    for (let n = 1; n <= 40; n += 1) await run.write({ any: n });
    mail.recipient = () => 250;
    await run.until(() => run.written.length === 40, 40_000);
    for (const to of ["anna@example.org", "bob@example.org"]) {
      const mine = mail.mails.filter((each) => each.to[0] === to);
      expect(mine.length).toBeLessThanOrEqual(3);
      const found = [
        ...mine
          .map(({ text }) => text)
          .join("\n")
          .matchAll(/Nr\. (\d+)/g),
      ];
      expect(found.map(([, n]) => Number(n))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    }
  });

  it("tells a refusal for good from one for now, and one recipient holds up no other", async () => {
    const mail = await server();
    mail.recipient = (address) => (address.startsWith("weg") ? 550 : address.startsWith("grau") ? 450 : 250);
    const run = await pod(mail.port, {
      ...account(mail.ca),
      to: "grau@example.org,weg@example.org,anna@example.org",
    });
    await run.write({ any: 1 });
    await expect.poll(() => mail.mails.map(({ to }) => to[0])).toEqual(["anna@example.org"]);
    expect(run.failures[0]?.reason).toMatch(/^Aufgeschoben: .*4\.2\.0 Greylisted/);
    mail.recipient = (address) => (address.startsWith("weg") ? 550 : 250);
    await expect
      .poll(() => mail.mails.map(({ to }) => to[0]), { timeout: 20_000 })
      .toEqual(["anna@example.org", "grau@example.org"]);
    await run.until(() => run.refused.length === 1);
    expect(run.refused[0]?.reason).toMatch(/nimmt die Nachricht nicht an: 550 .*no such user/);
  });

  it("sends to addresses with umlauts", async () => {
    const mail = await server();
    const run = await pod(mail.port, { ...account(mail.ca), to: "müller@haus.test" });
    await run.write({ any: 1 });
    await expect.poll(() => mail.mails.map(({ to }) => to[0])).toEqual(["müller@haus.test"]);
    expect(mail.mails[0]?.raw).toContain("To: <müller@haus.test>");
  });

  it("says why it cannot send: password, encryption, certificate, another service", async () => {
    const mail = await server();
    const wrong = await pod(mail.port, { ...account(mail.ca), password: "falsch-3344" });
    await wrong.write({ any: 1 });
    await wrong.until(() => wrong.iface()?.error?.includes("lässt den Pod nicht anmelden: 535") === true);
    const unknown = await pod(mail.port, { user: "hub", password: SECRET });
    await unknown.write({ any: 1 });
    await unknown.until(
      () => unknown.iface()?.error?.includes("nicht als vertrauenswürdig eingetragen") === true,
    );
    const plain = await server({ security: "none" });
    const bare = await pod(plain.port, { ca: mail.ca });
    await bare.write({ any: 1 });
    await bare.until(() => bare.iface()?.state === false);
    expect(plain.mails).toEqual([]);
    const odd = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    const port = await freePort();
    await new Promise<void>((resolve) => odd.listen(port, "127.0.0.1", resolve));
    open.push(() => new Promise<void>((resolve) => void odd.close(() => resolve())));
    const lost = await pod(port, { ca: mail.ca });
    await lost.write({ any: 1 });
    await lost.until(() => lost.iface()?.state === false);
    for (const run of [wrong, unknown, bare, lost]) expect(run.said).not.toMatch(/geheim-Q7|falsch-3344/);
  });

  it("sends again after failing while it reconnects", async () => {
    const mail = await server();
    const run = await pod(mail.port, account(mail.ca));
    await run.write({ any: 1 });
    await expect.poll(() => mail.mails.length).toBe(1);
    mail.message = () => 421;
    await run.write({ any: 2 });
    await run.until(() => run.iface()?.state === false);
    await mail.down();
    await mail.up();
    mail.message = () => 452;
    await expect.poll(() => mail.connections, { timeout: 20_000 }).toBeGreaterThan(3);
    mail.message = () => 250;
    await expect
      .poll(() => mail.mails.map(({ text }) => text), { timeout: 30_000 })
      .toEqual(["Nr. 1", "Nr. 2"]);
  });

  it("shows the server's own answer to a test mail, and checks a connection step by step", async () => {
    const mail = await server();
    const run = await pod(mail.port, account(mail.ca));
    expect(await run.ask("test", { iface: "main" })).toEqual({
      sent: true,
      text: expect.stringMatching(/^250 .*queued as 1/),
    });
    expect(mail.mails[0]?.subject).toBe("Testnachricht von email.test");
    mail.recipient = () => 550;
    expect(await run.ask("test", { iface: "main", to: "x@example.org" })).toEqual({
      sent: false,
      text: expect.stringContaining("550"),
    });
    await expect(run.ask("test", { iface: "main", to: "a\r\nb@c" })).rejects.toThrow();
    expect((await run.check()).at(-1)).toBe(
      "ok Protokoll: Der Mailserver ist bereit, die Anmeldung gelingt.",
    );
    await mail.down();
    expect((await run.check()).slice(1)[0]).toMatch(/^failed Port erreichen/);
  });

  it("sends one mail now with a file beside it, which others read as it was, and says what the server said", async () => {
    const mail = await server();
    const run = await pod(mail.port, account(mail.ca));
    const bytes = randomBytes(600_000);
    const order = {
      key: "energie-2026-10",
      to: "buero@example.org",
      subject: "Energiebericht für Oktober",
      text: "Im Anhang: der Bericht.\n",
      attachment: { name: "bericht.xlsx", type: "application/x-test", content: bytes.toString("base64") },
    };
    expect(await run.ask("mail", order)).toEqual({ sent: true, text: expect.stringMatching(/^250 /) });
    const [got] = mail.mails;
    expect([got?.to, got?.subject]).toEqual([["buero@example.org"], "Energiebericht für Oktober"]);
    expect(readMail(got?.raw ?? "")).toEqual([
      { type: "text/plain", name: null, text: "Im Anhang: der Bericht.\n", bytes: 25 },
      { type: "application/x-test", name: "bericht.xlsx", hash: sha256(bytes), bytes: 600_000 },
    ]);
    const id = (raw = "") => /^Message-ID: (.*)$/m.exec(raw)?.[1];
    await run.ask("mail", order);
    await run.ask("mail", { ...order, to: "anna@example.org" });
    expect(id(mail.mails[1]?.raw)).toBe(id(got?.raw));
    expect(id(mail.mails[2]?.raw)).not.toBe(id(got?.raw));
    mail.message = () => 552;
    expect(await run.ask("mail", order)).toEqual({ sent: false, text: expect.stringContaining("552") });
    await mail.down();
    expect(await run.ask("mail", order)).toMatchObject({ sent: false });
    await expect(run.ask("mail", { ...order, to: "a\r\nb@c" })).rejects.toThrow();
  });

  it("says before the first mail whether the server lets it in, also once it is back", async () => {
    const mail = await server();
    await mail.down();
    const run = await pod(mail.port, account(mail.ca));
    await run.until(() => run.iface()?.state === false);
    await mail.up();
    await run.until(() => run.iface()?.state === true);
    expect(mail.mails).toEqual([]);
  });

  it("says that the server is gone, and there again, while nothing is to be sent", async () => {
    const mail = await server();
    const load = podLoad(
      kind.schema,
      [{ host: "127.0.0.1", port: mail.port, from: "hub@example.org", ...account(mail.ca) }],
      [],
    );
    const clock = new ManualClock();
    const run = await startPod(kind, load, clock);
    open.push(() => run.stop());
    await run.until(() => run.iface()?.state === true);
    await mail.down();
    clock.advance(300_000);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toContain("abgelehnt: dort nimmt kein Dienst");
    await mail.up();
    clock.advance(1_000);
    await run.until(() => run.iface()?.state === true);
    expect(mail.mails).toEqual([]);
  });

  it("tells that a value stays away", async () => {
    const mail = await server();
    const run = await pod(mail.port, account(mail.ca), undefined, [
      {
        chan: "gone",
        type: "float",
        config: { when: "bad", after: 5, text: "fehlt, zuletzt {value}", clear: "wieder da: {value}" },
      },
    ]);
    let quality = 2;
    run.hub = () => [{ value: 7, quality, ts: 1, count: 1 }];
    await expect
      .poll(() => mail.mails.map(({ text }) => text), { timeout: 20_000 })
      .toEqual(["fehlt, zuletzt 7"]);
    quality = 0;
    await expect.poll(() => mail.mails.length, { timeout: 20_000 }).toBe(2);
    expect(mail.mails[1]?.text).toBe("wieder da: 7");
  });
});
