/** Mail servers that trickle, or refuse what no single message can help. The clock is moved by hand. */
import { once } from "node:events";
import { type AddressInfo, createServer, Socket } from "node:net";
import { ManualClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { expect, it, vi } from "vitest";
import type { Letter } from "../shared/notify/outbound.ts";
import { checkMail } from "./check.ts";
import type { EmailIface } from "./schema.ts";
import { MailServer } from "./smtp.ts";

const ended = useEnds();

/** What the server answers to a command, by its first word; the message itself is `.`. */
type Answers = Record<string, string | ((socket: Socket) => void)>;

const letter: Letter = { key: "1", to: "b@example.org", subject: "s", text: "t", ts: 0 };
const PATIENT = { EHLO: "250 hi", MAIL: "250 ok", RCPT: "250 ok", DATA: "354 go", ".": "250 queued" };

async function peer(answers: Answers, account: Partial<EmailIface> = {}) {
  const open = new Set<Socket>();
  const seen: string[] = [];
  const ids: string[] = [];
  const listener = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => undefined).on("close", () => open.delete(socket));
    socket.write("220 hi\r\n");
    let data = false;
    socket.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\r\n").filter((each) => each !== "")) {
        if (data && line.startsWith("Message-ID: ")) ids.push(line);
        if (data && line !== ".") continue;
        const verb = line.split(" ")[0] ?? "";
        data = verb === "DATA";
        seen.push(verb);
        const answer: string | ((socket: Socket) => void) =
          ({ ...PATIENT, ...answers } as Answers)[verb] ?? "221 bye";
        if (typeof answer === "string") socket.write(`${answer}\r\n`);
        else answer(socket);
      }
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const clock = new ManualClock();
  const config = {
    host: "127.0.0.1",
    port,
    security: "none",
    verify: true,
    from: "a@example.org",
    ...account,
  };
  const mail = new MailServer(config as EmailIface, "der Server", clock);
  ended.push(() => {
    mail.destroy();
    for (const socket of open) socket.destroy();
    listener.close();
  });
  return { clock, ids, mail, open, seen };
}

/** One reply without an end. */
function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write("250-x\r\n"), 5);
  ended.push(() => clearInterval(timer));
  socket.on("close", () => clearInterval(timer));
}

const ACCOUNT = { user: "u", password: "p" };

it.each([
  ["EHLO", { EHLO: trickle }, {}],
  ["AUTH", { EHLO: "250-hi\r\n250 AUTH PLAIN", AUTH: trickle }, ACCOUNT],
])("waits a minute, no longer, for a server that trickles after %s", async (verb, answers, account) => {
  const { clock, mail, open, seen } = await peer(answers, account);
  const sent = mail.send(letter);
  await expect.poll(() => seen).toContain(verb);
  clock.advance(59_999);
  expect(await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 50, "waiting"))])).toBe(
    "waiting",
  );
  clock.advance(1);
  expect(await sent).toEqual({
    t: "away",
    reason: "der Server braucht für Verbindung und Anmeldung länger als 60 s",
  });
  await expect.poll(() => open.size).toBe(0);
});

it.each([
  ["MAIL", 5],
  ["RCPT", 5],
  [".", 10],
])("ends a message that trickles after %s, and sends the next one", async (verb, minutes) => {
  const answers: Answers = { [verb]: trickle };
  const { clock, mail, open, seen } = await peer(answers);
  const sent = mail.send(letter);
  await expect.poll(() => seen).toContain(verb);
  clock.advance(minutes * 60_000 - 1);
  expect(await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 50, "waiting"))])).toBe(
    "waiting",
  );
  clock.advance(60_000);
  expect(await sent).toEqual({
    t: "away",
    reached: true,
    reason: `der Server hat die Nachricht nach ${minutes} min noch nicht angenommen`,
  });
  await expect.poll(() => open.size).toBe(0);
  delete answers[verb];
  expect(await mail.send(letter)).toMatchObject({ t: "sent" });
});

it("sends to addresses with other letters where the server takes them, and says so where not", async () => {
  const foreign = { ...letter, to: "müller@haus.test" };
  const plain = await peer({});
  expect(await plain.mail.send(foreign)).toEqual({
    t: "refused",
    reason:
      "der Server nimmt keine Adressen mit Umlauten oder anderen Sonderzeichen an (SMTPUTF8 fehlt): müller@haus.test",
  });
  expect(plain.seen).not.toContain("MAIL");
  expect(await plain.mail.send(letter)).toMatchObject({ t: "sent" });
});

it("gives a long message more time", async () => {
  const { clock, mail, seen } = await peer({ ".": trickle });
  const sent = mail.send({ ...letter, text: "x".repeat(300_000) });
  await expect.poll(() => seen).toContain(".");
  clock.advance(900_000);
  expect(await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 50, "waiting"))])).toBe(
    "waiting",
  );
  clock.advance(300_000);
  expect(await sent).toMatchObject({ t: "away" });
});

/** The socket's own timer runs by real time: what it is set to is looked at. */
it("does not give up a server that looks at a message for minutes, and would send it twice", async () => {
  const silences = vi.spyOn(Socket.prototype, "setTimeout");
  ended.push(() => silences.mockRestore());
  let accept: () => void = () => undefined;
  const { clock, mail, seen } = await peer({
    ".": (socket) => (accept = () => socket.write("250 queued\r\n")),
  });
  const sent = mail.send(letter);
  await expect.poll(() => seen).toContain(".");
  clock.advance(599_999);
  const set = silences.mock.calls.map(([ms]) => ms).filter((ms) => ms > 0);
  expect(set.length).toBeGreaterThan(0);
  expect(Math.min(...set)).toBeGreaterThan(600_000);
  accept();
  expect(await sent).toMatchObject({ t: "sent" });
});

