/** Alarms in a real browser, against the real product: from a value over a limit to its acknowledgement, and what is kept of it. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort, startMailServer, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import type { Tab } from "./support/browser.ts";
import { byButton, byHeading, PASSWORD, signIn } from "./support/console.ts";
import { expectVisibleFocus } from "./support/keyboard.ts";
import { lookAt } from "./support/look.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const LEVEL = "http_in.keller.pegel";
const HIGH = "Pegel Keller ist zu hoch";
const SIGN = "Bitte Sumpfpumpe prüfen";
let tab: Tab;
let page: Page;

/** In the plant; what the project says is above, the page has to find out. */
const write = (value: number) => stage.product.api.post("/trace/write", { chan: LEVEL, value });
const card = (text: string) => page.getByRole("article", { name: text });
const tabOf = (name: string) => page.getByRole("tab", { name });
const bell = (name: string) => page.getByRole("banner").getByRole("link", { name });

async function upload(alarms: string, more: readonly [name: string, text: string][] = []): Promise<void> {
  const port = await freePort();
  const zip = await zipFiles([
    ["project.csv", "key;value\nid;pegel\nname;Pegel\n"],
    ...(more.some(([name]) => name === "pods.csv")
      ? []
      : ([["pods.csv", `id;port\nhttp_in.keller;${port}\n`]] as [string, string][])),
    [
      "http_in.csv",
      "pod;channel;type;dir;path;label;unit;record\nkeller;pegel;float;out;/pegel;Pegel Keller;cm;ja\n",
    ],
    ...(alarms === "" ? [] : ([["alarms.csv", alarms]] as [string, string][])),
    ...more,
  ]);
  const { body } = await stage.product.api.uploadProject(zip, "pegel.zip");
  expect(body["code"], JSON.stringify(body)).toBe(0);
  await waitFor(async () => (await write(0)).status === 200, { what: "a write", timeout: 30_000 });
  // The page asked while the hub was being started.
  tab.forget();
}

beforeAll(async () => {
  await stage.product.api.signIn(PASSWORD);
  tab = await stage.open("/runtime/alarms");
  page = tab.page;
  await signIn(page);
  await byHeading(page, "Meldungen").waitFor();
});
afterAll(() => tab.close());

