/** Events of the whole page. Called once by the entry, before anything is shown. */
import { isLeaving, reloadPage } from "../lib/leave-page.ts";
import { panelToken } from "../lib/panel-mode.ts";
import { isPatient } from "../lib/patient-import.ts";
import { overlay } from "../overlay/overlay-store.ts";
import { session } from "../session/session.ts";
import { tokenStore } from "../session/token-store.ts";

/**
 * While the page is covered, Escape must not close a dialog below the cover: what was typed there would be lost.
 * Dialogs listen on the window as well; this listener is older and so hears the key first.
 */
export function keepEscapeFromBelow(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      const covered = session.state.phase === "expired" || overlay.current.kind !== "none";
      if (event.key === "Escape" && covered) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

const RELOADED = "hubwart.reloaded";
/** Two failures within this time are no outdated page but a broken one. */
const AGAIN_AFTER = 30_000;

/** A part of the page that no longer exists means that the appliance was updated: load the new page, once. */
export function reloadOnNewVersion(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (isPatient() || isLeaving() || Date.now() - last < AGAIN_AFTER) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED, String(Date.now()));
    reloadPage();
  });
}

/** The page of a wall panel asks with its link. One that is opened where the console is differs behind the `#` alone. */
export function beginPanel(): void {
  const token = panelToken(location);
  if (token !== undefined) tokenStore.takeOwn(token);
  window.addEventListener("hashchange", () => {
    if (panelToken(location) !== undefined) reloadPage();
  });
}
