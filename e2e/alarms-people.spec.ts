/** People and rosters of alarms in a real browser, against the real product: who is on duty, and who takes over. */
import { freePort } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { zipFiles } from "../bench/support/zip.ts";
import { byButton, byHeading, eventually, PASSWORD } from "./support/console.ts";
import { expectVisibleFocus } from "./support/keyboard.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const ANNA = "Anna Berger";
const BERT = "Bert Cordes-Übermeier";
const ROSTER = "Technik Haus";
const LONG = "Instandhaltungsbereitschaft Heizungs- und Lüftungsanlagen Verwaltungsgebäude Süd";

describe("people and rosters", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
    const [level, mail] = [await freePort(), await freePort()];
    const zip = await zipFiles([
      ["project.csv", "key;value\nid;pegel\nname;Pegel\n"],
      [
        "pods.csv",
        `id;host;port;security;from;to\nhttp_in.keller;;${level};;;\n` +
          `email.mail;127.0.0.1;${mail};none;hub@example.org;alle@example.org\n`,
      ],
      ["http_in.csv", "pod;channel;type;dir;path;label\nkeller;pegel;float;out;/pegel;Pegel\n"],
      ["alarms.csv", "id;source;kind;limit;class\nhoch;http_in.keller.pegel;above;80;technik\n"],
      ["classes.csv", `class;step;after;way;roster\ntechnik;1;0;email.mail;${ROSTER}\n`],
    ]);
    const { body } = await stage.product.api.uploadProject(zip, "pegel.zip");
    expect(body["code"], JSON.stringify(body)).toBe(0);
    await page.goto(`${stage.product.url}/runtime/alarms?tab=duty`);
    await byHeading(page, "Meldungen").waitFor();
  });

  const dialog = () => page.getByRole("dialog");
  const field = (label: string) => dialog().getByLabel(label).first();
  const save = () => byButton(dialog(), "Speichern").click();
  const closed = () => dialog().waitFor({ state: "detached" });
  const roster = () => page.getByRole("table", { name: "Bereitschaften" }).getByRole("row", { name: ROSTER });
  const person = (name: string) => page.getByRole("table", { name: "Personen" }).getByRole("row", { name });

  step("begin empty, and with what the project misses", async () => {
    await page.getByText("Eine Bereitschaft des Projekts gibt es noch nicht").waitFor({ timeout: 40_000 });
    await page.getByText("Keine Person", { exact: true }).waitFor();
    await lookAt(page, "alarms-duty-none");
  });

  step("take people by keys alone, and refuse at the field what cannot be", async () => {
    await byButton(page, "Person hinzufügen").focus();
    await page.keyboard.press("Enter");
    await field("Name").waitFor();
    await page.keyboard.type(ANNA);
    await page.keyboard.press("Tab");
    await page.keyboard.type("anna");
    await page.keyboard.press("Enter");
    await dialog().getByText("Erlaubt ist eine E-Mail-Adresse.").waitFor();
    await expectVisibleFocus(page);
    await page.keyboard.type("@example.org");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialog().getByRole("region", { name: "Chat 1" }).waitFor();
    const chat = dialog().getByRole("region", { name: "Chat 1" });
    await chat.getByLabel("Pod").fill("chat.haus");
    await chat.getByLabel("Adresse").fill("@anna:example.org");
    await lookAt(page, "alarms-duty-person");
    await save();
    await closed();
    await person(ANNA).getByText("chat.haus: @anna:example.org").waitFor();
    await byButton(page, "Person hinzufügen").click();
    await field("Name").fill(ANNA);
    await save();
    await dialog().getByText(`„${ANNA}“ gibt es schon.`, { exact: false }).waitFor();
    await field("Name").fill(BERT);
    await field("E-Mail").fill("bert@example.org");
    await save();
    await closed();
    await person(BERT).waitFor();
  });

  step("make the roster that the project names, with a substitute", async () => {
    await byButton(page, `Anlegen: ${ROSTER}`).click();
    expect(await field("Name").inputValue()).toBe(ROSTER);
    await dialog().getByLabel("Weitere Person").selectOption(BERT);
    await byButton(dialog(), "Hinzufügen: Schicht 1").click();
    await dialog().getByLabel("Weitere Person").selectOption(ANNA);
    await byButton(dialog(), "Hinzufügen: Schicht 1").click();
    await byButton(dialog(), `Nach oben: ${ANNA}`).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => dialog().getByRole("listitem").filter({ hasText: ANNA }).last().innerText())
      .toContain("Dienst");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
      `Nach oben: ${ANNA}`,
    );
    await dialog().getByText("Den ganzen Tag").waitFor();
    await dialog().getByRole("switch", { name: "Wöchentlich abwechseln", exact: true }).click();
    await lookAt(page, "alarms-duty-roster");
    await dialog().getByRole("switch", { name: "Wöchentlich abwechseln", exact: true }).click();
    await save();
    await closed();
    await roster().getByText(ANNA, { exact: true }).waitFor();
    await roster().getByText("in den nächsten zwei Wochen durchgehend").waitFor();
    await page.getByText("Eine Bereitschaft des Projekts gibt es noch nicht").waitFor({ state: "detached" });
    await roster().getByText("Verwendet", { exact: true }).waitFor();
  });

  step("have the substitute on duty while the first is absent", async () => {
    await byButton(page, `Person bearbeiten: ${ANNA}`).click();
    await byButton(dialog(), "Abwesenheit hinzufügen").click();
    const absence = dialog().getByRole("region", { name: "Abwesenheit 1" });
    const today = await absence.getByLabel("Erster Tag").inputValue();
    await absence.getByLabel("Letzter Tag").fill("2020-01-01");
    await save();
    await absence.getByText("Der letzte Tag liegt vor dem ersten.").waitFor();
    // Refused, as it was meant to be.
    tab.forget();
    await absence.getByLabel("Letzter Tag").fill(today);
    await absence.getByLabel("Grund").fill("Urlaub");
    await save();
    await closed();
    await person(ANNA).getByText("Heute abwesend").waitFor();
    await roster().getByText(BERT, { exact: true }).waitFor();
    await roster()
      .getByText(/^ab \d\d\.\d\d\.\d{4}, 00:00/)
      .waitFor();
    await byButton(page, `Dienstplan ansehen: ${ROSTER}`).click();
    await dialog().getByRole("row", { name: BERT }).waitFor();
    await dialog().getByRole("row", { name: ANNA }).waitFor();
    await page.keyboard.press("Escape");
    await closed();
  });

  step("keep whoever still stands in a roster", async () => {
    await byButton(page, `Person löschen: ${BERT}`).click();
    await dialog()
      .getByText(`${BERT} steht noch in der Bereitschaft „${ROSTER}“.`, { exact: false })
      .waitFor();
    expect(await byButton(dialog(), "Löschen").isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await closed();
  });

  step("take what somebody else saved meanwhile into account", async () => {
    const { api } = stage.product;
    await byButton(page, `Bereitschaft bearbeiten: ${ROSTER}`).click();
    await dialog().getByRole("table", { name: "Die nächsten zwei Wochen" }).waitFor();
    const { body } = await api.get("/alarms/people");
    const [stored] = body["rosters"] as { id: string; shifts: { to: string }[] }[];
    const shifts = stored?.shifts.map((shift) => ({ ...shift, from: "06:00" }));
    expect((await api.post("/alarms/rosters/save", { was: ROSTER, id: ROSTER, shifts })).body["code"]).toBe(
      0,
    );
    await field("Von").fill("07:30");
    await save();
    await dialog().getByText("Von anderer Stelle geändert").waitFor();
    tab.forget();
    await byButton(dialog(), "Gespeicherten Stand übernehmen").click();
    expect(await field("Von").inputValue()).toBe("06:00");
    await save();
    await closed();
    await roster()
      .getByText(/06:00–00:00/)
      .waitFor();
  });

  step("have an address for the links in e-mails", async () => {
    const link = page.getByRole("textbox", { name: "Adresse der Links in E-Mails" });
    await link.fill("ohne Protokoll");
    await byButton(page, "Adresse der Links speichern").click();
    await page.getByText("Erlaubt ist eine Adresse ohne Pfad", { exact: false }).waitFor();
    await byButton(page, "Aktuelle Adresse übernehmen").click();
    await byButton(page, "Adresse der Links speichern").click();
    await page.getByText("Die Adresse der Links ist gespeichert.").waitFor();
    await eventually(
      async () => (await stage.product.api.get("/alarms/people")).body["link"],
      (found) => found === stage.product.url,
    );
    await lookAt(page, "alarms-duty");
  });

  step("are still told apart where there are many", async () => {
    const { api } = stage.product;
    const ids: string[] = [];
    for (let at = 1; at <= 18; at += 1) {
      const { body } = await api.post("/alarms/people/save", {
        name: `Friederike-Charlotte von Mustermann-Beispielhausen ${at}`,
        email: `friederike-charlotte.von-mustermann-beispielhausen-${at}@gebaeudetechnik.example.org`,
        chats: at % 3 === 0 ? [{ pod: "chat.haus", to: `@mustermann${at}:example.org` }] : [],
        absences: at % 7 === 0 ? [{ from: "2020-01-01", to: "2099-12-31", why: "Elternzeit" }] : [],
      });
      ids.push(String(body["id"]));
    }
    for (let at = 1; at < 8; at += 1) {
      const people = ids.slice(at, at + 4);
      const { body } = await api.post("/alarms/rosters/save", {
        id: `${LONG} ${at}`,
        shifts: [
          { days: [1, 2, 3, 4, 5], from: "07:00", to: "17:00", people },
          ...(at % 5 === 0 ? [] : [{ days: [1, 2, 3, 4, 5, 6, 7], from: "17:00", to: "07:00", people }]),
        ],
        turns: { since: "2026-01-05", at: "07:00" },
      });
      expect(body["code"]).toBe(0);
    }
    await page.getByRole("row", { name: new RegExp(`^${LONG} 7`) }).waitFor();
    await lookAt(page, "alarms-duty-many");
    expect(tab.problems()).toEqual([]);
  });
});
