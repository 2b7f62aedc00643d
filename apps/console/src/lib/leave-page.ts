/** Loads another page for good; unsaved changes do not hold it back. */
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