describe("alarms", () => {
  it("have a way on where there is no project, and where it has none", async () => {
    await page.getByText("Es läuft kein Projekt").waitFor();
    await upload("");
    await page.getByText("Das Projekt hat keine Meldungen").waitFor();
    await lookAt(page, "alarms-none");
    expect(
      await page
        .getByRole("banner")
        .getByRole("link", { name: /Meldung/ })
        .count(),
    ).toBe(0);
  });

  it("come by themselves, are counted in the header of every page, and are acknowledged", async () => {
    await upload(
      "id;source;kind;limit;hysteresis;priority;text;action;latch\n" +
        `hoch;${LEVEL};above;80;5;1;${HIGH};Sumpfpumpe einschalten;nein\n` +
        `pumpe;${LEVEL};above;90;5;3;${SIGN};;ja\n`,
    );
    await page.getByText("Keine Meldung steht an").waitFor();
    await bell("Keine nicht quittierte Meldung").waitFor();
    await write(95);
    await card(HIGH).waitFor();
    await bell("2 nicht quittierte Meldungen").waitFor();
    expect(await card(HIGH).innerText()).toMatch(
      /Dringend[\s\S]*Sumpfpumpe einschalten[\s\S]*damals 95\s?cm/,
    );
    await lookAt(page, "alarms-standing");
    await byButton(page, `Quittieren: ${HIGH}`).focus();
    await page.keyboard.press("Enter");
    await card(HIGH).getByText("Steht an, quittiert").waitFor();
    await expectVisibleFocus(page);
    await bell("1 nicht quittierte Meldung").waitFor();
  });

  it("are commented, and looked into", async () => {
    await byButton(page, `Kommentar: ${HIGH}`).click();
    const dialog = page.getByRole("dialog");
    await byButton(dialog, "Speichern").click();
    await dialog.getByText("Bitte füllen Sie dieses Feld aus.").waitFor();
    await dialog.getByLabel("Kommentar").last().fill("Techniker kommt um 14 Uhr");
    await byButton(dialog, "Speichern").click();
    await card(HIGH).getByText("Techniker kommt um 14 Uhr").waitFor();
    await card(HIGH).getByText("Mehr").click();
    await card(HIGH).getByRole("link", { name: "Verlauf der letzten Stunde" }).waitFor();
    await card(HIGH).getByRole("link", { name: "Pegel Keller" }).click();
    await page.getByRole("dialog", { name: /pegel/i }).waitFor();
    await page.goBack();
    await card(HIGH).waitFor();
  });

  it("stay while they are held, until they are reset", async () => {
    await write(10);
    await card(SIGN).getByText("Gegangen, gehalten, nicht quittiert").waitFor();
    await card(HIGH).waitFor({ state: "detached" });
    await byButton(page, "Alle quittieren (1)").click();
    await byButton(page.getByRole("dialog"), "Quittieren").click();
    await card(SIGN).getByText("Gegangen, gehalten, quittiert").waitFor();
    await byButton(page, `Zurücksetzen: ${SIGN}`).click();
    await page.getByText("Keine Meldung steht an").waitFor();
  });

  it("are shelved for a while, with a reason", async () => {
    await write(85);
    await byButton(page, `Zurückstellen: ${HIGH}`).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Grund").fill("Pumpe bestellt");
    await byButton(dialog, "Zurückstellen").click();
    await page.getByText("Hier nicht gezeigt: 1 zurückgestellt").waitFor();
    await tabOf("Zurückgestellt").click();
    await card(HIGH).getByText("Pumpe bestellt").waitFor();
    await byButton(page, `Wieder aufnehmen: ${HIGH}`).click();
    await page.getByText("Keine Meldung ist zurückgestellt").waitFor();
  });

  it("fall under maintenance of their pod, until it ends", async () => {
    await tabOf("Wartung").click();
    await byButton(page, "Wartung beginnen").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Bereich").fill("http_in.keller");
    await dialog.getByLabel("Grund").fill("Neue Sonde");
    await byButton(dialog, "Wartung beginnen").click();
    await page.getByRole("row", { name: /Neue Sonde/ }).waitFor();
    await lookAt(page, "alarms-maintenance");
    await byButton(page, "Wartung beenden: http_in.keller").click();
    await page.getByText("Keine Wartung", { exact: true }).waitFor();
  });

  it("have a history that is searched, and taken along as a table", async () => {
    await tabOf("Verlauf").click();
    await page.getByRole("cell", { name: /Pumpe bestellt/ }).waitFor();
    await lookAt(page, "alarms-history");
    await page.getByLabel("Ereignis", { exact: true }).selectOption("Quittiert");
    await page.getByRole("row", { name: new RegExp(`Quittiert.*${HIGH}`) }).waitFor();
    await expect.poll(() => page.getByRole("row", { name: /Gekommen/ }).count()).toBe(0);
    const coming = page.waitForEvent("download");
    await byButton(page, "CSV herunterladen").click();
    const text = await readFile(await (await coming).path(), "utf8");
    expect(text.split("\r\n")[0]).toBe(
      "\uFEFFZeitpunkt;Ereignis;Priorität;Text;Quelle;Wert;Wer;Bemerkung;Nummer;Meldung",
    );
    expect(text).toMatch(
      new RegExp(`;quittiert;1 Dringend;${HIGH};${LEVEL};.*Administrator \\(127\\.0\\.0\\.1\\)`),
    );
  });

  it("have figures, and the worst stand on the status page", async () => {
    await tabOf("Kennzahlen").click();
    await page.getByRole("region", { name: "Die häufigsten" }).waitFor();
    await lookAt(page, "alarms-figures");
    await page.getByRole("link", { name: /Zur Statusübersicht/ }).click();
    const box = page.getByRole("region", { name: "Gesamtzustand" });
    await box.getByText("Sumpfpumpe einschalten").first().waitFor();
    await box
      .getByRole("link", { name: /^Alle Meldungen/ })
      .first()
      .click();
    await card(HIGH).waitFor();
  });

  it("are told by e-mail with what to do, once, and that they are over", async () => {
    const mail = await startMailServer({ security: "none" });
    // Of what stands from before, people would be told as well.
    await write(0);
    try {
      await upload(
        "id;source;kind;limit;priority;text;action;class\n" +
          `pumpe;${LEVEL};above;80;1;${HIGH};Sumpfpumpe einschalten;technik\n` +
          `schild;${LEVEL};above;90;2;${SIGN};;technik\n`,
        [
          ["classes.csv", "class;step;after;way\ntechnik;1;0;email.mail\n"],
          [
            "pods.csv",
            `id;host;port;security;from;to\nhttp_in.keller;;${await freePort()};;;\n` +
              `email.mail;127.0.0.1;${mail.port};none;hub@example.org;anna@example.org\n`,
          ],
        ],
      );
      await write(95);
      await expect.poll(() => mail.mails.length, { timeout: 20_000 }).toBe(1);
      const [first] = mail.mails;
      expect(first?.subject).toBe(`[Pegel] Dringend: ${HIGH} und 1 weitere`);
      expect(first?.text).toContain("Was tun: Sumpfpumpe einschalten");
      expect(first?.text).toContain(SIGN);
      await write(0);
      await expect.poll(() => mail.mails.length, { timeout: 20_000 }).toBe(2);
      expect(mail.mails[1]?.subject).toContain("Vorbei:");
    } finally {
      await mail.stop();
    }
  });

  it("are not all: a sign of life says elsewhere that the device is there", async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url ?? "");
      response.end("OK");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    try {
      await tabOf("Lebenszeichen").click();
      await page.getByText("nicht aktiv").waitFor();
      await page.getByRole("switch", { name: "Lebenszeichen senden" }).click();
      await page.getByLabel("Adresse").fill("leben.example");
      await byButton(page, "Speichern").click();
      await page.getByText("Erlaubt ist eine Adresse, die mit http://").waitFor();
      await page.getByLabel("Adresse").fill(`http://127.0.0.1:${port}/ping/7`);
      await byButton(page, "Speichern").click();
      await page.getByText("wird angenommen").waitFor();
      await lookAt(page, "alarms-heartbeat");
      await byButton(page, "Jetzt senden").click();
      await page.getByText("Das Lebenszeichen wurde angenommen").waitFor();
      expect(new Set(calls)).toEqual(new Set(["/ping/7"]));
      await page.getByRole("switch", { name: "Lebenszeichen senden" }).click();
      await byButton(page, "Speichern").click();
      await page.getByText("nicht aktiv").waitFor();
    } finally {
      server.close();
    }
  });

  it("leave their traces in the change log", async () => {
    await page.goto(`${stage.product.url}/system/audit?area=alarms`);
    const row = page.getByRole("row", { name: /Meldungen quittiert/ }).first();
    expect(await row.innerText()).toContain(SIGN);
    expect(tab.problems()).toEqual([]);
  });
});
