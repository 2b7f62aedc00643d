/** Who comes into a real central, and how: the first token, a password, another person, and out again. */
import { startCentral, type TestCentral } from "@hubwart/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { closeTabs, sharedBrowser, type Tab } from "./support/browser.ts";
import { byButton } from "./support/console.ts";
import { demandsIt, signsInWithCode, switchesOn, takesTheBrowser } from "./support/fleet-factor.ts";
import { fleetPage, openCentral } from "./support/fleet-page.ts";
import { comesFirst, managesPeople, signsIn } from "./support/fleet-people.ts";
import { lookAt } from "./support/look.ts";
import { inOrder } from "./support/steps.ts";

describe("people of a central", () => {
  const step = inOrder();
  let browser: Browser;
  let central: TestCentral;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    await fleetPage();
    central = await startCentral();
    browser = await sharedBrowser();
    tab = await openCentral(browser, central);
    page = tab.page;
  }, 600_000);
  afterAll(async () => {
    if (browser) await closeTabs(browser);
    await central?.stop();
  });

  step("come in with the first token, and set a password", () => comesFirst(page, central));

  step("stay in after the page is loaded anew, and in another tab", async () => {
    await page.reload();
    await page.getByRole("heading", { name: "Standorte" }).waitFor();
    const other = await tab.context.newPage();
    await other.goto(central.address);
    await other.getByRole("heading", { name: "Standorte" }).waitFor();
    await other.close();
  });

  step(
    "are invited, changed and removed by who manages it",
    () => managesPeople(page, browser, central),
    180_000,
  );

  step("sign out, and in again with name and password", async () => {
    await page.goto(`${central.address}/#/people`);
    await byButton(page, "Abmelden").click();
    await page.getByLabel("Name", { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel("Name", { exact: true }).waitFor();
    await lookAt(page, "fleet-sign-in");
    await page.getByText("Passwort vergessen?").click();
    await page.getByText("new-first-token").waitFor();
    await page.reload();
    await page.getByLabel("Name", { exact: true }).waitFor();
    // By keys alone, and back where one was.
    await page.keyboard.type("Verwaltung");
    await page.keyboard.press("Tab");
    await page.keyboard.type("falsch");
    await page.keyboard.press("Enter");
    await page.getByText("Name oder Passwort ist falsch.").waitFor();
    await page.keyboard.type("ein langes Passwort");
    await page.keyboard.press("Enter");
    await page.getByRole("rowheader", { name: "Verwaltung" }).waitFor();
  });

  step("switch a second factor on, of which a code is asked at the next sign-in", async () => {
    await signsInWithCode(page, await switchesOn(page));
  });

  step(
    "are asked for it where their role needs it, and get in again after the phone is lost",
    () => demandsIt(page, browser, central),
    180_000,
  );

  step(
    "do nothing in the name of who signed in since in the same browser",
    async () => {
      await takesTheBrowser(page, central);
      // A name that there was, and what the page still asked.
      const refused = /^409: \/api\/(people|people\/create|sites\/overview)$/;
      expect(tab.problems().filter((problem) => !refused.test(problem))).toEqual([]);
      tab.forget();
    },
    120_000,
  );

  step("are told how long to wait after guessing", async () => {
    await byButton(page, "Abmelden").click();
    for (let n = 0; n < 5; n += 1) {
      await signsIn(page, { name: "Niemand", pwd: `falsch ${n}` });
      await page.getByText("Name oder Passwort ist falsch.").waitFor();
    }
    await signsIn(page, { name: "Niemand", pwd: "falsch" });
    await page
      .getByText(/In \d+ Sekunden ist ein erneuter Versuch möglich/)
      .first()
      .waitFor();
    await lookAt(page, "fleet-sign-in-locked");
    expect(tab.problems()).toEqual(["429: /api/session/begin"]);
  });
});
