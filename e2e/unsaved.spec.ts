/** What was typed into a form outlives the session, the tab and the appliance. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { byButton, byHeading, eventually, goTo, navigation, PASSWORD, signIn } from "./support/console.ts";
import { killProcess, useStage } from "./support/stage.ts";

describe("a form that was not saved", () => {
  const stage = useStage();
  beforeAll(() => stage.product.api.signIn(PASSWORD));

  const hostname = (page: Page) =>
    page.getByLabel("Hostname", { exact: true }).and(page.getByRole("textbox"));
  const note = (page: Page) => page.getByRole("alert").filter({ hasText: /^Entwurf vom/ });
  const kept = async () => (await stage.product.api.get("/unsaved")).body["forms"] as { form: string }[];
  const keptForms = (count: number) => eventually(kept, (forms) => forms.length === count);

  async function signInAgain() {
    const tab = await stage.open("/");
    await signIn(tab.page);
    await goTo(tab.page, "Geräteeinstellungen", "Geräteeinstellungen");
    return tab;
  }

  it("is offered after the session, the tab and the appliance ended, and comes back as it was typed", async () => {
    const tab = await stage.openSignedIn("/system/network");
    await hostname(tab.page).fill("keller-halb");
    await keptForms(1);
    await tab.page.evaluate(async () => {
      const { token } = JSON.parse(localStorage.getItem("hubwart.session") ?? "{}") as { token: string };
      await fetch("/admin/api/logout", { headers: { authorization: `Bearer ${token}` } });
    });
    await tab.close();
    await killProcess(stage.product, "appliance");
    await eventually(
      () => kept().catch(() => []),
      (forms) => forms.length === 1,
    );

    const again = await signInAgain();
    await note(again.page).waitFor();
    expect(await hostname(again.page).inputValue()).not.toBe("keller-halb");
    await byButton(note(again.page), "Wiederherstellen").click();
    await note(again.page).waitFor({ state: "detached" });
    expect(await hostname(again.page).inputValue()).toBe("keller-halb");
    await again.page.getByRole("tab", { name: "Host (ungespeicherte Änderungen)" }).waitFor();

    await byButton(again.page, "Hostname speichern").click();
    const saved = again.page.getByRole("dialog", { name: "Konfiguration gespeichert" });
    await byButton(saved, "Nein").click();
    await keptForms(0);
    expect(again.problems()).toEqual([]);
    await again.close();
  });

  it("meets what somebody else saved meanwhile, as if it had stayed open", async () => {
    const tab = await stage.openSignedIn("/system/network");
    await hostname(tab.page).fill("keller-meins");
    await keptForms(1);
    await tab.close();
    const theirs = await stage.product.api.post("/network/hostname", { hostname: "keller-ihres" });
    expect(theirs.status).toBe(200);
    const again = await signInAgain();
    await byButton(note(again.page), "Wiederherstellen").click();
    await byButton(again.page, "Hostname speichern").click();
    const conflict = again.page.getByRole("alert").filter({ hasText: "Von anderer Stelle geändert" });
    await conflict.getByText("keller-ihres").waitFor();
    await byButton(conflict, "Gespeicherten Stand übernehmen").click();
    expect(await hostname(again.page).inputValue()).toBe("keller-ihres");
    await keptForms(0);
    await again.close();
  });

  it("is discarded where nobody wants it, and goes when its changes are taken back", async () => {
    const tab = await stage.openSignedIn("/system/network");
    const { page } = tab;
    await hostname(page).fill("keller-nie");
    await keptForms(1);
    await byButton(page, "Änderungen verwerfen").first().click();
    await keptForms(0);
    await hostname(page).fill("keller-nie");
    await keptForms(1);
    await page.reload();
    await byButton(note(page), "Verwerfen").click();
    await keptForms(0);
    await navigation(page).getByRole("link", { name: "Status", exact: true }).click();
    await byHeading(page, "Status").waitFor();
    await tab.close();
  });
});
