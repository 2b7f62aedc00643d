import type { Page } from "playwright-core";

/**
 * Notes the long tasks of the pages opened from now on (W3C Long Tasks, > 50 ms).
 * @returns asks for those since the last question, in ms
 */
export async function noteLongTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const found: number[] = [];
    Object.assign(globalThis, { longTasks: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.push(entry.duration);
    }).observe({ type: "longtask", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0));
}
