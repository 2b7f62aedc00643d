/** Which page is shown, behind the `#` of the address: `#/` all sites, `#/site/<hub>` one, `#/updates` all rollouts, `#/updates/<id>` one, `#/desired` what sites are to be set to, `#/projects` projects for many sites, `#/projects/<id>` one, `#/history` what sites recorded, `#/people` who may sign in, `#/own` how one signs in oneself, `#/invitation/<token>` a link that sets a password. */
import { useSyncExternalStore } from "react";

export const ALL_SITES = "#/";
export const UPDATES = "#/updates";
export const WISHES = "#/desired";
export const PROJECTS = "#/projects";
export const HISTORY = "#/history";
export const PEOPLE = "#/people";
export const OWN = "#/own";
export const invitationAddress = (token: string): string => `#/invitation/${token}`;
export const siteAddress = (hub: string): string => `#/site/${hub}`;
/** Page of its own: the console of the site, as `at-site/` draws it. */
export const consoleAddress = (hub: string): string => `/at/${hub}/`;
export const projectAddress = (id: string): string => `${PROJECTS}/${id}`;
export const rolloutAddress = (id: string): string => `${UPDATES}/${id}`;

export type Place =
  | { page: "sites" }
  | { page: "site"; hub: string }
  | { page: "updates" | "desired" | "projects" | "history" | "people" | "own" }
  | { page: "invitation"; token: string }
  | { page: "update" | "project"; id: string };

/** All sites where it is none of ours. */
export function placeOf(hash: string): Place {
  if (hash === UPDATES) return { page: "updates" };
  if (hash === WISHES) return { page: "desired" };
  if (hash === PROJECTS) return { page: "projects" };
  if (hash === HISTORY) return { page: "history" };
  if (hash === PEOPLE) return { page: "people" };
  if (hash === OWN) return { page: "own" };
  const token = /^#\/invitation\/([A-Za-z0-9_-]{1,200})$/.exec(hash)?.[1];
  if (token !== undefined) return { page: "invitation", token };
  const hub = /^#\/site\/([a-z0-9]{12,32})$/.exec(hash)?.[1];
  if (hub !== undefined) return { page: "site", hub };
  const [, kind, id] = /^#\/(updates|projects)\/([A-Za-z0-9_-]{1,40})$/.exec(hash) ?? [];
  if (id === undefined) return { page: "sites" };
  return { page: kind === "updates" ? "update" : "project", id };
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(
    (listener) => {
      window.addEventListener("hashchange", listener);
      return () => window.removeEventListener("hashchange", listener);
    },
    () => window.location.hash,
  );
  return placeOf(hash);
}
