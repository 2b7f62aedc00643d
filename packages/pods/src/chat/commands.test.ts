import { systemClock } from "@hubwart/core";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { podLoad } from "../testing/index.ts";
import { Commands } from "./commands.ts";
import { chatSchema, checkChat } from "./schema.ts";

const ALARMS = {
  ack: (nrs: number[] | "all", from: string) => Promise.resolve(`ack ${String(nrs)} ${from}`),
  list: () => Promise.resolve("list"),
};

function commands(set: (value: unknown) => void = () => undefined) {
  return new Commands(["anna"], new Map([["x", { type: "int" as const, read: () => 5, set }]]), systemClock, {
    ack: (nrs, from) => Promise.resolve(`ack ${String(nrs)} ${from}`),
    list: () => Promise.resolve("list"),
  });
}
const said = (text: string, from = "anna") => ({ from, room: "r", text, ts: systemClock.now() });

it("whatever a stranger writes sets nothing and gets no answer", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("setze x 1", "", "hilfe", "wert x"), (tail, text) => {
      let set = false;
      const made = commands(() => {
        set = true;
      });
      const answer = made.obey(said(text + tail, "eve"));
      expect(typeof answer === "object").toBe(false);
      expect(set).toBe(false);
    }),
  );
});

it("whatever an allowed sender writes is answered in bounds, and never throws", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("setze", "wert", "x", "__proto__", "hilfe")),
      ),
      (words) => {
        const answer = commands().obey(said(words.join(" ")));
        if (typeof answer === "object" && typeof answer.reply === "string")
          expect(answer.reply.length).toBeLessThan(500);
      },
    ),
  );
});

it.each([
  ["ok 17", "ack 17 anna"],
  ["OK 17, 18", "ack 17,18 anna"],
  ["/ok@bot Nr. 17", "ack 17 anna"],
  ["quittieren #3 #4", "ack 3,4 anna"],
  ["ok alle", "ack all anna"],
  ["meldungen", "list"],
])("%s sees to alarms", async (text, reply) => {
  const answer = commands().obey(said(text));
  expect(typeof answer === "object" ? await answer.reply : answer).toBe(reply);
  expect(typeof commands().obey(said(text, "eve"))).not.toBe("object");
});

it.each([
  "ok",
  "ok x",
  "ok 0",
  "ok -1",
  "ok 1e3",
  "ok 17 oder 18",
  "ok alle bis auf 17",
  `ok ${"1 ".repeat(101)}`,
])("%s acknowledges nothing", (text) => {
  const answer = commands().obey(said(text));
  expect(answer).toMatchObject({ reply: expect.stringContaining("Welche Meldung?") as string });
});

it("thirty a minute are enough", () => {
  const made = commands();
  const answers = Array.from({ length: 40 }, () => typeof made.obey(said("wert x")));
  expect(answers.filter((type) => type === "object").length).toBe(30);
});

it("refuses what cannot work, naming the field", () => {
  const found = (iface: Record<string, string>, channel: Record<string, string>, dir: "in" | "out" = "out") =>
    checkChat(podLoad(chatSchema, [iface], [{ chan: "x", dir, config: channel }])).map(
      ({ attribute, text }) => `${attribute}: ${text}`,
    );
  const matrix = { service: "matrix", url: "https://m.lan", token: "t", to: "!a:b" };
  expect(found(matrix, {})).toEqual([]);
  expect(found({ service: "matrix" }, {})).toEqual([
    "token: Das Token fehlt",
    "url: Die Adresse des Homeservers fehlt",
    "to: Der Empfänger fehlt",
  ]);
  expect(found({ service: "slack" }, {})).toEqual(["webhook: Die Adresse des Webhooks fehlt"]);
  expect(found({ service: "slack", webhook: "file:///etc/passwd" }, {})).toEqual([
    "webhook: Das ist keine Web-Adresse",
  ]);
  expect(found({ service: "telegram", token: "x", to: "1" }, {})).toEqual([
    "token: Das ist kein Bot-Token von Telegram",
  ]);
  for (const token of ["abc€", "ab c", "abc\n", "ä"])
    expect(found({ ...matrix, token }, {})).toEqual(["token: Das Token enthält unerlaubte Zeichen"]);
  for (const token of ["1:abc€", "1:abc\n"])
    expect(found({ service: "telegram", token, to: "1" }, {})).toEqual([
      "token: Das ist kein Bot-Token von Telegram",
    ]);
  expect(found({ ...matrix, allowed: "anna" }, {})).toEqual([
    "allowed: „anna“ ist kein Absender dieses Dienstes",
  ]);
  expect(found(matrix, { command: "x" })).toEqual(["command: Niemand darf Befehle geben"]);
  expect(found(matrix, {}, "in")).toEqual(["command: Ohne Befehlsnamen lässt sich der Channel nicht setzen"]);
  expect(found({ ...matrix, allowed: "@a:b" }, { command: "x" }, "in")).toEqual([]);
  const xmpp = { service: "xmpp", user: "hub@chat.lan", token: "gehe im€", to: "anlage@rooms.lan?join" };
  expect(
    found({ ...xmpp, url: "xmpps://chat.lan", allowed: "anna@chat.lan" }, { command: "x" }, "in"),
  ).toEqual([]);
  expect(found({ service: "xmpp", to: "anna" }, { to: "x@y/z?join" })).toEqual([
    "token: Das Passwort fehlt",
    "to: „anna“ ist keine XMPP-Adresse",
    "user: Die Adresse des Kontos fehlt",
    "to: „x@y/z?join“ ist keine XMPP-Adresse",
  ]);
  for (const url of [
    "https://chat.lan",
    "xmpp://a@chat.lan",
    "xmpp://chat.lan/x",
    "xmpp://chat.lan?x",
    "chat.lan",
  ])
    expect(found({ ...xmpp, url }, {})).toEqual([`url: „${url}“ ist kein XMPP-Server`]);
  expect(found({ ...xmpp, user: "hub@a..b?", allowed: "@anna:lan" }, {})).toEqual([
    "user: „hub@a..b?“ ist keine XMPP-Adresse",
    "allowed: „@anna:lan“ ist kein Absender dieses Dienstes",
  ]);
  expect(found({ ...matrix, user: "hub@chat.lan" }, {})).toEqual([
    "user: Der Dienst „matrix“ braucht kein Konto",
  ]);
});

it("takes a number with a comma, as people write it, and no other list of figures", () => {
  const got: unknown[] = [];
  const channels = new Map([
    ["soll", { type: "float" as const, read: undefined, set: (value: unknown) => void got.push(value) }],
  ]);
  const made = new Commands(["anna"], channels, systemClock, ALARMS);
  for (const text of ["20,5", "-3,25", "1.234,5", "1,2,3", "20.5"]) made.obey(said(`setze soll ${text}`));
  expect(got).toEqual([20.5, -3.25, 20.5]);
});