it("waits for a server that lets strangers wait before it greets, a check no longer than people do", async () => {
  const listener = createServer((socket) => void socket.on("error", () => undefined));
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  ended.push(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const config = { host: "127.0.0.1", port, security: "none", verify: true, from: "a@example.org" };
  const clock = new ManualClock();
  const connected = new Promise((resolve) => listener.once("connection", resolve));
  const mail = new MailServer(config as EmailIface, "der Server", clock);
  const sent = mail.send(letter);
  await connected;
  clock.advance(59_999);
  mail.destroy();
  expect(await sent).toMatchObject({ t: "away", reason: expect.stringContaining("unterbrochen") });
  const checked = checkMail(config as EmailIface, clock, new AbortController().signal);
  await once(listener, "connection");
  await once(listener, "connection");
  clock.advance(15_000);
  expect((await checked).steps.at(-1)).toMatchObject({
    state: "failed",
    text: `127.0.0.1:${port} braucht für Verbindung und Anmeldung länger als 15 s.`,
  });
});

it("names a message that it repeats by the same Message-ID, and another one by another", async () => {
  const answers: Answers = { ".": (socket) => socket.destroy() };
  const { ids, mail } = await peer(answers);
  expect(await mail.send(letter)).toMatchObject({ t: "away" });
  delete answers["."];
  for (const next of [letter, { ...letter, key: "2" }, { ...letter, to: "c@example.org" }])
    expect(await mail.send(next)).toMatchObject({ t: "sent" });
  expect(ids).toHaveLength(4);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

it("leaves no timer behind", async () => {
  const { clock, mail } = await peer({});
  expect(await mail.send(letter)).toMatchObject({ t: "sent" });
  clock.advance(10_000_000);
  expect(await mail.send(letter)).toMatchObject({ t: "sent" });
});

it.each([
  ["MAIL", "530 5.7.0 Authentication required", "away", "ohne gültige Anmeldung nicht senden: 530 5.7.0"],
  ["RCPT", "530 5.7.0 Authentication required", "away", "ohne gültige Anmeldung"],
  ["DATA", "538 5.7.11 Encryption required", "away", "ohne gültige Anmeldung"],
  [".", "535 5.7.8 Bad credentials", "away", "ohne gültige Anmeldung"],
  ["MAIL", "534 5.7.9 Too weak", "away", "ohne gültige Anmeldung"],
  ["MAIL", "550 5.7.1 Sender refused", "away", "nimmt den Absender nicht an: 550 5.7.1"],
  ["MAIL", "553 5.1.8 Unknown sender", "away", "nimmt den Absender nicht an"],
  ["MAIL", "451 4.3.0 Later", "later", "später"],
  ["RCPT", "550 5.1.1 No such user", "refused", "nimmt die Nachricht nicht an: 550"],
  ["DATA", "554 5.6.0 Not that", "refused", "nimmt die Nachricht nicht an"],
  [".", "552 5.3.4 Too large", "refused", "nimmt die Nachricht nicht an"],
])("tells whose fault it is: %s answered by %s is %s", async (verb, answer, t, reason) => {
  for (const EHLO of ["250 hi", "250-hi\r\n250 PIPELINING"]) {
    const { mail } = await peer({ EHLO, [verb]: answer });
    expect(await mail.send(letter)).toMatchObject({ t, reason: expect.stringContaining(reason) });
  }
});

it.each([
  ["MAIL", "421 4.3.2 Not now", false],
  ["MAIL", "530 5.7.0 Authentication required", false],
  ["RCPT", "421 4.3.2 Not now", true],
  ["RCPT", "530 5.7.0 Authentication required", true],
  ["RCPT", (socket: Socket) => socket.destroy(), true],
  [".", "421 4.3.2 Not now", true],
  [".", (socket: Socket) => socket.destroy(), true],
])("tells what may be one letter's fault: %s answered by %s", async (verb, answer, reached) => {
  const { mail } = await peer({ [verb]: answer });
  const { reached: told = false, ...sent } = (await mail.send(letter)) as { t: string; reached?: boolean };
  expect([sent.t, told]).toEqual(["away", reached]);
});

it("does not take a server for ready that hangs up without a word", async () => {
  const listener = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  ended.push(() => listener.close());
  const { port } = listener.address() as AddressInfo;
  const config = { host: "127.0.0.1", port, security: "none", verify: true, from: "a@example.org" };
  const mail = new MailServer(config as EmailIface, "der Server", new ManualClock());
  await expect(mail.open()).rejects.toThrow("der Server");
});

it.each([
  ["nothing", "250 hi", /CRAM-MD5\); viele Server bieten die Anmeldung nur verschlüsselt an$/],
  ["tokens alone", "250-hi\r\n250 AUTH XOAUTH2", /bietet kein gemeinsames Anmeldeverfahren an/],
])("sends no password to a server that offers %s to sign in by", async (_, greeting, reason) => {
  const { mail, seen } = await peer({ EHLO: greeting }, ACCOUNT);
  expect(await mail.send(letter)).toEqual({ t: "away", reason: expect.stringMatching(reason) });
  expect(seen).not.toContain("AUTH");
});
