/**
 * Keeps the page while something on it would be lost that is no page of its own, as what was typed into a dialog: asks instead of going
 * where the browser's buttons or a link lead, and has the browser ask before the tab is closed.
 *
 *     useHoldPage(opened, () => touched.current, () => setAsking(true));
 *
 * Without a router, as on the page of a central, only the browser asks.
 */
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { isLeaving } from "./leave-page.ts";

/** @param may whether there may be something to lose */
export function useHoldPage(may: boolean, lost: () => boolean, ask: () => void): void {
  const history = useRouter({ warn: false })?.history;
  const holds = useEffectEvent(() => lost() && !isLeaving());
  const asks = useEffectEvent(ask);
  useEffect(() => {
    if (!may) return;
    const free = history?.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        const stays = currentLocation.pathname === nextLocation.pathname;
        // The page itself notes what is shown in its address.
        if ((stays && (action === "PUSH" || action === "REPLACE")) || !holds()) return false;
        asks();
        return true;
      },
    });
    const beforeUnload = (event: Event): void => {
      if (holds()) event.preventDefault();
    };
    window.addEventListener("beforeunload", beforeUnload);
    return () => {
      free?.();
      window.removeEventListener("beforeunload", beforeUnload);
    };
  }, [history, may]);
}
