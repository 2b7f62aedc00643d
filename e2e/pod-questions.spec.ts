/**
 * "Jetzt lesen" and "Verbindung prüfen" on a pod's page, against registers that pymodbus serves; "Testnachricht senden"
 * against a mail server, and of an XMPP account with its settings.
 */
import { writeWorkbook } from "@hubwart/project/workbook";
import {
  freePort,
  type Prosody,
  type PymodbusServer,
  startMailServer,
  startProsody,
  startPymodbusServer,
  type TestMailServer,
  waitFor,
} from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { table } from "../scripts/examples/table.ts";
import { openTab } from "./support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "./support/console.ts";
import { axe, keepPicture, NARROWEST, settled, sidewaysOverflow, WIDTHS } from "./support/look.ts";
import { connected, lookAtPodPage } from "./support/pod-page.ts";
import { useStage } from "./support/stage.ts";

const POD = "modb_client.leser";
const MAIL = "email.meldung";
const CHAT = "chat.leitstand";
const CHAT_PASSWORD = "gäheim-xmpp";

describe("questions to a pod", () => {
  const stage = useStage();
  let device: PymodbusServer;
  let mail: TestMailServer;
  let xmpp: Prosody;

  beforeAll(async () => {
    mail = await startMailServer();
    xmpp = await startProsody({ users: { hub: CHAT_PASSWORD, anna: "pw" } });
    device = await startPymodbusServer({ units: { 1: { holding: { 0: [215, 7] } } } });
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const reply = await api.uploadProject(
      await project(device.port, await freePort(), mail, xmpp),
      "leser.xlsx",
    );
    expect(reply.body["code"]).toBe(0);
    await connected(stage, POD);
  });
  afterAll(async () => {
    await device?.stop();
    await mail?.stop();
    await xmpp?.stop();
  });

  it("reads over the call, checks, and refuses what cannot be", async () => {
    const { api } = stage.product;
    const read = await api.post(`/pods/read?pod=${POD}`, { chan: `${POD}.temperatur` });
    expect(read.body).toMatchObject({ code: 0, value: 21.5, quality: 0, raw: "215" });
    const check = await api.post(`/pods/check?pod=${POD}`, { iface: "main" });
    const steps = check.body["steps"] as { state: string }[];
    expect(steps.map(({ state }) => state)).toEqual(["skipped", "ok", "ok"]);
    expect((await api.post(`/pods/read?pod=${POD}`, { chan: `${POD}.nichts` })).status).toBe(404);
    expect((await api.post(`/pods/check?pod=${POD}`, { iface: "nichts" })).status).toBe(404);
    expect((await api.post("/pods/check?pod=modb_client.nichts", { iface: "main" })).status).toBe(404);
  });

  it("does the same on the pod's page, and looks right", async () => {
    const findings = await lookAtPodPage(stage, {
      address: `/pods/modb_client/${POD}`,
      ready: async (page) => {
        await byHeading(page, "ModBus-Client").waitFor();
        await byButton(page, `${POD}.temperatur jetzt lesen`).click();
        await page.getByText(`${POD}.temperatur: 21,5`).waitFor();
      },
      ask: async (page, dialog) => {
        await byButton(page, "Verbindung modb_client.iface.leser.main prüfen").click();
        await dialog.getByText("Das Gerät antwortet.").waitFor();
      },
      pictures: { page: "pod-questions", dialog: "pod-check" },
    });
    expect(findings).toEqual([]);
  });

  it("sends a test message and shows the server's own answer, or why there is none", async () => {
    const tab = await openTab(stage.browser, stage.product.url, { address: `/pods/email/${MAIL}` });
    const { page } = tab;
    await signIn(page);
    await byButton(page, "Testnachricht über email.iface.meldung.main senden").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Empfänger").press("Enter");
    await dialog.getByText("Antwort des Servers: 250 queued as 1").waitFor();
    expect(mail.mails[0]).toMatchObject({ to: ["anna@example.org"], subject: `Testnachricht von ${MAIL}` });
    mail.recipient = () => 550;
    await dialog.getByLabel("Empfänger").fill("niemand@example.org");
    await byButton(dialog, "Senden").click();
    await dialog.getByText("Die Nachricht ist nicht angenommen").waitFor();
    await dialog.getByText("5.1.1 no such user").waitFor();
    const findings = (await axe(page)).map((finding) => `test message: ${finding}`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await keepPicture(page, `pod-test-message-${width}`, false);
    }
    await dialog.getByLabel("Empfänger").fill("keine Adresse");
    await byButton(dialog, "Senden").click();
    await dialog.getByText("„keine Adresse“ ist keine E-Mail-Adresse").waitFor();
    expect(mail.mails).toHaveLength(1);
    findings.push(...tab.problems().filter((problem) => !problem.includes("/pods/test")));
    await tab.close();
    expect(findings).toEqual([]);
    const { api } = stage.product;
    await api.post(`/pods/test?pod=${MAIL}`, { iface: "main", to: "x@example.org" });
    await api.post(`/pods/test?pod=${MAIL}`, { iface: "main", to: "x@example.org" });
    const throttled = await api.post(`/pods/test?pod=${MAIL}`, { iface: "main", to: "x@example.org" });
    expect(throttled.body).toMatchObject({ code: 1204, retry_after: expect.any(Number) as number });
  });

  it("shows the account of an XMPP pod without its password, and has it write to a person", async () => {
    const anna = await xmpp.person("anna");
    const tab = await openTab(stage.browser, stage.product.url, { address: `/pods/chat/${CHAT}` });
    const { page } = tab;
    await signIn(page);
    await page.getByRole("tab", { name: "Einstellungen", exact: true }).click();
    const cell = (name: string) => page.getByRole("row").filter({ hasText: new RegExp(`^${name}`) });
    await cell("service").getByText("xmpp", { exact: true }).waitFor();
    await cell("url").getByText(xmpp.url).waitFor();
    await cell("user").getByText("hub@localhost", { exact: true }).waitFor();
    await cell("token").getByText("ausgefüllt, wird nicht angezeigt").waitFor();
    await cell("to").getByText("anna@people.test", { exact: true }).waitFor();
    await cell("allowed").getByText("eve@people.test", { exact: true }).waitFor();
    expect(await page.content()).not.toContain(CHAT_PASSWORD);
    const findings = (await axe(page)).map((finding) => `settings: ${finding}`);
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    await settled(page);
    await keepPicture(page, "pod-xmpp-settings");
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) findings.push(`${overflow} px wider than ${NARROWEST}`);
    await page.getByRole("tab", { name: "Übersicht", exact: true }).click();
    await byButton(page, "Testnachricht über chat.iface.leitstand.main senden").click();
    const dialog = page.getByRole("dialog");
    await byButton(dialog, "Senden").click();
    await dialog.getByText("Antwort des Servers: Der Chatserver hat die Nachricht angenommen.").waitFor();
    await waitFor(() => Promise.resolve(anna.texts().length > 0), { what: "the message" });
    expect(anna.texts()).toEqual([`Diese Nachricht wurde zum Test vom Pod ${CHAT} gesendet.`]);
    findings.push(...tab.problems());
    await tab.close();
    expect(findings).toEqual([]);
  });
});

