import { useLayoutEffect } from "react";

/** While the component is shown the page below it is inert; afterwards the focus goes back to where it was. */
export function useFocusReturn(): void {
  useLayoutEffect(() => {
    const before = document.activeElement;
    return () => {
      // The page below stops being inert in the same step as this component goes.
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.focus());
    };
  }, []);
}
