/** The window's title: "{product} [{host name}]", "?" for an unknown host name. */
import { useEffect } from "react";
import { useInfo } from "../api/info.ts";
import { rememberDevice } from "../lib/first-page.ts";

export const UNKNOWN_HOST = "?";

export function useProduct(): { product: string; hostname: string } {
  const info = useInfo().data;
  return { product: info?.product ?? "Hubwart", hostname: info?.system.host.hostname || UNKNOWN_HOST };
}

export function useWindowTitle(): void {
  const { product, hostname } = useProduct();
  useEffect(() => {
    document.title = `${product} [${hostname}]`;
    if (hostname !== UNKNOWN_HOST) rememberDevice(document.title);
  }, [product, hostname]);
}
