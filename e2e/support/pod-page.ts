/** A pod's page against a real device: until it is connected, and with a dialog over it in both widths and themes. */
import { waitFor } from "@hubwart/testing";
import type { Locator, Page } from "playwright-core";
import { signIn } from "./console.ts";
import { axe, keepPicture, NARROWEST, settled, sidewaysOverflow, WIDTHS } from "./look.ts";
import type { Stage } from "./stage.ts";

/** Until the pod's first connection stands. */
export async function connected({ product }: Stage, pod: string): Promise<void> {
  await waitFor(
    async () => {
      const { body } = await product.api.get("/pods/channel", { pod });
      return (body["channels"] as { state: boolean }[] | undefined)?.[0]?.state === true;
    },
    { what: "the connection", timeout: 30_000 },
  );
}

export interface PodPage {
  address: string;
  /** Brings the page into the state that is looked at. */
  ready: (page: Page, dark: boolean) => Promise<void>;
  /** Opens the dialog and brings it into the state that is looked at. */
  ask: (page: Page, dialog: Locator) => Promise<void>;
  /** Names of the pictures. */
  pictures: { page: string; dialog: string };
}

/** Pictures of both; @returns what axe finds in the dialog, a page wider than its window, and problems of the tab */
export async function lookAtPodPage(
  stage: Stage,
  { address, ask, pictures, ready }: PodPage,
): Promise<string[]> {
  const findings: string[] = [];
  for (const dark of [false, true]) {
    const tab = await stage.open(address, { dark });
    const { page } = tab;
    await signIn(page);
    await ready(page, dark);
    for (const width of WIDTHS) {
      const look = `${width}-${dark ? "dark" : "light"}`;
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      await keepPicture(page, `${pictures.page}-${look}`);
      const dialog = page.getByRole("dialog");
      await ask(page, dialog);
      await keepPicture(page, `${pictures.dialog}-${look}`, false);
      findings.push(...(await axe(page)).map((finding) => `${pictures.dialog}-${look}: ${finding}`));
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
    await page.setViewportSize({ width: NARROWEST, height: 900 });
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) findings.push(`${overflow} px wider than ${NARROWEST}`);
    findings.push(...tab.problems());
    await tab.close();
  }
  return findings;
}
