/** Whether something is in view, or was: what costs a lot waits until then. */
import { type RefCallback, useCallback, useState } from "react";

/** So much earlier that it is there when one gets there. */
const MARGIN = "200px";

export function useSeen(): readonly [watch: RefCallback<Element>, seen: boolean] {
  const [seen, setSeen] = useState(() => typeof IntersectionObserver === "undefined");
  const watch = useCallback<RefCallback<Element>>((element) => {
    if (!element || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, seen];
}
