import { useLayoutEffect } from "react";

/** What had the focus last and could take it: a button that is off while its call runs has lost it by then. */
let latest: Element | null = null;
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof Element) latest = target;
});

/** While the component is shown the page below it is inert; afterwards the focus goes back to where it was. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const before = document.activeElement === document.body ? latest : document.activeElement;
    return () => {
      // The page below stops being inert in the same step as this component goes.
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
    };
  }, []);
}