function project(port: number, closed: number, mail: TestMailServer, xmpp: Prosody): Promise<Uint8Array> {
  const mailbox = {
    host: "127.0.0.1",
    port: mail.port,
    ca: mail.ca,
    from: "hub@example.org",
    to: "anna@example.org",
  };
  const account = {
    service: "xmpp",
    url: xmpp.url,
    ca: xmpp.ca,
    user: "hub@localhost",
    token: CHAT_PASSWORD,
    to: "anna@people.test",
    allowed: "eve@people.test",
  };
  return writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "leser"],
        ["name", "Leser"],
      ],
    },
    table("pods", [
      { id: POD, host: "127.0.0.1", port },
      { id: "modb_client.fort", host: "127.0.0.1", port: closed },
      { id: MAIL, ...mailbox },
      { id: CHAT, ...account },
    ]),
    {
      name: "chat",
      rows: [
        ["pod", "channel", "type"],
        ["leitstand", "stoerung", "bool"],
      ],
    },
    {
      name: "email",
      rows: [
        ["pod", "channel", "type"],
        ["meldung", "heiss", "float"],
      ],
    },
    {
      name: "modb_client",
      rows: [
        ["pod", "channel", "type", "dir", "unit", "area", "address", "scale"],
        ["leser", "temperatur", "float", "in", "°C", "holding", 0, 0.1],
        ["fort", "wert", "float", "in", null, "holding", 0, 1],
      ],
    },
  ]);
}
