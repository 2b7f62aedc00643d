/** Nobody is offered what is refused: every page and button as who only looks, and every page as those in between. */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { byHeading, navigation, PASSWORD, passwordField } from "./support/console.ts";
import { settled } from "./support/look.ts";
import { writeEveryKind } from "./support/projects.ts";
import { SCREENS } from "./support/routes.ts";
import { useStage } from "./support/stage.ts";

const CODE_FORBIDDEN = 1205;
const BUTTONS = "#content button:visible:enabled, #content [role=switch]:visible:enabled";
/** Buttons of one page that are pressed. */
const MOST = 60;
/** Each page once, of those that show something. */
const PAGES = SCREENS.filter(
  ({ missing, route }, at) => !missing && SCREENS.findIndex((other) => other.route === route) === at,
);
const NO_RIGHT = /^Dafür reichen Ihre Rechte nicht/;

interface Looking {
  page: Page;
  /** What is done in it just now. */
  doing: string;
}

describe("what is offered", () => {
  const stage = useStage();
  const refused: string[] = [];

  beforeAll(async () => {
    const { api } = stage.product;
    await api.signIn(PASSWORD);
    const { body } = await api.uploadProjectFile(await writeEveryKind(stage.folder));
    expect(body["code"], JSON.stringify(body)).toBe(0);
    for (const role of ["see", "operate", "engineer"]) {
      const person = { name: role, label: "", role, channels: null };
      const { token } = (await api.post("/system/people/invite", person)).body;
      await api.post("/invitation/accept", { token, pwd: PASSWORD });
    }
  }, 240_000);

  async function tabOf(role: string): Promise<Looking> {
    const { page } = await stage.open();
    const tab: Looking = { page, doing: "" };
    await page.addInitScript(() => {
      globalThis.print = () => undefined;
    });
    page.on("response", (response) => {
      if (response.status() !== 403) return;
      const { pathname } = new URL(response.url());
      const asked = tab.doing;
      void response.json().then(
        (body: { code?: number }) => {
          if (body.code === CODE_FORBIDDEN) refused.push(`${role}, ${asked}: ${pathname}`);
        },
        () => undefined,
      );
    });
    await byHeading(page, "Anmeldung").waitFor();
    await page.getByLabel("Name", { exact: true }).fill(role);
    await passwordField(page, "Passwort").fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden" }).click();
    await navigation(page).waitFor();
    return tab;
  }

  async function open(tab: Looking, address: string): Promise<void> {
    tab.doing = address;
    await tab.page.goto(stage.product.url + address);
    await settled(tab.page);
  }

  /** Presses it, and what a dialog that opens has as its last button. */
  async function press(tab: Looking, address: string, at: number): Promise<void> {
    const { page } = tab;
    const button = page.locator(BUTTONS).nth(at);
    const label = await button
      .evaluate((node) => node.ariaLabel ?? node.textContent, undefined, { timeout: 2_000 })
      .catch(() => undefined);
    // Gone since they were counted.
    if (label === undefined) return;
    tab.doing = `${address}, „${label ?? ""}“`;
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    const confirm = page.locator("[role=dialog] button:visible:enabled").last();
    if ((await confirm.count()) > 0) await confirm.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForLoadState("networkidle", { timeout: 500 }).catch(() => undefined);
    await page.keyboard.press("Escape");
    if (new URL(page.url()).pathname !== address) await open(tab, address);
  }

  /** All that there is to press on every page of `pages`. */
  async function pressAll(pages: typeof PAGES): Promise<void> {
    const tab = await tabOf("see");
    const { page } = tab;
    for (const { address } of pages) {
      await open(tab, address);
      if ((await byHeading(page, NO_RIGHT).count()) > 0) continue;
      const { pathname } = new URL(page.url());
      // Pressing one may take others away.
      for (let at = 0; at < Math.min(MOST, await page.locator(BUTTONS).count()); at++)
        await press(tab, pathname, at);
    }
  }

  it("to who only looks is never refused, whatever is pressed", { timeout: 1_200_000 }, async () => {
    // It mostly waits for what a press brings.
    const parts = [0, 1, 2].map((part) => PAGES.filter((_, at) => at % 3 === part));
    await Promise.all(parts.map(pressAll));
    expect(refused).toEqual([]);
  });

  it.each(["operate", "engineer"])(
    "to role %s is never refused by a page",
    { timeout: 600_000 },
    async (role) => {
      refused.length = 0;
      const tab = await tabOf(role);
      for (const { address } of PAGES) await open(tab, address);
      expect(refused).toEqual([]);
    },
  );
});
