/** Looks at a screen once it has settled: picture, width, accessibility. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type Axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Tab } from "./browser.ts";

/** Widths of the pictures, px. */
export const WIDTHS = [1440, 390] as const;
/** Nothing may need scrolling sideways at this width, px. */
export const NARROWEST = 360;
/** Somebody wants pictures: HUBWART_E2E_PICTURES names a folder. */
export const picturesWanted = (): boolean => Boolean(process.env["HUBWART_E2E_PICTURES"]);

/** Rows of `it.each`: width in px, dark; the theme that is judged at this width, and for pictures the other one too. */
export const SIZES_AND_THEMES = WIDTHS.flatMap((width) =>
  (["light", "dark"] as const)
    .filter((theme) => picturesWanted() || theme === themesOf(width).judged)
    .map((theme) => [width, theme === "dark"] as const),
);

/** Heading there, nothing loading any more, fonts and pictures drawn. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.body.innerText.includes("Wird geladen …"));
  const history = page.getByRole("region", { name: "Verlauf" });
  if ((await history.count()) > 0) {
    // It is fetched when it comes into view.
    const before = await page.evaluate(() => window.scrollY);
    await history.scrollIntoViewIfNeeded();
    await history
      .locator("canvas")
      .or(history.getByText("Der Verlauf wird noch aufgezeichnet."))
      .first()
      .waitFor();
    await page.evaluate((top) => window.scrollTo(0, top), before);
  }
  await drawn(page);
}

/** With its fonts, and all of it in the same colours. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  });
}

/** By how many px the page is wider than the window; 0 where nothing has to be scrolled sideways. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/**
 * Texts of table cells that are there and not shown; a dash says nothing. Of pods a phone has two lines each: their counts stand on the
 * page that the row leads to.
 */
export function hiddenCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('main table:not([aria-label="Pods des Projekts"]) td'))
      .filter((cell) => getComputedStyle(cell).display === "none")
      .map((cell) => cell.textContent.trim())
      .filter((text) => text !== "" && text !== "–"),
  );
}

/**
 * A picture of the page for people to look at, in the folder that HUBWART_E2E_PICTURES names; without it none, since a picture of a whole
 * page takes longer than all that is checked on it.
 *
 * @param name of the file, without ending
 */
export async function keepPicture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env["HUBWART_E2E_PICTURES"];
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage });
}

/** Colours differ by theme, places by width: axe looks at one theme per width, at the other only people who want pictures. */
export function themesOf(width: number): { judged: Theme; other: Theme } {
  return width === WIDTHS[0] ? { judged: "light", other: "dark" } : { judged: "dark", other: "light" };
}
type Theme = "light" | "dark";

/**
 * The screen as it stands, in both widths and themes: kept as `<name>-<width>-<theme>`, without a finding of axe and without scrolling
 * sideways. The window is wide and light afterwards.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  await settled(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { judged, other } = themesOf(width);
    for (const theme of picturesWanted() ? [other, judged] : [judged]) {
      await useScheme(page, theme);
      // The head of the page stays in view, and would lie across a picture of the whole.
      await page.evaluate(() => window.scrollTo(0, 0));
      await keepPicture(page, `${name}-${width}-${theme}`);
    }
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysOverflow(page)).toBe(0);
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** The page is accessible, fits its window and had no problems; the tab is closed. */
export async function expectSound(tab: Tab): Promise<void> {
  expect(await axe(tab.page)).toEqual([]);
  expect(await sidewaysOverflow(tab.page)).toBe(0);
  expect(tab.problems()).toEqual([]);
  await tab.close();
}

/** Changes the theme as the system does, and waits until text and background are those of the other one. */
export async function useScheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((dark) => {
    const brightness = (colour: string) => Number(/\d+/.exec(colour)?.[0]);
    const { backgroundColor, color } = getComputedStyle(document.body);
    return dark === brightness(color) > 128 && dark === brightness(backgroundColor) < 128;
  }, colorScheme === "dark");
  await drawn(page);
}

/** What axe finds, one line a finding; of what is on its way to other colours, what stays. */
export async function axe(page: Page): Promise<string[]> {
  const found = await axeNow(page);
  if (found.length === 0) return found;
  await page.waitForTimeout(CHANGED_MS);
  return axeNow(page);
}

/** Colours fade over. */
const CHANGED_MS = 500;

async function axeNow(page: Page): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(PROGRAM);
  }
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof Axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} (${help}) at ${String(target)}: ${failureSummary ?? ""}`,
    ),
  );
}

/** Frames of pages, which answer for themselves, may be of other origins. */
const PROGRAM = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })`;
