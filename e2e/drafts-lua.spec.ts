/** Lua scripts of a draft: written with names of its channels, judged by the device, merged, published and exported; no mocks. */
import type { DraftDocument } from "@hubwart/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Tab } from "./support/browser.ts";
import { byButton, eventually, install } from "./support/console.ts";
import { openDraft } from "./support/drafts.ts";
import { lookAt, settled } from "./support/look.ts";
import { useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

const READER = "modb_client.leser";
const SCRIPT = "regelung.lua";

describe("scripts of a draft", () => {
  const stage = useStage();
  const step = inOrder();
  let tab: Tab;
  let page: Page;
  let draft = "";
  const editor = () => page.getByRole("textbox", { name: `Quelltext von ${SCRIPT}` });
  const problems = () => page.getByRole("region", { name: "Fehler und Warnungen" });
  const sound = () => problems().getByText("Der Entwurf hat keine Fehler.").waitFor();
  const saved = () => page.getByText("gespeichert", { exact: true }).waitFor();
  /** As the device has it. */
  const kept = async (): Promise<string | undefined> =>
    ((await stage.product.api.get(`/project/drafts/${draft}`)).body["document"] as DraftDocument).scripts[
      SCRIPT
    ];
  const keptIs = async (text: string) =>
    expect(await eventually(kept, (source) => source === text)).toBe(text);

  beforeAll(async () => {
    tab = await stage.open();
    page = tab.page;
    await install(page);
    draft = await openDraft(stage, page, "Regelung");
    await sound();
  });
  afterAll(() => tab.close());

  step("are added by keyboard, under a name that the project allows", async () => {
    await page.getByRole("tab", { selected: true }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tab", { name: "Lua-Skripte", selected: true }).waitFor();
    await page.getByText("Der Entwurf hat keine Skripte").waitFor();
    await settled(page);
    await lookAt(page, "draft-lua-none");
    await byButton(page, "Neues Skript").focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type("größe");
    await page.keyboard.press("Enter");
    await page.getByText("Erlaubt sind Buchstaben ohne Umlaute", { exact: false }).waitFor();
    await page.locator("[role=dialog] input").fill("regelung");
    await page.keyboard.press("Enter");
    await editor().waitFor();
    await keptIs("");
  });

  step("are offered the channels of the draft while one is typed", async () => {
    await editor().click();
    await page.keyboard.type('local x = read("sollw');
    const list = page.getByRole("listbox", { name: "Channels und Konstanten" });
    await list.getByRole("option", { name: `${READER}.sollwert`, selected: true }).waitFor();
    await lookAt(page, "draft-lua-names");
    await page.keyboard.press("Enter");
    await list.waitFor({ state: "detached" });
    await page.keyboard.type('")');
    await keptIs(`local x = read("${READER}.sollwert")`);
    await sound();
  });

  step("have errors with their line, and channels that the draft does not have by name", async () => {
    await editor().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`\nwrite("${READER}.solwert", 21)\nlocal y = = 1`);
    const wrong = problems().getByRole("button", { name: /Fehler Zeile 3/ });
    await wrong.getByText("Unerwartetes Zeichen bei „=“").waitFor();
    await problems()
      .getByRole("button", { name: /Warnung Zeile 2/ })
      .getByText(`meinten Sie „${READER}.sollwert“?`, { exact: false })
      .waitFor();
    await settled(page);
    await lookAt(page, "draft-lua-wrong");
    await wrong.click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "textbox");
    await page.keyboard.press("Shift+End");
    await page.keyboard.type("local y = 1");
    await problems()
      .getByRole("button", { name: /Fehler/ })
      .waitFor({ state: "detached" });
  });

  step("are taken back step by step, are the same after a reload, and get another name", async () => {
    const before = await eventually(kept, (source) => source?.endsWith("local y = 1") === true);
    await page.keyboard.type(" -- Versuch");
    await keptIs(`${before} -- Versuch`);
    await page.keyboard.press("Control+z");
    await eventually(kept, (source) => source?.endsWith("Versuch") === false);
    while ((await kept()) !== before) {
      await page.keyboard.press("Control+z");
      await saved();
    }
    await page.reload();
    await editor().waitFor();
    expect(await editor().textContent()).toContain("local y = 1");
    await byButton(page, "Umbenennen").click();
    await page.locator("[role=dialog] input").fill("heizung.lua");
    await byButton(page.getByRole("dialog"), "Umbenennen").click();
    await page.getByRole("textbox", { name: "Quelltext von heizung.lua" }).waitFor();
    await byButton(page, "Rückgängig").click();
    await editor().waitFor();
    await saved();
    await keptIs(String(before));
  });

  step("keep what somebody else writes into other lines", async () => {
    const before = String(await kept());
    const { body } = await stage.product.api.get(`/project/drafts/${draft}`);
    const { seq } = body["draft"] as { seq: number };
    const [first = ""] = before.split("\n");
    const ops = [{ op: "scriptLines", name: SCRIPT, at: 1, before: [first], after: ["-- Kopf", first] }];
    const answer = await stage.product.api.post(`/project/drafts/${draft}/steps`, {
      after: seq,
      steps: [{ key: "kopf", label: "Kopf", ops }],
    });
    expect(answer.body).toMatchObject({ done: [{ key: "kopf" }], missing: [] });
    // The page does not know yet.
    await editor().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n-- Ende");
    await keptIs(`-- Kopf\n${before}\n-- Ende`);
    await eventually(
      () => editor().textContent(),
      (text) => text?.startsWith("-- Kopf") === true && text.endsWith("-- Ende"),
    );
  });

  step("are found from the row that they name", async () => {
    await page.getByRole("tab", { name: "ModBus-Client" }).click();
    const grid = page.getByRole("grid", { name: "ModBus-Client" });
    await grid.getByRole("gridcell", { name: "sollwert", exact: true }).first().click();
    await page.keyboard.press("Shift+F10");
    await byButton(page, "Verwendet in …").click();
    const dialog = page.getByRole("dialog", { name: `${READER}.sollwert: verwendet in` });
    await dialog.getByRole("button", { name: new RegExp(`^${SCRIPT}, Zeile 2`) }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "textbox");
    await editor().waitFor();
  });

  step("that others published too are decided side by side", async () => {
    const { api } = stage.product;
    const begin = async (name: string) =>
      String((await api.post("/project/drafts", { name, from: "running" })).body["id"]);
    const publish = async (id: string, seq: number) =>
      expect((await api.post(`/project/drafts/${id}/publish`, { seq })).body["code"]).toBe(0);
    const ops = [{ op: "script", name: SCRIPT, text: "-- nebenan\nlog(1)" }];
    const other = await begin("Nebenan");
    await api.post(`/project/drafts/${other}/steps`, {
      after: 0,
      steps: [{ key: "s", label: "Skript", ops }],
    });
    await publish(other, 1);
    await byButton(page, "Veröffentlichen …").click();
    const merging = page.getByRole("dialog", { name: "Mit dem laufenden Projekt zusammenführen" });
    await merging.getByText("-- nebenan").waitFor();
    await lookAt(page, "draft-lua-merge");
    await merging.getByRole("radio", { name: /^läuft jetzt/ }).check();
    await byButton(merging, "Übernehmen").click();
    const dialog = page.getByRole("dialog", { name: "Entwurf veröffentlichen" });
    await dialog.getByText("Der Entwurf gleicht dem laufenden Projekt.", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await keptIs("-- nebenan\nlog(1)");
  });

  step("run after the draft was published, and are in its export", async () => {
    await editor().click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type('log("aus dem Entwurf")');
    await keptIs('log("aus dem Entwurf")');
    await sound();
    await byButton(page, "Veröffentlichen …").click();
    const dialog = page.getByRole("dialog", { name: "Entwurf veröffentlichen" });
    await dialog.getByText("Der Entwurf ist gültig.").waitFor();
    await dialog.getByText(SCRIPT).waitFor();
    await byButton(dialog, "Veröffentlichen").click();
    await page.getByText("Der Entwurf läuft jetzt als Projekt.").waitFor({ timeout: 70_000 });
    const { body } = await stage.product.api.get(`/resources/lua/file?file=${SCRIPT}`);
    expect(body).toMatchObject({ source: 'log("aus dem Entwurf")', in_project: true, uploaded: false });
    await page.goto(`${stage.product.url}/resources/scripts/${SCRIPT}`);
    await byButton(page, `Im Entwurf ändern: ${SCRIPT}`).waitFor();
    await lookAt(page, "script-change");
    await byButton(page, `Im Entwurf ändern: ${SCRIPT}`).click();
    await editor().waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "textbox");
    const download = page.waitForEvent("download");
    await byButton(page, "Exportieren").click();
    expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  });
});
