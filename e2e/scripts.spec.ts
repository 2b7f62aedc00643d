/** Scripts in the browser: written, checked, tried, saved, activated and seen running; no mocks. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { byButton, byHeading, eventually, goTo, PASSWORD, upload } from "./support/console.ts";
import { lookAt } from "./support/look.ts";
import { writeFirstSteps } from "./support/projects.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("scripts", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  const tab = useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await goTo(page, "Hochladen", "Projekt > Hochladen");
    await upload(page, (await writeFirstSteps(stage.folder)).file);
  });

  const editor = () => page.getByRole("textbox", { name: "Quelltext" });

  step("one is created by keyboard and opens in the editor", async () => {
    await goTo(page, "Skripte", "Skripte");
    await page.getByText("Noch kein Skript").waitFor();
    await byButton(page, "Neues Skript").focus();
    await page.keyboard.press("Enter");
    // The dialog takes the focus when it is open.
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type("haus");
    await page.keyboard.press("Enter");
    await byHeading(page, "haus.lua").waitFor();
    await editor().waitFor();
  });

  step("its name is not given to a second one, which would begin by emptying it", async () => {
    await goTo(page, "Skripte", "Skripte");
    await byButton(page, "Neues Skript").click();
    await page.locator("[role=dialog] input:focus").waitFor();
    await page.keyboard.type("haus");
    await page.keyboard.press("Enter");
    await page.getByText("„haus.lua“ gibt es schon.").waitFor();
    expect(await page.locator("[role=dialog] input").inputValue()).toBe("haus");
    await page.keyboard.press("Escape");
    await byButton(page.getByRole("dialog"), "Verwerfen").click();
    await page.getByRole("link", { name: "haus.lua" }).first().click();
    await editor().waitFor();
  });

  step("an error is named with its line", async () => {
    await editor().click();
    await page.keyboard.type('log("an")\nlocal x = = 1');
    await byButton(page, "Prüfen").click();
    await page.getByText("Zeile 2: Unerwartetes Zeichen bei „=“").waitFor();
  });

  step(
    "a channel that the project does not have is named with its line and the one that was meant",
    async () => {
      await editor().click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type('log("an")\nwrite("modb_client.leser.solwert", 21)');
      await byButton(page, "Prüfen").click();
      await page
        .getByText(
          "Zeile 2: Das Projekt hat keinen Channel „modb_client.leser.solwert“; meinten Sie „modb_client.leser.sollwert“?",
        )
        .waitFor();
      await lookAt(page, "script-warning");
    },
  );

  step("a trial shows what it would do", async () => {
    await editor().click();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(
      'write("modb_client.leser.sollwert", 21)\nkeep("starts", kept("starts", 0) + 1)\nevery(1, function() log("takt") end)',
    );
    await byButton(page, "Probelauf").click();
    const trial = page.getByRole("table", { name: "Probelauf" });
    for (const text of ["schreiben", "behalten", "takt"])
      await trial.getByText(text, { exact: true }).first().waitFor();
    await byButton(page, "Probelauf beenden").click();
    await trial.getByText("Der Probelauf wurde beendet.").waitFor();
    await byButton(page, "Prüfen").click();
    await page.getByText("Das Skript ist in Ordnung.").waitFor();
    // Not while the check is under way.
    await byButton(page, "Speichern").and(page.locator("[aria-disabled=false]")).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Skript gespeichert. Es gilt nach dem Aktivieren.").waitFor();
    await byButton(page, "Speichern").and(page.locator("[data-disabled=true]")).waitFor();
    expect(await byButton(page, "Speichern").evaluate((save) => save === document.activeElement)).toBe(true);
    await lookAt(page, "script-editor");
  });

  step("what somebody else saved of it is merged, line by line", async () => {
    const address = "/resources/lua/save";
    const source = async () => (await api.get("/resources/lua/file?file=haus.lua")).body["source"];
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const theirs = `-- oben ergänzt\n${String(await source())}`;
    await editor().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n-- unten ergänzt");
    expect((await api.post(address, { file: "haus.lua", source: theirs })).body).toEqual({ code: 0 });
    await byButton(page, "Speichern").click();
    const note = page.getByRole("alert").filter({ hasText: "Von anderer Stelle geändert" });
    await note.getByText("-- oben ergänzt").waitFor();
    await lookAt(page, "script-conflict");
    await byButton(note, "Zusammenführen").click();
    await editor().getByText("-- oben ergänzt").waitFor();
    await byButton(page, "Speichern").click();
    await eventually(source, (stored) => stored === `${theirs}\n-- unten ergänzt`);
    expect(tab.problems()).toEqual([`409: /admin/api${address}`]);
    tab.forget();
  });

  step("an activation brings it to the hub, which is seen to run it", async () => {
    await goTo(page, "Skripte", "Skripte");
    await page.getByText("Es gibt Änderungen, die noch nicht aktiviert sind.").waitFor();
    await byButton(page, "Aktivieren").click();
    await byButton(page.getByRole("dialog"), "Aktivieren").click();
    await page.getByText("Die Skripte wurden aktiviert. Der Hub startet neu.").waitFor();
    await page.getByText("startet", { exact: true }).waitFor();
    await page.getByText("läuft", { exact: true }).waitFor();
    await lookAt(page, "scripts");
    expect(tab.problems()).toEqual([]);
  });
});
