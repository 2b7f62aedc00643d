/**
 * Loads a part of the page while somebody works on something that a reload would cost. Elsewhere a part that cannot be had means an
 * outdated page, which is loaded anew (`app/page-events.ts`); here whoever asked for it says so.
 */
let under = 0;

export async function patientImport<T>(load: () => Promise<T>): Promise<T> {
  under += 1;
  try {
    return await load();
  } finally {
    under -= 1;
  }
}

export const isPatient = (): boolean => under > 0;
