/** Loads another page for good; unsaved changes do not hold it back. */
import { LIMITS } from "@hubwart/contract";

let leaving = false;

export function leavePage(to: string): void {
  leaving = true;
  window.location.replace(to);
}

export function reloadPage(): void {
  leaving = true;
  window.location.reload();
}

/** True once the page is being left on purpose. */
export function isLeaving(): boolean {
  return leaving;
}

/**
 * Whether the page could be loaded anew. While the device is away that would end at an error page of the browser, from which nothing
 * leads back.
 */
export async function canReload(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(LIMITS.infoTimeout);
    return (await fetch(window.location.pathname, { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

/** Whether something that was typed would be lost: whoever holds the page says so as when its tab is closed. */
export function isHeld(): boolean {
  const question = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(question);
  return question.defaultPrevented;
}
