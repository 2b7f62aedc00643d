/** Meters in a real browser, against the real product: the example, its page, what is downloaded, and an exchange of a meter. */
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";
import { freePort, startMailServer, type TestMailServer, waitFor } from "@hubwart/testing";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { energy } from "../scripts/examples/energy.ts";
import { byButton, goTo, PASSWORD } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const READER =
  "import sys, json, openpyxl; book = openpyxl.load_workbook(sys.argv[1]); print(json.dumps({s.title: [[c.value for c in r] for r in s.iter_rows()] for s in book}))";
/** The example, and a pod that sends mails to this server. */
const withMail =
  (port: number) =>
  (given: WorkbookTable): WorkbookTable => {
    if (given.name !== "pods") return given;
    const [heads = [], ...rows] = given.rows;
    const more = { id: "email.post", host: "127.0.0.1", port, security: "none", from: "hub@example.org" };
    const all = [...new Set([...heads, ...Object.keys(more)])];
    const row = all.map((head) => (more as Record<string, string | number>)[String(head)] ?? null);
    return { ...given, rows: [all, ...rows.map((cells) => all.map((_, at) => cells[at] ?? null)), row] };
  };
/** As openpyxl reads it. */
const sheetsOf = (file: string): Record<string, unknown[][]> =>
  JSON.parse(execFileSync("/usr/bin/python3", ["-c", READER, file], { encoding: "utf8" })) as Record<
    string,
    unknown[][]
  >;

