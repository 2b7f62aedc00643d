/**
 * Where the focus goes when what had it is taken away. A browser lets it fall to the page, so that keyboards and screen readers
 * begin anew at its top:
 *
 *     a button is switched off while its action runs   → it has the focus again when it is on
 *     a button is switched off and stays so            → the heading of its box
 *     a dialog goes that was made open                 → what had the focus below it; `otherwise`, where nothing had
 *     a row goes with its own button                   → the last button of the row in its place
 *     whatever else goes                               → `otherwise`
 *
 * Whoever clicks beside everything, or scrolls a row out of sight, wanted that.
 */

/** Others that place the focus, dialogs above all, come first; ms. */
const SETTLE = 80;
/** Rows go within this time because of scrolling, ms. */
const SCROLLED = 300;
/** A button that is off for this long, and not because its action runs, stays so, ms. */
const STAYS_OFF = 1_000;
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1'])";
const MODAL = 'dialog[open], [aria-modal="true"]';

interface Place {
  element: HTMLElement;
  /** From the element up to the root: each parent, and which child the way leads through. */
  way: readonly { parent: Element; index: number }[];
}

/** `root` is the page, without dialogs. Until the returned function is called. */
export function keepFocus(root: HTMLElement, otherwise: () => void): () => void {
  let last: HTMLElement | undefined;
  /** The last one in the page. */
  let place: Place | undefined;
  let scrolled = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let offTimer: ReturnType<typeof setTimeout> | undefined;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    if (root.contains(target)) place = { element: target, way: wayOf(target, root) };
  }
  function left({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget !== null) return;
    setTimeout(() => {
      if (isLost() && target === last && last && isUsable(last)) last = place = undefined;
    });
  }
  function look(): void {
    if (timer === undefined && last && isLost()) timer = setTimeout(mend, SETTLE);
  }
  function mend(): void {
    timer = undefined;
    if (!last || !isLost() || root.closest("[inert]")) return;
    if (isUsable(last)) {
      if (!document.querySelector(MODAL) || last.closest(MODAL)) last.focus({ preventScroll: true });
      return;
    }
    if (document.querySelector(MODAL)) return;
    if (!place) {
      // A dialog that the address opened, before anything below it was touched.
      if (!last.isConnected) otherwise();
      return;
    }
    if (last.isConnected) {
      // Off, and perhaps soon on again.
      clearTimeout(offTimer);
      offTimer = setTimeout(goToHeading, STAYS_OFF);
      return;
    }
    if (performance.now() - scrolled < SCROLLED) {
      last = place = undefined;
      return;
    }
    const target = isUsable(place.element) ? place.element : inPlaceOf(place);
    if (target) target.focus({ preventScroll: true });
    else otherwise();
  }
  function goToHeading(): void {
    if (!last?.isConnected || !isLost() || isUsable(last) || last.matches("[data-loading]")) return;
    if (root.closest("[inert]") || document.querySelector(MODAL)) return;
    const heading = last.closest("form, section")?.closest("section")?.querySelector<HTMLElement>("h2, h3");
    if (!heading) return otherwise();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  const noteScroll = (): void => {
    scrolled = performance.now();
  };

  const observer = new MutationObserver(look);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "data-loading"],
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", left);
  document.addEventListener("scroll", noteScroll, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(offTimer);
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", left);
    document.removeEventListener("scroll", noteScroll, { capture: true });
  };
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && !element.closest("[inert]");
}

function wayOf(element: HTMLElement, root: HTMLElement): Place["way"] {
  const way: { parent: Element; index: number }[] = [];
  for (let child: Element = element; child !== root && child.parentElement; child = child.parentElement) {
    way.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return way;
}

/** The last thing that takes the focus in what has moved up. */
function inPlaceOf({ way }: Place): HTMLElement | undefined {
  const kept = way.find(({ parent }) => parent.isConnected);
  if (!kept) return undefined;
  const { children } = kept.parent;
  const next = children[Math.min(kept.index, children.length - 1)];
  return [...(next?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].findLast(isUsable);
}
