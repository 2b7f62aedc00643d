/** What a screen needs for people who choose the colours themselves, or magnify the page. */
import type { Page } from "playwright-core";
import { sidewaysOverflow } from "./look.ts";

/** CSS px that a window of 1440 and 1280 px has at 200 % (WCAG 1.4.4). */
const MAGNIFIED = [720, 640] as const;

/** Colours fade over from the ones before, ms. */
const LONGEST_CHANGE = 5_000;

/** As far apart as readers may set letters, words and lines (WCAG 1.4.12). */
const SPACED =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

/**
 * One line a finding: moving where no motion is wanted, as in all tabs of the tests; with the system's colours, at 200 %, and with text set
 * wide. The window is small afterwards.
 */
export async function accessFindings(page: Page): Promise<string[]> {
  const findings = await page.evaluate(moving);
  await page.emulateMedia({ forcedColors: "active" });
  await page.waitForFunction(() => matchMedia("(forced-colors: active)").matches);
  findings.push(...(await lasting(() => page.evaluate(unmarked))).map((found) => `forced colours: ${found}`));
  await page.emulateMedia({ forcedColors: "none" });
  for (const width of MAGNIFIED) {
    await page.setViewportSize({ width, height: 450 });
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) findings.push(`200 %: ${overflow} px wider than ${width}`);
    findings.push(...(await page.evaluate(clipped)).map((found) => `200 % (${width} px): ${found}`));
  }
  await page.evaluate(setWide, SPACED);
  findings.push(...(await page.evaluate(clipped)).map((found) => `text set wide: ${found}`));
  await page.evaluate(setWide, "");
  return findings;
}

/** What is still found when colours have had time to change. */
async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + LONGEST_CHANGE;
  for (;;) {
    const found = await look();
    if (found.length === 0 || Date.now() > end) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs in the page. A sheet made by a script is not the policy's concern. */
function setWide(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = text === "" ? [] : [sheet];
}

/** Runs in the page. */
function moving(): string[] {
  const found = Array.from(document.querySelectorAll("body *")).filter((element) =>
    getComputedStyle(element)
      .transitionDuration.split(", ")
      .some((duration) => duration !== "0s"),
  );
  return found.map((element) => `changes slowly: ${element.tagName} ${element.className}`);
}

/** Runs in the page: what is chosen, pressed or present and looks like what is not. */
function unmarked(): string[] {
  const CHOSEN: readonly [chosen: string, other: string, look: string][] = [
    ['[role="tab"][aria-selected="true"]', '[role="tab"][aria-selected="false"]', ""],
    ["aside nav a[aria-current='page']", "aside nav a:not([aria-current])", ""],
    // Of buttons that stand for the browser's own; the menu of the colours has those.
    ['main input[type="radio"]:checked', 'main input[type="radio"]:not(:checked)', "~ *"],
    ['input[role="switch"]:checked', 'input[role="switch"]:not(:checked)', "~ *"],
  ];
  const findings: string[] = [];
  for (const [chosen, other, look] of CHOSEN) {
    const one = document.querySelector(chosen);
    const another = document.querySelector(other);
    if (!one || !another || lookOf(one, look) !== lookOf(another, look)) continue;
    findings.push(`${chosen} "${one.textContent ?? ""}" looks like the others`);
  }
  for (const track of document.querySelectorAll(".mantine-Switch-track")) {
    if (getComputedStyle(track).borderTopStyle === "none") findings.push("a switch has no edge");
  }
  return findings;

  function lookOf(element: Element, look: string): string {
    const shown = look === "" ? element : (element.nextElementSibling ?? element);
    const { backgroundColor, borderColor, color, outlineStyle } = getComputedStyle(shown);
    return [backgroundColor, borderColor, color, outlineStyle].join();
  }
}

/** Runs in the page: text that is cut off and nowhere else to be read. */
function clipped(): string[] {
  const findings: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("#content *, header *")) {
    const { clipPath, overflowX, textOverflow } = getComputedStyle(element);
    const { clientWidth, scrollWidth, textContent } = element;
    if (!/hidden|clip/.test(overflowX) || scrollWidth - clientWidth < 2 || clientWidth < 2) continue;
    // Text for readers only; and what is shortened with its whole as title.
    if (clipPath !== "none" || !textContent?.trim()) continue;
    if (textOverflow === "ellipsis" && element.closest("[title], [aria-label]")) continue;
    findings.push(
      `"${textContent.trim().slice(0, 60)}" is ${scrollWidth - clientWidth} px wider than its place`,
    );
  }
  return findings;
}
