/** Updates in the browser, from the real repository to the new release and back; no mocks. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { makeRelease, repositoryOf } from "../apps/launcher/src/testing/test-releases.ts";
import { byButton, fact, goTo, navigation, PASSWORD } from "./support/console.ts";
import { watchCover } from "./support/cover.ts";
import { tabTo } from "./support/keyboard.ts";
import { lookAt } from "./support/look.ts";
import { useInstalledTab, useStage } from "./support/stage.ts";
import { inOrder } from "./support/steps.ts";

describe("updates", () => {
  const stage = useStage();
  const step = inOrder();
  let page: Page;

  useInstalledTab(stage, async (opened) => {
    page = opened.page;
    await stage.product.api.signIn(PASSWORD);
  });

  const box = (name: string) => page.getByRole("region", { name, exact: true });
  const dialog = () => page.getByRole("dialog");
  async function publish(version: string, harm = {}): Promise<void> {
    const archive = await makeRelease(stage.folder, version, harm);
    await repositoryOf(stage.product.dataDir).publish(archive, "stable");
  }

  step("says what runs, and that there is nothing newer", async () => {
    await goTo(page, "Update", "Update");
    expect(await fact(box("Aktueller Stand"), "Version")).toBe("0.1.0");
    expect(await fact(box("Aktueller Stand"), "Update-Kanal")).toBe("Stabil");
    await byButton(page, "Nach Updates suchen").click();
    await page
      .getByRole("region", { name: "Hinweise" })
      .getByText("Das System ist auf dem neuesten Stand.")
      .waitFor();
    await byButton(box("Aktueller Stand"), /^Update$/).click();
    await dialog().getByText("stabile Internetverbindung").waitFor();
    await dialog().getByText("Schalten Sie das System währenddessen nicht aus.").waitFor();
    await byButton(dialog(), /^Update$/).click();
    await dialog().waitFor({ state: "detached" });
  });

  step(
    "changes the channel only to another one, after a question, and says what is wrong with it",
    async () => {
      const change = byButton(box("Update-Kanal wechseln"), "Wechseln");
      const select = page.getByRole("combobox", { name: "Update-Kanal" });
      expect(await select.locator("option:checked").textContent()).toBe("Einstellung beibehalten");
      expect(await change.isDisabled()).toBe(true);
      await select.selectOption("Stabil");
      expect(await change.isDisabled()).toBe(true);
      await select.selectOption("Release Preview");
      await change.click();
      await dialog()
        .getByText("Soll das System in Zukunft aus dem Kanal „Release Preview“ geladen werden?")
        .waitFor();
      await byButton(dialog(), "Wechseln").click();
      await dialog().getByText("Der gewählte Update-Kanal enthält keine Version für dieses Gerät.").waitFor();
      await byButton(dialog(), "Abbrechen").click();
      expect(await fact(box("Aktueller Stand"), "Update-Kanal")).toBe("Stabil");
    },
  );

  step("shows a new release with its notes and size; by keyboard to the question and back", async () => {
    await publish("0.2.0", {
      "server/appliance.mjs": () => 'console.error("broken on purpose"); process.exit(3);',
    });
    await byButton(page, "Nach Updates suchen").click();
    await box("Version 0.2.0").getByText("Neu in 0.2.0: alles besser.").waitFor();
    expect(await fact(box("Version 0.2.0"), "Download")).toMatch(/^\d+,\d\d\sMB$/);
    await lookAt(page, "update-offer");
    await tabTo(page, byButton(box("Aktueller Stand"), /^Update$/));
    await page.keyboard.press("Enter");
    await dialog().waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });

  step(
    "covers the console from the switch on; a release that does not start is put back, with reason and log",
    async () => {
      const covered = await watchCover(page, "Update läuft");
      await byButton(box("Aktueller Stand"), /^Update$/).click();
      await byButton(dialog(), /^Update$/).click();
      await page.getByRole("list", { name: "Schritte des Updates" }).waitFor();
      await box("Letztes Update").waitFor({ timeout: 150_000 });
      await box("Letztes Update")
        .getByText(/3 Mal unerwartet beendet .* Es läuft wieder Version 0\.1\.0/)
        .waitFor();
      expect(await covered()).toBe(true);
      await page.getByRole("alertdialog").waitFor({ state: "detached", timeout: 60_000 });
      await lookAt(page, "update-failed");
      const download = page.waitForEvent("download");
      await byButton(page, "Protokoll herunterladen").click();
      expect((await download).suggestedFilename()).toBe("hubwart-update-0.2.0.log");
      await byButton(page, "Meldung bestätigen").click();
      await byButton(page, "Meldung bestätigen").waitFor({ state: "detached" });
    },
  );

  step("takes over to a good release, and the page is that of the new one", async () => {
    await publish("0.2.1");
    const covered = await watchCover(page, "Update läuft");
    await byButton(box("Aktueller Stand"), /^Update$/).click();
    await byButton(dialog(), /^Update$/).click();
    await box("Letztes Update").getByText("erfolgreich").waitFor({ timeout: 150_000 });
    expect(await covered()).toBe(true);
    await page.getByRole("alertdialog").waitFor({ state: "detached", timeout: 60_000 });
    await navigation(page).waitFor();
    expect(await fact(box("Aktueller Stand"), "Version")).toBe("0.2.1");
  });
});
