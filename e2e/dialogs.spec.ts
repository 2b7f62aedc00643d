/** A half-filled dialog: what becomes of it when the session ends, and when somebody leaves it. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { byButton, goTo, PASSWORD, passwordField, signIn } from "./support/console.ts";
import { useStage } from "./support/stage.ts";

describe("a half-filled dialog", () => {
  const stage = useStage();
  beforeAll(() => stage.product.api.signIn(PASSWORD));

  it("is as it was after the session ended over it, without an error; Escape asks before it goes", async () => {
    const tab = await stage.open("/resources/user");
    const { page } = tab;
    await signIn(page);
    await byButton(page, "Benutzer hinzufügen").click();
    const dialog = page.getByRole("dialog", { name: "Benutzer hinzufügen" });
    const name = dialog.getByLabel("Benutzername");
    await name.fill("anna");
    await dialog.getByLabel("Rolle").fill("Heizung");
    for (const label of [/^Passwort( \*)?$/, /^Passwort wiederholen( \*)?$/])
      await dialog.getByLabel(label).fill("Halb-getippt-1");
    await endSession(page);
    // Told by the call that saves, or by the page's own look before it.
    await name.press("Enter");
    const cover = page.getByRole("dialog", { name: "Sitzung beendet" });
    await cover.waitFor();
    await passwordField(cover, "Passwort").fill(PASSWORD);
    await byButton(cover, "Anmelden").click();
    await cover.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("anna");
    expect(await dialog.getByRole("alert").count()).toBe(0);
    await dialog.locator(":focus").waitFor();

    // Half filled: Escape asks, and once more goes on.
    await name.focus();
    await page.keyboard.press("Escape");
    const question = dialog.getByRole("alert");
    await question.waitFor();
    await question.locator(":focus").waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("anna");
    await dialog.locator(":focus").waitFor();
    await page.keyboard.press("Escape");
    await byButton(question, "Verwerfen").click();
    await dialog.waitFor({ state: "detached" });
    await byButton(page, "Benutzer hinzufügen").and(page.locator(":focus")).waitFor();
    await tab.close();
  });

  it("is not given up by the browser's Back without a question, which an empty one is", async () => {
    const tab = await stage.openSignedIn("/pods");
    const { page } = tab;
    await goTo(page, "Benutzer", "Benutzer");
    await byButton(page, "Benutzer hinzufügen").click();
    const dialog = page.getByRole("dialog", { name: "Benutzer hinzufügen" });
    const name = dialog.getByLabel("Benutzername");
    await name.fill("anna");
    await page.goBack();
    const question = dialog.getByRole("alert");
    await byButton(question, "Weiter bearbeiten").click();
    expect(await name.inputValue()).toBe("anna");
    await page.waitForURL("**/resources/user");
    await page.goBack();
    await byButton(question, "Verwerfen").click();
    await dialog.waitFor({ state: "detached" });
    await byButton(page, "Benutzer hinzufügen").click();
    await name.waitFor();
    await page.goBack();
    await page.waitForURL("**/pods");
    await tab.close();
  });

  it("has its buttons one below the other on a phone, in the order of the keyboard", async () => {
    const tab = await stage.openSignedIn("/resources/user");
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 900 });
    await byButton(page, "Benutzer hinzufügen").click();
    const dialog = page.getByRole("dialog", { name: "Benutzer hinzufügen" });
    await dialog.locator(":focus").waitFor();
    const cancel = byButton(dialog, "Abbrechen");
    await cancel.focus();
    const above = (await cancel.boundingBox()) ?? expect.fail();
    await page.keyboard.press("Tab");
    const below = (await dialog.locator("button:focus").boundingBox()) ?? expect.fail();
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
    await tab.close();
  });
});

describe("a number with steps", () => {
  const stage = useStage();
  beforeAll(() => stage.product.api.signIn(PASSWORD));

  it("has steps that a finger meets (WCAG 2.5.8)", async () => {
    const tab = await stage.openSignedIn("/resources/stores");
    const { page } = tab;
    const steps = page.locator(".mantine-NumberInput-control");
    await steps.first().waitFor();
    const sizes = await steps.evaluateAll((found) =>
      found.map((step) => Math.min(step.getBoundingClientRect().width, step.getBoundingClientRect().height)),
    );
    expect(sizes.length).toBeGreaterThanOrEqual(2);
    expect(sizes.filter((size) => size < 24)).toEqual([]);
    await tab.close();
  });
});

/** As another place that signs this session out would do it. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("hubwart.session") ?? "{}") as { token: string };
    await fetch("/admin/api/logout", { headers: { authorization: `Bearer ${token}` } });
  });
}