describe("energy", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;
  let port = 0;
  let mail: TestMailServer;
  beforeAll(async () => {
    mail = await startMailServer({ security: "none" });
  });
  afterAll(() => mail.stop());

  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
  });

  /** Chosen as a person would, and kept in a file. */
  async function downloaded(button: string): Promise<{ name: string; file: string }> {
    const [download] = await Promise.all([page.waitForEvent("download"), byButton(page, button).click()]);
    const file = path.join(stage.folder, download.suggestedFilename());
    await download.saveAs(file);
    return { name: download.suggestedFilename(), file };
  }

  step("says what a project without meters can do about it", async () => {
    await goTo(page, "Energie", "Energie");
    await page.getByText("Das Projekt hat keine Zähler.", { exact: false }).waitFor();
    await lookAt(page, "energy-none");
  });

  step("has the meters of the example as soon as it runs", async () => {
    port = await freePort();
    const other = await freePort();
    const tables = energy.map(withMail(mail.port)).map((table) => ({
      ...table,
      rows: table.rows.map((row) =>
        row.map((cell) => (cell === 18_083 ? port : cell === 15_023 ? other : cell)),
      ),
    }));
    const { body } = await stage.product.api.uploadProject(await writeWorkbook(tables), "energie.xlsx");
    expect(body["code"], JSON.stringify(body)).toBe(0);
    tab.forget();
    await page.getByLabel("Zähler", { exact: true }).waitFor();
    const names = await page.getByLabel("Zähler", { exact: true }).locator("option").allInnerTexts();
    expect(names).toContain("Strom gesamt (Strom)");
    expect(await page.getByLabel("Zähler", { exact: true }).inputValue()).toBe("strom");
    await lookAt(page, "energy-begun");
  });

  step("shows a reading, and asks nobody to believe a consumption that nobody measured", async () => {
    await fetch(`http://127.0.0.1:${port}/strom`, { method: "POST", body: "1234.5" });
    await waitFor(
      async () => {
        const { body } = await stage.product.api.get("/trace/data", { filter: "http_in.zaehler.strom" });
        return (body["entries"] as { value: unknown }[])[0]?.value === 1234.5;
      },
      { what: "the reading in the hub" },
    );
    await page.getByRole("radio", { name: "Tag" }).check({ force: true });
    await page.waitForURL(/span=day/);
    await page
      .getByText(/Aus 100\s?% der Zeit fehlen Werte|In diesem Zeitraum liegen keine Werte vor/)
      .first()
      .waitFor();
  });

  step("gives CSV, Parquet and a report that other programs read", async () => {
    const csv = await downloaded("CSV");
    expect(csv.name).toMatch(/\.csv$/);
    expect(await readFile(csv.file, "utf8")).toMatch(/^\u{feff}[^\n]*;/u);
    const parquet = await downloaded("Parquet");
    const bytes = await readFile(parquet.file);
    expect([bytes.subarray(0, 4), bytes.subarray(-4)].map(String)).toEqual(["PAR1", "PAR1"]);
    await page.getByRole("radio", { name: "Jahr" }).check({ force: true });
    await page.waitForURL(/span=year/);
    const report = await downloaded("Bericht (Excel)");
    expect(report.name).toMatch(/\.xlsx$/);
    const sheets = sheetsOf(report.file);
    const text = JSON.stringify(sheets);
    expect(Object.keys(sheets).length).toBeGreaterThan(1);
    for (const said of ["Strom gesamt", "71a"]) expect(text).toContain(said);
  });

  step("lists what the law asks for, with its reservation", async () => {
    await page.getByRole("tab", { name: "§ 71a GEG" }).click();
    await page.getByText("Das ist keine Rechtsberatung", { exact: false }).waitFor();
    await lookAt(page, "energy-duties");
  });

  step("sends the report by the mail server of the project, and says what that said", async () => {
    await page.getByRole("tab", { name: "Bericht per E-Mail" }).click();
    expect(await byButton(page, "Probe senden").isDisabled()).toBe(true);
    await page.getByRole("switch", { name: "Bericht jeden Monat senden" }).click();
    await page.getByLabel("E-Mail-Pod").selectOption("email.post");
    await page.getByLabel("Empfänger").fill("anna@example.org, niemand");
    await page.getByLabel("Empfänger").blur();
    await page.getByText("Erlaubt sind E-Mail-Adressen", { exact: false }).waitFor();
    await page.getByLabel("Empfänger").fill("anna@example.org, otto@example.org");
    await byButton(page, "Speichern").click();
    await page.getByText("Der Versand des Berichts ist gespeichert.").waitFor();
    await byButton(page, "Probe senden").click();
    await page.getByText(/Der Mailserver hat den Bericht angenommen/).waitFor();
    expect(mail.mails.map(({ to }) => to)).toEqual([["anna@example.org"], ["otto@example.org"]]);
    const raw = mail.mails[0]?.raw ?? "";
    expect(mail.mails[0]?.subject).toMatch(/^Probe: Energiebericht „Energie“ für /);
    const file = path.join(stage.folder, "mail.xlsx");
    const content = /filename="energiebericht-\d{4}-\d{2}\.xlsx".*?\r\n\r\n(.*?)\r\n--/s.exec(raw)?.[1] ?? "";
    await writeFile(file, Buffer.from(content, "base64"));
    expect(JSON.stringify(sheetsOf(file))).toContain("Strom gesamt");
    await lookAt(page, "energy-mail");
    mail.message = () => 552;
    await byButton(page, "Probe senden").click();
    await page.getByText(/552/).waitFor();
    const { body } = await stage.product.api.get("/system/audit", { limit: "10" });
    const calls = (body["entries"] as { call: string }[]).map(({ call }) => call);
    expect(calls.filter((call) => call.startsWith("energyMail"))).toEqual([
      "energyMailTest",
      "energyMailTest",
      "energyMailSave",
    ]);
  });

  step("balances meters behind one another", async () => {
    await page.getByRole("tab", { name: "Bilanz" }).click();
    await page.getByText("Rest", { exact: false }).first().waitFor();
    await lookAt(page, "energy-balance");
  });

  step("takes the exchange of a meter, and refuses what is no reading at its field", async () => {
    await page.getByRole("tab", { name: "Verbrauch" }).click();
    await byButton(page, "Zähler getauscht").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Endstand des alten Zählers").fill("viel");
    await dialog.getByLabel("Anfangsstand des neuen Zählers").fill("0");
    await byButton(dialog, "Eintragen").click();
    await dialog.getByText("Bitte geben Sie eine Zahl ein.").waitFor();
    await dialog.getByLabel("Endstand des alten Zählers").fill("1.240,5");
    await byButton(dialog, "Eintragen").click();
    await page.getByText(/Der Tausch ist (eingetragen|vorgemerkt)/).waitFor();
    const { body } = await stage.product.api.get("/system/audit", { limit: "1" });
    expect(JSON.stringify(body["entries"])).toContain("1240.5");
  });
});
