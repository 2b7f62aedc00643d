/** Working with the keyboard only, and the proof that one sees where one is. */
import type { FileChooser, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./console.ts";

/** Presses Tab until `target` has the focus. Every stop on the way must be seen. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor({ state: "attached" });
  const stops: string[] = [];
  for (let presses = 0; presses < 90; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectVisibleFocus(page);
      return;
    }
    await page.keyboard.press(key);
    stops.push(await expectVisibleFocus(page));
  }
  expect.fail(`${target.toString()} was not reached; stops: ${stops.join(" → ")}`);
}

/**
 * The focused element, or what stands for it (the frame around a hidden field, or what follows it), carries an
 * outline of at least 2 px and lies on the screen. Gives a name for the stop.
 */
export async function expectVisibleFocus(page: Page): Promise<string> {
  // What slides in needs a moment.
  const stop = await eventually(
    () => page.evaluate(focusStop),
    ({ seen }) => seen,
    1_000,
  );
  return stop.name;
}

/** Runs in the page. */
function focusStop(): { name: string; seen: boolean } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { name: "page", seen: true };
  const name =
    focused.getAttribute("aria-label") ??
    focused.getAttribute("name") ??
    (focused.textContent ?? "").trim().slice(0, 40);
  // A heading takes the focus so that readers start there; it is nothing one works with.
  if (focused.tabIndex < 0) return { name, seen: true };
  const parent = focused.parentElement;
  return {
    name,
    seen: [focused, focused.nextElementSibling, parent, parent?.parentElement].some(carriesOutline),
  };

  function carriesOutline(element: Element | null | undefined): boolean {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element);
    const width = Number.parseFloat(outlineWidth);
    const box = element.getBoundingClientRect();
    if (outlineStyle === "none" || width < 2 || box.width < 4 || box.height < 4) return false;
    const screen = new DOMRect(0, 0, window.innerWidth, window.innerHeight);
    if (!(box.bottom > 0 && box.right > 0 && box.top < screen.bottom && box.left < screen.right))
      return false;
    // Where a frame around it cuts the outline off on all sides, it is not seen.
    const reach = Number.parseFloat(outlineOffset) + width / 2;
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflow === "visible") continue;
      const cut = frame.getBoundingClientRect();
      const leftOver = [
        box.left - cut.left,
        cut.right - box.right,
        box.top - cut.top,
        cut.bottom - box.bottom,
      ];
      if (leftOver.every((room) => room < reach)) return false;
    }
    return true;
  }
}

/**
 * The file choices of a tab, to be asked for before the first key is pressed. The browser is told to hand them over at
 * once and for good: told only together with the key, as `waitForEvent` does, it may take the key first and open its
 * own dialog.
 *
 *     const choosers = fileChoosers(page);
 *     …
 *     const [chooser] = await Promise.all([choosers.next(), page.keyboard.press("Enter")]);
 */
export function fileChoosers(page: Page): { next: () => Promise<FileChooser> } {
  let wanted: { resolve: (chooser: FileChooser) => void } | undefined;
  page.on("filechooser", (chooser) => wanted?.resolve(chooser));
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error("no file was asked for within 15 s")), 15_000);
        wanted = {
          resolve: (chooser) => {
            clearTimeout(late);
            resolve(chooser);
          },
        };
      }),
  };
}
