/** What is to be hit with a finger and is too small for it (WCAG 2.2, 2.5.8). */
import type { Page } from "playwright-core";

export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(findSmall);

/** Runs in the page. */
function findSmall(): string[] {
  /** CSS px. */
  const LEAST = 24;
  /** Boxes lie between pixels. */
  const SLACK = 0.5;
  const KINDS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=menuitem], [role=option]";
  const targets = Array.from(document.querySelectorAll(KINDS)).filter(reachable).map(boxOf);
  const seen = targets.filter(({ box }) => box.width > 1 && box.height > 1);
  const faults = new Set<string>();
  for (const { element, box } of seen) {
    if (box.width >= LEAST - SLACK && box.height >= LEAST - SLACK) continue;
    if (withinText(element) || drawnByBrowser(element)) continue;
    const near = seen.find(
      (other) => other.element !== element && !related(element, other.element) && crowds(box, other.box),
    );
    if (near) {
      const size = `${box.width.toFixed(0)} × ${box.height.toFixed(0)} px`;
      faults.add(`too small: ${nameOf(element)} (${size}), beside ${nameOf(near.element)}`);
    }
  }
  return [...faults];

  function reachable(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (element.matches(":disabled, [inert] *, [aria-hidden=true] *")) return false;
    // For readers of the screen only.
    for (let frame: Element | null = element; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).clipPath !== "none") return false;
    }
    const frame = element.closest("dialog, [role=dialog]");
    const modal = document.querySelector("[role=dialog][aria-modal=true]");
    return !modal || frame === modal;
  }

  /** A label is hit instead of what it names. */
  function boxOf(element: Element): { element: Element; box: DOMRect } {
    const boxes = [element.getBoundingClientRect()];
    if (element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)) {
      for (const label of element.labels ?? []) boxes.push(label.getBoundingClientRect());
    }
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const right = Math.max(...boxes.map((box) => box.right));
    const bottom = Math.max(...boxes.map((box) => box.bottom));
    return { element, box: new DOMRect(left, top, right - left, bottom - top) };
  }

  /** Its line decides how high it is. */
  function withinText(element: Element): boolean {
    if (getComputedStyle(element).display !== "inline") return false;
    const around = element.parentElement?.textContent.trim() ?? "";
    return around.length > element.textContent.trim().length;
  }

  function drawnByBrowser(element: Element): boolean {
    return element instanceof HTMLInputElement && element.type === "file";
  }

  function related(one: Element, other: Element): boolean {
    return one.contains(other) || other.contains(one);
  }

  /** A circle of 24 px around the middle of the small one reaches into the other, or into the other's circle where that is small too. */
  function crowds(small: DOMRect, other: DOMRect): boolean {
    const [x, y] = [small.left + small.width / 2, small.top + small.height / 2];
    const across = Math.max(other.left - x, 0, x - other.right);
    const down = Math.max(other.top - y, 0, y - other.bottom);
    if (Math.hypot(across, down) < LEAST / 2 - SLACK) return true;
    if (other.width >= LEAST - SLACK && other.height >= LEAST - SLACK) return false;
    const apart = Math.hypot(other.left + other.width / 2 - x, other.top + other.height / 2 - y);
    return apart < LEAST - SLACK;
  }

  function nameOf(element: Element): string {
    const text = element.getAttribute("aria-label") ?? element.textContent.trim();
    return `${element.tagName.toLowerCase()} “${text.slice(0, 40)}”`;
  }
}
