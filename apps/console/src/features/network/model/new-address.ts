/** Where the console is during a network test, and whether that is where one is already. */
export function consoleAt(address: string): string {
  return new URL("/system/network?tab=network", address).href;
}

/** By name only: the same device answers on its other ports. */
export function isHere(addresses: readonly string[], hostname = window.location.hostname): boolean {
  return addresses.some((address) => URL.canParse(address) && new URL(address).hostname === hostname);
}
