/**
 * Texts on a page that cannot be read as they should: cut off, lying on one another, or hardly different from what
 * is behind them. What scrolls, also under the head of its table, and what is shortened with an ellipsis, is no fault.
 */
import type { Page } from "playwright-core";

export const textsAtFault = (page: Page): Promise<string[]> => page.evaluate(findFaults);

/** Runs in the page. */
function findFaults(): string[] {
  /** Letters reach past their line by this much, px. */
  const SLACK = 2;
  const LEAST_CONTRAST = 4.4;
  const MOST = 4_000;
  interface Text {
    text: string;
    element: Element;
    box: DOMRect;
  }
  const faults = new Set<string>();
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && texts.length < MOST; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = (node.textContent ?? "").trim();
    if (!element || text === "" || element.closest("script, style, noscript, option, .hw-visually-hidden"))
      continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const seen = within(element, box, text);
      if (seen) texts.push({ text, element, box: seen });
    }
    const contrast = contrastOf(element);
    if (contrast < LEAST_CONTRAST && !element.closest(":disabled, [data-disabled], [aria-disabled=true]")) {
      faults.add(`contrast ${contrast.toFixed(2)}: ${text.slice(0, 50)}`);
    }
  }
  texts.sort((a, b) => a.box.top - b.box.top);
  for (const [index, first] of texts.entries()) {
    for (const second of texts.slice(index + 1)) {
      if (second.box.top > first.box.bottom) break;
      if (
        first.element === second.element ||
        first.element.closest("thead") !== second.element.closest("thead")
      )
        continue;
      const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const down = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (across > SLACK && down > 2 * SLACK) {
        faults.add(`on one another: ${first.text.slice(0, 40)} | ${second.text.slice(0, 40)}`);
      }
    }
  }
  const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (sideways > 0) faults.add(`${sideways} px to scroll sideways`);
  return [...faults];

  /** What is left of a text's box; what is cut off is a fault unless it can be scrolled to. */
  function within(element: Element, box: DOMRect, text: string): DOMRect | undefined {
    let { left, top, right, bottom } = box;
    let scrolls = false;
    for (let frame: Element | null = element; frame; frame = frame.parentElement) {
      const style = getComputedStyle(frame);
      // For readers of the screen only.
      if (style.clipPath !== "none") return undefined;
      if (style.overflowX === "visible" && style.overflowY === "visible") {
        if (style.position === "fixed") break;
        continue;
      }
      if (frame === document.body || frame === document.documentElement) break;
      const edge = frame.getBoundingClientRect();
      const cut =
        left < edge.left - SLACK ||
        right > edge.right + SLACK ||
        top < edge.top - 2 * SLACK ||
        bottom > edge.bottom + 2 * SLACK;
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) scrolls = true;
      if (cut && !scrolls && style.textOverflow !== "ellipsis" && !style.webkitLineClamp.match(/\d/)) {
        faults.add(`cut off: ${text.slice(0, 60)}`);
      }
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
      if (right - left < 1 || bottom - top < 1) return undefined;
    }
    return new DOMRect(left, top, right - left, bottom - top);
  }

  function contrastOf(element: Element): number {
    let back = [255, 255, 255, 0];
    for (let frame: Element | null = element; frame && (back[3] ?? 0) < 0.99; frame = frame.parentElement) {
      const colour = partsOf(getComputedStyle(frame).backgroundColor);
      if ((colour[3] ?? 1) > 0) back = colour;
      if (getComputedStyle(frame).backgroundImage !== "none") return 21;
    }
    const [a, b] = [luminance(partsOf(getComputedStyle(element).color)), luminance(back)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }
  /** The browser itself reads any notation of a colour. */
  function partsOf(colour: string): number[] {
    const found = /^rgba?\(([^)]+)\)$/.exec(colour);
    if (found?.[1]) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = found[1].split(/[ ,/]+/).map(Number);
      return [red, green, blue, alpha];
    }
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    if (!context) return [0, 0, 0, 0];
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }
  function luminance(colour: readonly number[]): number {
    const [red = 0, green = 0, blue = 0] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
