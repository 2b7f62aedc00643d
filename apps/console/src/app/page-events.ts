/** Events of the whole page. Called once by the entry, before anything is shown. */
import { canReload, isHeld, isLeaving, reloadPage } from "../lib/leave-page.ts";
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

/**
 * A part of the page that no longer exists means that the appliance was updated: load the new page, once. Not while something that was
 * typed would be lost, nor while the device is away, which looks the same; a link that the pointer passes asks for a part already.
 */
export function reloadOnNewVersion(): void {
  window.addEventListener("vite:preloadError", () => {
    if (!isPatient()) void reloadOnce();
  });
}

async function reloadOnce(): Promise<void> {
  if (!(await canReload()) || isLeaving() || isHeld()) return;
  try {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (Date.now() - last < AGAIN_AFTER) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Nothing can be remembered, so it might go on for ever: the page says itself that it should be loaded anew.
    return;
  }
  reloadPage();
}

/** The page of a wall panel asks with its link. One that is opened where the console is differs behind the `#` alone. */
export function beginPanel(): void {
  const token = panelToken(location);
  if (token !== undefined) tokenStore.takeOwn(token);
  window.addEventListener("hashchange", () => {
    if (panelToken(location) !== undefined) reloadPage();
  });
}
