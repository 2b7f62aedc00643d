/** The window's title: "{page} – {product} [{host name}]", "?" for an unknown host name. */
import { useEffect } from "react";
import { useInfo } from "../api/info.ts";
import { rememberDevice } from "../lib/first-page.ts";

export const UNKNOWN_HOST = "?";

export function useProduct(): { product: string; hostname: string } {
  const info = useInfo().data;
  return { product: info?.product ?? "Hubwart", hostname: info?.system.host.hostname || UNKNOWN_HOST };
}

/** `page` before the rest; undefined for none, null to leave the title to another part of the page. */
export function useWindowTitle(page?: string | null): void {
  const { product, hostname } = useProduct();
  const device = `${product} [${hostname}]`;
  useEffect(() => {
    if (page !== null) document.title = page === undefined ? device : `${page} – ${device}`;
  }, [page, device]);
  useEffect(() => {
    if (hostname !== UNKNOWN_HOST) rememberDevice(device);
  }, [device, hostname]);
}
