/**
 * Who is told of an alarm, and how he acknowledges it from where he reads that: the real product with a mail server and a chat, and a
 * phone that is not signed in.
 */
import {
  type ChatStandIn,
  freePort,
  startChatStandIn,
  startMailServer,
  type TestMailServer,
  waitFor,
} from "@hubwart/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import { PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const LEVEL = "http_in.keller.pegel";
const HIGH = "Pegel Keller ist zu hoch";
const TOKEN = "s3cret";
const PEOPLE = [
  { name: "Anna Berger", email: "anna@example.org", chats: [{ pod: "chat.haus", to: "!room:lan" }] },
  { name: "Bert Öztürk", email: "bert@example.org", chats: [] },
];

let mail: TestMailServer;
let chat: ChatStandIn;
const api = () => stage.product.api;
const write = (value: number) => api().post("/trace/write", { chan: LEVEL, value });
const mails = () => mail.mails.map(({ subject, to }) => `${to.join()} ${subject}`);
const standing = async () =>
  ((await api().get("/alarms")).body["standing"] as { state: string; acked?: { by: string } }[]) ?? [];
const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The change log, newest first. */
async function entries(call: string) {
  const { body } = await api().get("/system/audit");
  return (body["entries"] as { call: string; address: string; after: unknown }[]).filter(
    (each) => each.call === call,
  );
}

async function savePerson(person: object): Promise<string> {
  const { body } = await api().post("/alarms/people/save", { absences: [], ...person });
  expect(body["code"], JSON.stringify(body)).toBe(0);
  return String(body["id"]);
}

const ids: string[] = [];
beforeAll(async () => {
  await api().signIn(PASSWORD);
  [mail, chat] = await Promise.all([startMailServer({ security: "none" }), startChatStandIn(TOKEN)]);
  for (const person of PEOPLE) ids.push(await savePerson(person));
  const shifts = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00", people: ids }];
  expect((await api().post("/alarms/rosters/save", { id: "Dienst", shifts })).body["code"]).toBe(0);
  expect((await api().post("/alarms/link", { link: stage.product.url })).body["code"]).toBe(0);
  const zip = await zipFiles([
    ["project.csv", "key;value\nid;pegel\nname;Pegel\n"],
    [
      "pods.csv",
      "id;host;port;security;from;to;service;url;token;allowed\n" +
        `http_in.keller;;${await freePort()};;;;;;;\n` +
        `email.mail;127.0.0.1;${mail.port};none;hub@example.org;alle@example.org;;;;\n` +
        `chat.haus;;;;;!room:lan;matrix;${chat.url};${TOKEN};@anna:lan\n`,
    ],
    ["http_in.csv", "pod;channel;type;dir;path;label\nkeller;pegel;float;out;/pegel;Pegel Keller\n"],
    [
      "alarms.csv",
      `id;source;kind;limit;priority;text;action;class\nhoch;${LEVEL};above;80;1;${HIGH};Sumpfpumpe einschalten;technik\n`,
    ],
    ["classes.csv", "class;step;after;way;roster\ntechnik;1;0;email.mail, chat.haus;Dienst\n"],
  ]);
  const { body } = await api().uploadProject(zip, "pegel.zip");
  expect(body["code"], JSON.stringify(body)).toBe(0);
  await waitFor(async () => (await write(0)).status === 200, { what: "a write", timeout: 30_000 });
});
afterAll(async () => {
  await mail?.stop();
  await chat?.stop();
});

it("tells whoever is on duty, and takes an answer in the chat as the acknowledgement", async () => {
  await write(90);
  await expect.poll(mails, { timeout: 20_000 }).toEqual([`anna@example.org [Pegel] Dringend: ${HIGH}`]);
  await expect
    .poll(() => chat.messages.at(-1)?.text, { timeout: 20_000 })
    .toContain("Zum Quittieren „ok 1“ antworten.");
  chat.say("@eve:lan", "ok 1");
  chat.say("@anna:lan", "meldungen");
  await expect.poll(() => chat.messages.at(-1)?.text, { timeout: 20_000 }).toContain(`Nr. 1: ${HIGH}`);
  expect(await standing()).toMatchObject([{ state: "unacked" }]);
  chat.say("@anna:lan", "ok 1");
  await expect.poll(() => chat.messages.at(-1)?.text, { timeout: 20_000 }).toContain("Quittiert:");
  expect(await standing()).toMatchObject([{ state: "acked", acked: { by: "chat.haus: @anna:lan" } }]);
  await expect
    .poll(() => entries("alarmChatAck"), { timeout: 10_000 })
    .toMatchObject([{ address: "chat.haus: @anna:lan", after: { done: 1, alarms: [`${HIGH} (${LEVEL})`] } }]);
  expect(chat.faults).toEqual([]);
  await write(0);
  await expect
    .poll(() => mails().at(-1), { timeout: 20_000 })
    .toBe(`anna@example.org [Pegel] Vorbei: ${HIGH}`);
});

it("tells the substitute of somebody who is away, who acknowledges by the link of his mail, once", async () => {
  await savePerson({
    ...PEOPLE[0],
    id: ids[0],
    absences: [{ from: today(-1), to: today(1), why: "Urlaub" }],
  });
  const before = mail.mails.length;
  await write(90);
  await expect
    .poll(() => mails()[before], { timeout: 20_000 })
    .toBe(`bert@example.org [Pegel] Dringend: ${HIGH}`);
  const link = /https?:\/\/\S+\/m\/[A-Za-z0-9_-]{43}/.exec(
    mail.mails[before]?.text.replace(/=\r?\n/g, "") ?? "",
  )?.[0];
  expect(link).toBeDefined();
  const tab = await stage.open(link?.slice(stage.product.url.length), { width: 390 });
  const { page } = tab;
  await page.getByRole("heading", { name: "Meldungen quittieren" }).waitFor();
  await lookAt(page, "alarms-link");
  expect(await standing()).toMatchObject([{ state: "unacked" }]);
  await page.getByRole("button", { name: "Meldung quittieren" }).click();
  await page.getByText("Die Meldung ist quittiert.").waitFor();
  expect((await standing())[0]?.acked?.by).toBe("Link an email.mail (Bert Öztürk) (127.0.0.1)");
  await page.goto(link ?? "");
  await page.getByText("Dieser Link wurde am").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
  expect(await entries("alarmLinkAck")).toMatchObject([
    { after: { by: "Link an email.mail (Bert Öztürk) (127.0.0.1)" } },
  ]);
  expect(tab.problems()).toEqual([]);
  await tab.close();
  await write(0);
});

it("goes to the recipients of the pod where nobody is on duty, and the banner says so", async () => {
  await savePerson({ ...PEOPLE[1], id: ids[1], absences: [{ from: today(-1), to: today(1) }] });
  await expect.poll(() => mails().at(-1), { timeout: 20_000 }).toContain("Vorbei");
  const before = mail.mails.length;
  await write(90);
  await expect
    .poll(() => mails()[before], { timeout: 20_000 })
    .toBe(`alle@example.org [Pegel] Dringend: ${HIGH}`);
  await expect
    .poll(async () => JSON.stringify((await api().get("/info")).body), { timeout: 30_000 })
    .toContain("In der Bereitschaft „Dienst“ hat gerade niemand Dienst.");
});
