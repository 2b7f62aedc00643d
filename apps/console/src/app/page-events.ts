/** Events of the whole page. Called once by the entry, before anything is shown. */
import { LIMITS } from "@hubwart/contract";
import { canReload, reloadPage } from "../lib/leave-page.ts";
import { panelToken } from "../lib/panel-mode.ts";
import { isPatient } from "../lib/patient-import.ts";
import { reloadOnce } from "../lib/reload-once.ts";
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

/**
 * A part of the page that no longer exists means that the appliance was updated: load the new page, once. Not while something that was
 * typed would be lost, nor while the device is away, which looks the same; a link that the pointer passes asks for a part already.
 */
export function reloadOnNewVersion(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    const [, stylesheet] = /preload CSS for (.+)/.exec(payload.message) ?? [];
    if (stylesheet !== undefined) void fetchAgain(stylesheet);
    if (!isPatient()) void reloadOnce();
  });
}

/** Vite asks for a stylesheet once, whatever comes of it: the part would stay without its look. */
async function fetchAgain(href: string): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, LIMITS.restartPoll));
  while (!(await linked(href)) && !(await canReload()));
}

function linked(href: string): Promise<boolean> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve(true));
    link.addEventListener("error", () => {
      link.remove();
      resolve(false);
    });
    document.head.append(link);
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
