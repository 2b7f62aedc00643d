/**
 * Counts what a person does in a tab: presses of the pointer, and pages that come into view. The browser's own events
 * are counted, so a click that the test makes past the pointer is not.
 *
 *     const trail = await followTrail(tab.page);
 *     …
 *     expect(await trail.since(start)).toEqual({ clicks: 2, pages: 1 });
 */
import type { Page } from "playwright-core";

export interface Steps {
  clicks: number;
  /** Addresses that were opened one after the other; a tab of the same page is no page. */
  pages: number;
}

export interface Trail {
  now(): Promise<Steps>;
  since(start: Steps): Promise<Steps>;
}

/** From here on. The console is one document: what is counted lasts until it is loaded anew. */
export async function followTrail(page: Page): Promise<Trail> {
  let pages = 0;
  let path = new URL(page.url()).pathname;
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const next = new URL(frame.url()).pathname;
    if (next !== path) pages += 1;
    path = next;
  });
  await page.evaluate(() => {
    const counted = globalThis as unknown as { clicksOfTrail: number };
    counted.clicksOfTrail = 0;
    addEventListener(
      "pointerdown",
      ({ isTrusted }) => {
        if (isTrusted) counted.clicksOfTrail += 1;
      },
      { capture: true },
    );
  });
  const now = async (): Promise<Steps> => ({
    clicks: await page.evaluate(
      () => (globalThis as unknown as { clicksOfTrail?: number }).clicksOfTrail ?? Number.NaN,
    ),
    pages,
  });
  return {
    now,
    async since(start) {
      const { clicks, pages: seen } = await now();
      return { clicks: clicks - start.clicks, pages: seen - start.pages };
    },
  };
}
