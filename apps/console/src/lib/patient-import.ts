/**
 * Loads a part of the page while somebody works on something that a reload would cost. Elsewhere a part that cannot be had means an
 * outdated page, which is loaded anew (`app/page-events.ts`); here whoever asked for it says so.
 */
export async function patientImport<T>(load: () => Promise<T>): Promise<T> {
  // Before the one that loads the page anew: on the target itself those for the way down come first.
  addEventListener("vite:preloadError", keep, { capture: true });
  try {
    return await load();
  } finally {
    removeEventListener("vite:preloadError", keep, { capture: true });
  }
}

const keep = (event: Event): void => event.stopImmediatePropagation();
