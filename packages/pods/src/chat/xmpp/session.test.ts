import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import type { Received } from "../service.ts";
import { type Element, NS } from "./element.ts";
import { XmppFault } from "./fault.ts";
import { StreamParser } from "./parser.ts";
import { Session } from "./session.ts";
import type { XmppStream } from "./stream.ts";

/** The other end of a session: what it wrote, and what comes. */
function made() {
  const clock = new ManualClock();
  const since = clock.now();
  const sent: string[] = [];
  const heard: Received[] = [];
  const stream = {
    address: "hub@lan/1",
    congested: false,
    onStanza: (_stanza: Element) => undefined,
    onEnd: (_fault: XmppFault) => undefined,
    send: (xml: string) => void sent.push(xml),
    fail: (why: string) => stream.onEnd(new XmppFault(why)),
    close: () => undefined,
  };
  const session = new Session(stream as unknown as XmppStream, {
    bare: "hub@lan",
    clock,
    listens: true,
    since,
    heard: (message) => heard.push(message),
    ended: () => undefined,
  });
  const parser = new StreamParser({
    opened: () => undefined,
    stanza: (stanza) => stream.onStanza(stanza),
    closed: () => undefined,
  });
  const come = (xml: string) => parser.push(Buffer.from(xml));
  come(`<stream:stream xmlns="${NS.client}" xmlns:stream="${NS.stream}">`);
  const idOf = (what: string) =>
    / id="([^"]+)"/.exec(sent.findLast((xml) => xml.includes(what)) ?? "")?.[1] ?? "";
  return { clock, sent, heard, stream, session, come, idOf };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const refusal = (condition: string, type = "cancel") =>
  `<error type="${type}"><${condition} xmlns="${NS.stanzaErrors}"/></error>`;

it("a message counts as taken when the server answers the ping behind it, and nobody else can answer", async () => {
  const { come, idOf, sent, session } = made();
  let result: unknown;
  void session.send({ address: "anna@lan", room: false }, "Tür <auf>").then((found) => (result = found));
  await turn();
  expect(sent.findIndex((xml) => xml.includes("Tür &lt;auf&gt;"))).toBeLessThan(
    sent.findIndex((xml) => xml.includes("<ping")),
  );
  come(`<iq type="result" id="${idOf("<ping")}" from="eve@lan/x"/>`);
  come(`<iq type="result" id="other"/>`);
  await turn();
  expect(result).toBeUndefined();
  come(`<iq type="error" id="${idOf("<ping")}" from="lan">${refusal("service-unavailable")}</iq>`);
  await turn();
  expect(result).toMatchObject({ t: "sent" });
});

it.each([
  ["item-not-found", "cancel", "refused"],
  ["service-unavailable", "cancel", "later"],
  ["policy-violation", "wait", "later"],
  ["forbidden", "auth", "refused"],
])("a refusal by %s (%s) means %s", async (condition, type, t) => {
  const { come, idOf, session } = made();
  const sending = session.send({ address: "anna@lan", room: false }, "x");
  const [message, ping] = [idOf("<message"), idOf("<ping")];
  come(`<message type="error" id="${message}" from="anna@lan">${refusal(condition, type)}</message>`);
  come(`<iq type="result" id="${ping}"/>`);
  expect(await sending).toMatchObject({ t });
});

it("a server that does not answer is given up after 20 s", async () => {
  const { clock, session } = made();
  const sending = session.send({ address: "anna@lan", room: false }, "x");
  await turn();
  clock.advance(20_000);
  expect(await sending).toEqual({ t: "away", reached: true, reason: "antwortet nicht mehr" });
  expect(await session.send({ address: "anna@lan", room: false }, "y")).toMatchObject({ t: "away" });
});

