/**
 * Which pages are for whom: for each, the level of the call that it is about, and whether that call tells the whole project.
 * `rights.test.ts` holds it against the contract, whose calls the first page does not load for this.
 */
import { includes, type Level } from "@hubwart/contract";
import type { Me } from "../api/info.ts";
import type { NavAddress } from "./shell/nav-groups.ts";

export interface PageRight {
  needs: Level;
  /** Not for who is kept to some channels. */
  whole?: true;
  /** For people of the device itself, not for those of a central. */
  here?: true;
}

export const PAGES: Readonly<Record<NavAddress, PageRight>> = {
  "/": { needs: "see" },
  "/view": { needs: "see" },
  "/runtime/alarms": { needs: "see" },
  "/runtime/schedules": { needs: "see" },
  "/runtime/energy": { needs: "see" },
  "/pods": { needs: "see" },
  "/container": { needs: "see" },
  "/project/edit": { needs: "engineer", whole: true },
  "/project/check": { needs: "engineer", whole: true },
  "/project/upload": { needs: "engineer", whole: true },
  "/project/download": { needs: "engineer", whole: true },
  "/project/versions": { needs: "engineer", whole: true },
  "/resources/const": { needs: "see" },
  "/resources/htdocs": { needs: "engineer" },
  "/resources/certs": { needs: "engineer" },
  "/resources/user": { needs: "admin", whole: true, here: true },
  "/resources/scripts": { needs: "engineer", whole: true },
  "/resources/knxsecure": { needs: "engineer", whole: true },
  "/resources/stores": { needs: "see", whole: true },
  "/system/license": { needs: "see" },
  "/system/network": { needs: "engineer" },
  "/system/people": { needs: "admin", whole: true, here: true },
  "/system/tokens": { needs: "admin", here: true },
  "/system/central": { needs: "admin", here: true },
  "/system/password": { needs: "see", here: true },
  "/system/restart": { needs: "engineer" },
  "/system/update": { needs: "see" },
  "/system/backup": { needs: "admin", whole: true },
  "/runtime/infotohub": { needs: "admin", whole: true },
  "/runtime/logging": { needs: "engineer", whole: true },
  "/runtime/debug": { needs: "see" },
  "/system/audit": { needs: "admin", whole: true },
};

/** The event log of one part of the device, wherever it is shown. */
const LOG = PAGES["/runtime/logging"];
const FREE: PageRight = { needs: "see" };

/** Of the page at this path, or the one it lies below. */
export function rightOf(path: string): PageRight {
  if (path.endsWith("/logging")) return LOG;
  const below = Object.entries(PAGES)
    .filter(([page]) => page !== "/" && (path === page || path.startsWith(`${page}/`)))
    .map(([, right]) => right);
  return below[0] ?? FREE;
}

export const mayOpen = (
  { bounded, kind, level }: Pick<Me, "bounded" | "kind" | "level">,
  path: string,
): boolean => {
  const { here, needs, whole } = rightOf(path);
  return includes(level, needs) && !(bounded && whole) && !(here && kind === "central");
};
