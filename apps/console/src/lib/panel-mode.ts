/** A wall panel: one page behind a link, with nothing around it. The token stands behind the `#`, which no server and no log sees. */
import { PANEL_TOKEN_PREFIX } from "@hubwart/contract";
import { createContext, useContext } from "react";

const MARK = "#panel=";

/** The address of a panel. */
export const panelAddress = (origin: string, page: string, token: string): string =>
  `${origin}/view/${encodeURIComponent(page)}${MARK}${token}`;

/** The token of a panel's address; undefined for any other. */
export function panelToken({ hash, pathname }: Pick<Location, "hash" | "pathname">): string | undefined {
  if (!pathname.startsWith("/view/") || !hash.startsWith(MARK + PANEL_TOKEN_PREFIX)) return undefined;
  return hash.slice(MARK.length);
}

/** Whether what is shown is shown on a panel. */
export const PanelMode = createContext(false);
export const usePanelMode = (): boolean => useContext(PanelMode);