it("a room shows the message to the pod itself, under the name it was let in by", async () => {
  const { come, idOf, sent, session } = made();
  const sending = session.send({ address: "a@rooms.lan", room: true }, "x");
  come(`<presence type="error" from="a@rooms.lan/hub">${refusal("conflict")}</presence>`);
  expect(sent.at(-1)).toContain('to="a@rooms.lan/hub-2"');
  come('<presence from="a@rooms.lan/hub-2"/>');
  await turn();
  const id = idOf("groupchat");
  come(`<message type="groupchat" id="${id}" from="a@rooms.lan/eve"><body>x</body></message>`);
  await turn();
  come(`<message type="groupchat" id="${id}" from="a@rooms.lan/hub-2"><body>x</body></message>`);
  expect(await sending).toMatchObject({ t: "sent" });
});

it("a room that the pod would have opened is left, and one that puts it out is entered anew", async () => {
  const { come, idOf, sent, session } = made();
  const first = session.send({ address: "a@rooms.lan", room: true }, "x");
  const self = (...codes: number[]) =>
    `<presence from="a@rooms.lan/hub"><x xmlns="${NS.mucUser}">${codes.map((code) => `<status code="${code}"/>`).join("")}</x></presence>`;
  come(self(110, 201));
  expect(await first).toEqual({ t: "later", reason: "Den Raum a@rooms.lan gibt es nicht" });
  expect(sent.at(-1)).toContain('type="unavailable"');
  const second = session.send({ address: "a@rooms.lan", room: true }, "x");
  come(self(110));
  await turn();
  come(
    `<message type="error" id="${idOf("groupchat")}" from="a@rooms.lan">${refusal("not-acceptable", "modify")}</message>`,
  );
  expect(await second).toMatchObject({ t: "later" });
  const entered = sent.length;
  void session.send({ address: "a@rooms.lan", room: true }, "x");
  await turn();
  expect(sent[entered]).toContain(NS.muc);
});

it("hears people, not rooms, errors or itself, and nothing that waited at the server since before", () => {
  const { clock, come, heard } = made();
  const began = clock.now();
  const say = (from: string, type: string, more = "") =>
    come(`<message from="${from}" type="${type}"><body>hilfe</body>${more}</message>`);
  const waited = (stamp: string) => `<delay xmlns="${NS.delay}" stamp="${stamp}"/>`;
  say("anna@lan/handy", "chat");
  say("a@rooms.lan/anna", "groupchat");
  say("anna@lan", "error");
  say("anna@lan", "headline");
  say("hub@lan/2", "chat");
  say("anna@lan", "normal", waited(new Date(began + 1_000).toISOString()));
  say("anna@lan", "normal", waited(new Date(began - 1_000).toISOString()));
  say("anna@lan", "chat", waited("bald"));
  expect(heard.map(({ from, room, ts }) => [from, room, ts])).toEqual([
    ["anna@lan", "anna@lan/handy", began],
    ["anna@lan", "anna@lan", began + 1_000],
  ]);
});

it("hears what is written now, also when the clock was set back meanwhile", () => {
  const { clock, come, heard } = made();
  clock.jump(-3 * 3_600_000);
  come('<message from="anna@lan" type="chat"><body>hilfe</body></message>');
  expect(heard.map(({ ts }) => ts)).toEqual([clock.now()]);
});

it("answers questions while the server takes the answers", () => {
  const { come, sent, stream } = made();
  come(`<iq type="get" id="1" from="lan"><ping xmlns="${NS.ping}"/></iq>`);
  expect(sent.at(-1)).toBe('<iq type="result" id="1" to="lan"></iq>');
  come('<iq type="set" id="&quot;2" from="eve@lan/x"><x xmlns="y"/></iq>');
  expect(sent.at(-1)).toContain('<iq type="error" id="&quot;2" to="eve@lan/x">');
  const before = sent.length;
  stream.congested = true;
  come('<iq type="get" id="3" from="eve@lan/x"><x xmlns="y"/></iq>');
  expect(sent.length).toBe(before);
});
