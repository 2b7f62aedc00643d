/** Loads the page anew without being asked to: what it belongs to is gone, or is back. */
import { canReload, isHeld, isLeaving, reloadPage } from "./leave-page.ts";

const RELOADED = "hubwart.reloaded";
/** Two failures within this time are no outdated page but a broken one. */
const AGAIN_AFTER = 30_000;

/** Where nothing that was typed would be lost, and it was not tried a moment ago. @returns whether there is a page to be had */
export async function reloadOnce(): Promise<boolean> {
  if (!(await canReload())) return false;
  if (!isLeaving() && !isHeld() && remembered()) reloadPage();
  return true;
}

function remembered(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED));
    if (Date.now() - last < AGAIN_AFTER) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return true;
  } catch {
    // It might go on for ever: the page says itself that it should be loaded anew.
    return false;
  }
}
