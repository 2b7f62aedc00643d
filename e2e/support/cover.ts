/** The cover that lies over the console while the device is away. */
import type { Page } from "playwright-core";

const SEEN = "cover-seen";

/**
 * Notes from now on whether the page is covered, however short: on a busy machine whoever waits for it may look too late.
 * @returns whether it was; also after the page has loaded itself anew
 */
export async function watchCover(page: Page, name: string): Promise<() => Promise<boolean>> {
  await page.evaluate(
    ([key, text]) => {
      sessionStorage.removeItem(key);
      new MutationObserver(() => {
        const cover = document.querySelector("[role=alertdialog]");
        if (cover?.textContent?.includes(text)) sessionStorage.setItem(key, text);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    },
    [SEEN, name] as const,
  );
  return () => page.evaluate((key) => sessionStorage.getItem(key) !== null, SEEN);
}
