/** XMPP against Prosody and people at it by another library; and against servers, lines and people that mean no good. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { makePair, type Prosody, startProsody, XMPP_ROOMS, type XmppPerson } from "@hubwart/testing";
import { useEnds } from "@hubwart/testing/open";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const SECRET = "gäheim-Q7!konto";
const USERS = { hub: SECRET, anna: "anna-pw", eve: "eve-pw" };
const ROOM = `anlage@${XMPP_ROOMS}`;

let server: Prosody;
const open = useEnds();
beforeAll(async () => {
  server = await startProsody({ users: USERS });
});
afterAll(() => server.stop());

const always: TestChannel = { chan: "any", type: "int", config: { when: "always", text: "Nr. {value}" } };
const commandable: TestChannel[] = [
  { chan: "pumpe", type: "float", config: { when: "never", command: "Pumpe" } },
  { chan: "soll", dir: "in", type: "float", config: { command: "soll" } },
];

async function pod(
  iface: Record<string, string | number | boolean> = {},
  channels: TestChannel[] = [always],
): Promise<PodRun> {
  const main = {
    service: "xmpp",
    url: server.url,
    user: "hub@localhost",
    token: SECRET,
    ca: server.ca,
    to: "anna@people.test",
    max_per_hour: 100,
    ...iface,
  };
  const run = await startPod(kind, podLoad(kind.schema, [main], channels));
  open.push(() => run.stop());
  return run;
}

async function person(name: string): Promise<XmppPerson> {
  const one = await server.person(name);
  open.push(() => one.end());
  return one;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `Nr. ${from + n}`);
const patient = { timeout: 30_000 };

describe("with Prosody", () => {
  it("writes to people and rooms, checks and tests the connection, and ends without delay", async () => {
    const anna = await person("anna");
    await anna.enter("anlage");
    const run = await pod({}, [
      always,
      { chan: "room", type: "string", config: { when: "always", text: "{value}", to: `${ROOM}?join` } },
    ]);
    await run.write({ any: 1, room: "<b> & \u0001 „Tür“" });
    await run.until(() => run.written.length === 2);
    await expect
      .poll(() => anna.messages.map(({ text, type }) => `${type} ${text}`).sort(), patient)
      .toEqual(["chat Nr. 1", "groupchat <b> & \u{FFFD} „Tür“"]);
    expect(anna.messages.find(({ type }) => type === "groupchat")?.from).toBe(`${ROOM}/hub`);
    expect(await run.check()).toEqual(["ok Protokoll: Der Pod ist angemeldet als hub@localhost."]);
    expect(await run.ask("test", { iface: "main" })).toEqual({
      sent: true,
      text: "Der Chatserver hat die Nachricht angenommen.",
    });
    expect(await run.ask("test", { iface: "main", to: `${ROOM}?join` })).toMatchObject({ sent: true });
    expect(await run.ask("test", { iface: "main", to: `gibtesnicht@${XMPP_ROOMS}?join` })).toEqual({
      sent: false,
      text: `Den Raum gibtesnicht@${XMPP_ROOMS} gibt es nicht`,
    });
    expect(await run.ask("test", { iface: "main", to: `x@anderswo.${XMPP_ROOMS}` })).toMatchObject({
      sent: false,
    });
    expect(run.said).not.toContain("gäheim");
    const from = performance.now();
    await run.stop();
    expect(performance.now() - from).toBeLessThan(10_000);
  });

  it("obeys commands of allowed senders alone, none from before and none out of rooms", async () => {
    const [anna, eve] = [await person("anna"), await person("eve")];
    await anna.say("hub@localhost", "setze soll 99");
    const run = await pod({ allowed: "Anna@people.test" }, [
      ...commandable,
      { chan: "room", type: "int", config: { when: "always", text: "{value}", to: `${ROOM}?join` } },
    ]);
    await anna.enter("anlage");
    await run.write({ pumpe: 3.5, room: 1 });
    await run.until(() => run.iface()?.state === true && run.written.length === 2);
    await eve.say("hub@localhost", "setze soll 5");
    await eve.say("hub@localhost", "setze soll 6");
    await anna.say(ROOM, "setze soll 7", "groupchat");
    await anna.say("hub@localhost", "wert pumpe");
    await anna.say("hub@localhost", "setze soll 21.5");
    await anna.say("hub@localhost", "setze soll heiß");
    await run.until(() => run.last("soll")?.value === 21.5);
    await expect
      .poll(() => anna.texts().filter((text) => text.includes("passt nicht")).length, patient)
      .toBe(1);
    expect(anna.texts()).toContain("pumpe: 3.5");
    expect(run.values("soll")).toEqual([21.5]);
    expect(eve.texts()).toEqual([]);
    expect(run.log.filter(({ msg }) => msg === "eve@people.test darf keine Befehle geben.").length).toBe(1);
  });

  it("lives through what a stranger sends it", async () => {
    const [anna, eve] = [await person("anna"), await person("eve")];
    const run = await pod({ allowed: "anna@people.test" }, commandable);
    await run.until(() => run.iface()?.state === true);
    const connections = run.connections.length;
    await eve.say("hub@localhost", "x".repeat(200_000));
    await eve.sayDeep("hub@localhost", 300);
    await anna.sayDeep("hub@localhost", 300);
    for (let n = 0; n < 100; n += 1) await eve.say("hub@localhost", `setze soll ${n}`);
    await anna.say("hub@localhost", "setze soll 1");
    await run.until(() => run.values("soll").length > 0);
    expect(run.values("soll")).toEqual([1]);
    expect(run.connections.length).toBe(connections);
  });

  const untrusted = async () => ({ ca: (await otherAuthority()).ca });
  it.each([
    [
      "a wrong password",
      () => ({ token: "falsch-3344" }),
      "nicht anmelden: Adresse oder Passwort ist falsch",
    ],
    ["an unknown account", () => ({ user: "niemand@localhost" }), "lässt den Pod nicht anmelden"],
    ["an authority that is not trusted", untrusted, "nicht als vertrauenswürdig eingetragen"],
    ["a certificate for another name", () => ({ user: "hub@anders.test" }), "gilt für einen anderen Namen"],
    ["another domain", () => ({ user: "hub@fremd.test" }), "diese Domain bedient der Server nicht"],
    ["no TLS", () => ({ url: server.url.replace("xmpp:", "xmpps:") }), "kein passendes TLS"],
  ])("says that it meets %s", async (_what, given, reason) => {
    const run = await pod(await given());
    await run.write({ any: 1 });
    await run.until(() => run.iface()?.error?.includes(reason) === true);
    expect(await run.ask("test", { iface: "main" })).toMatchObject({
      sent: false,
      text: expect.stringContaining(reason),
    });
    expect(run.said).not.toMatch(/gäheim|falsch-3344/);
  });

  it("signs in where the server keeps hashes alone", async () => {
    const hashed = await startProsody({ users: USERS, hashed: true });
    open.push(() => hashed.stop());
    const run = await pod({ url: hashed.url, ca: hashed.ca });
    await run.write({ any: 1 });
    await run.until(() => run.written.length === 1);
  });

  it("signs in nowhere without encryption", async () => {
    const plain = await startProsody({ users: USERS, plain: true });
    open.push(() => plain.stop());
    const run = await pod({ url: plain.url });
    await run.until(() => run.iface()?.error?.endsWith("bietet kein STARTTLS an") === true);
    expect(plain.output()).not.toContain("Authenticated as hub");
  });
});

describe("over outages", () => {
  it("the queue is complete and in order: server missing at the start, gone in between, killed again", async () => {
    const own = await startProsody({ users: USERS });
    open.push(() => own.stop());
    await own.kill();
    const run = await pod({ url: own.url, ca: own.ca });
    await run.write({ any: 1 });
    await run.until(() => run.iface()?.error?.includes("dort nimmt kein Dienst") === true);
    await own.up();
    await run.until(() => run.written.length === 1 && run.iface()?.state === true, 60_000);
    await own.kill();
    await run.until(() => run.iface()?.state === false, 60_000);
    for (let n = 2; n <= 6; n += 1) await run.write({ any: n });
    await own.up();
    await own.kill();
    for (let n = 7; n <= 9; n += 1) await run.write({ any: n });
    await own.up();
    const anna = await own.person("anna");
    open.push(() => anna.end());
    await run.until(() => run.written.length === 9, 90_000);
    await expect.poll(() => [...new Set(anna.texts())], patient).toEqual(numbers(1, 9));
  });

  it("a line that breaks at every stage of the connection is tried until it stands", async () => {
    const cuts = [0, 400, 1_000, 2_000];
    const passed: number[] = [];
    const relay = createServer((socket) => {
      const most = cuts.shift();
      const up = connect(server.port, "127.0.0.1");
      let bytes = 0;
      passed.push(most ?? -1);
      const end = () => {
        socket.destroy();
        up.destroy();
      };
      for (const one of [socket, up]) one.on("error", end).on("close", end);
      socket.pipe(up);
      up.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (most !== undefined && bytes > most) end();
        else socket.write(chunk);
      });
    });
    const port = await listening(relay);
    const anna = await person("anna");
    const run = await pod({ url: `xmpp://127.0.0.1:${port}` });
    await run.write({ any: 1 });
    await run.until(() => run.written.length === 1, 90_000);
    expect(cuts).toEqual([]);
    expect(passed.at(-1)).toBe(-1);
    await expect.poll(() => [...new Set(anna.texts())], patient).toEqual(["Nr. 1"]);
  });
});

describe("with a server that means no good", () => {
  const HEAD =
    "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>";
  const STARTTLS = `${HEAD}<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>`;
  const PROCEED = "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>";
  const SASL = "urn:ietf:params:xml:ns:xmpp-sasl";
  const offer = (mechanism: string) =>
    `${HEAD}<stream:features><mechanisms xmlns='${SASL}'><mechanism>${mechanism}</mechanism></mechanisms></stream:features>`;
  const coded = (name: string, text: string) =>
    `<${name} xmlns='${SASL}'>${Buffer.from(text).toString("base64")}</${name}>`;

  /** Says one thing to each thing it hears, the later ones encrypted. */
  async function liar(
    plain: string[],
    encrypted: string[],
  ): Promise<{ url: string; ca: string; heard: string[] }> {
    const authority = await otherAuthority();
    const heard: string[] = [];
    const answer = (socket: Socket, answers: string[]) => {
      socket.on("error", () => undefined);
      socket.on("data", function listen(data: Buffer) {
        heard.push(data.toString("utf8"));
        const next = answers.shift();
        if (next !== undefined) socket.write(next);
        if (next?.endsWith(PROCEED) !== true) return;
        socket.off("data", listen);
        answer(new TLSSocket(socket, { isServer: true, ...authority.pair }), [...encrypted]);
      });
    };
    const port = await listening(createServer((socket) => answer(socket, [...plain])));
    return { url: `xmpp://127.0.0.1:${port}`, ca: authority.ca, heard };
  }

  it.each([
    ["no XML", ["HTTP/1.1 400 Bad Request\r\n\r\n<html><body>"], [], "sendet kein XMPP"],
    ["a document type with entities", ["<!DOCTYPE x [<!ENTITY a 'b'>]>"], [], "sendet unzulässiges XML"],
    ["an end at once", [`${HEAD}</stream:stream>`], [], "hat die Verbindung beendet"],
    [
      "an error",
      [`${HEAD}<stream:error><system-shutdown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>`],
      [],
      "der Server wird beendet",
    ],
    [
      "a refusal of STARTTLS",
      [STARTTLS, "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"],
      [],
      "lehnt STARTTLS ab",
    ],
    [
      "a stanza slipped in before the encryption",
      [STARTTLS, `<message><body>x</body></message>${PROCEED}`],
      [],
      "antwortet unerwartet",
    ],
    [
      "a sign-in that shows the password",
      [STARTTLS, PROCEED],
      [offer("PLAIN")],
      "die der Pod beherrscht (SCRAM)",
    ],
    [
      "success without proof",
      [STARTTLS, PROCEED],
      [offer("SCRAM-SHA-1"), coded("success", "")],
      "antwortet auf die Anmeldung unerwartet",
    ],
    [
      "a foreign nonce",
      [STARTTLS, PROCEED],
      [offer("SCRAM-SHA-1"), coded("challenge", "r=x,s=AAAA,i=4096")],
      "nach anderen Regeln",
    ],
  ])("%s is told, and the password kept", async (_what, plain, encrypted, reason) => {
    const bad = await liar(plain, encrypted);
    const run = await pod({ url: bad.url, ca: bad.ca });
    await run.until(() => run.iface()?.error?.includes(reason) === true, 40_000);
    expect(bad.heard.join("")).not.toContain(Buffer.from(SECRET).toString("base64"));
    expect(`${bad.heard.join("")}${run.said}`).not.toContain("gäheim");
  });

  it("a false proof of the server is no sign-in", async () => {
    const authority = await otherAuthority();
    const heard: string[] = [];
    const port = await listening(
      createServer((raw) => {
        raw.on("error", () => undefined);
        raw.once("data", () => {
          raw.write(STARTTLS);
          raw.once("data", () => {
            raw.write(PROCEED);
            const socket = new TLSSocket(raw, { isServer: true, ...authority.pair });
            socket.on("error", () => undefined);
            socket.on("data", (data: Buffer) => {
              const text = data.toString("utf8");
              heard.push(text);
              const first = /<auth[^>]*>([^<]*)</.exec(text)?.[1];
              if (text.includes("<stream:stream")) socket.write(offer("SCRAM-SHA-256"));
              else if (first !== undefined) {
                const nonce = /r=(.*)$/.exec(Buffer.from(first, "base64").toString())?.[1];
                socket.write(coded("challenge", `r=${nonce}x,s=AAAA,i=4096`));
              } else socket.write(coded("success", `v=${Buffer.alloc(32).toString("base64")}`));
            });
          });
        });
      }),
    );
    const run = await pod({ url: `xmpp://127.0.0.1:${port}`, ca: authority.ca });
    await run.until(() => run.iface()?.error?.includes("weist nicht nach, dass er das Konto kennt") === true);
    expect(heard.join("")).not.toContain("<bind");
  });
});

async function listening(tcp: ReturnType<typeof createServer>): Promise<number> {
  const sockets = new Set<Socket>();
  tcp.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => tcp.close(resolve));
  });
  return (tcp.address() as AddressInfo).port;
}

let foreign: ReturnType<typeof makePair> | undefined;
const otherAuthority = () => (foreign ??= makePair());
