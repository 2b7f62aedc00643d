/**
 * How the page reaches its appliance: straight, unless an entry of its own says otherwise before anything is asked. `back`: where the
 * page came from, in place of signing out. `noFiles`: why no file is sent this way.
 */
export interface Way {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  noFiles?: string;
  back?: { label: string; go: () => void };
}

export const way: Way = { fetch: (address, init) => fetch(address, init) };
