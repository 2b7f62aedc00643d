import type { UploadInput } from "./upload-input.ts";

/**
 * How the page reaches its appliance: straight, unless an entry of its own says otherwise before anything is asked. `sendFile`: how a file goes
 * there, in place of one request with all of it. `back`: where the page came from, in place of signing out.
 */
export interface Way {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** @throws SaidError for a file that does not go this way */
  sendFile?: (address: string, input: UploadInput) => Promise<{ status: number; text: string }>;
  back?: { label: string; go: () => void };
}

export const way: Way = { fetch: (address, init) => fetch(address, init) };
