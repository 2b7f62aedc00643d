/** One part of what a site is to be set to: how it is looked at there, and how it is made so. */
import type { DesiredSettings } from "@hubwart/fleet";
import type { SiteCalls } from "../bus/site-calls.ts";

export interface Looked {
  /** False where nothing is wanted. */
  differs: boolean;
  /** What, one sentence each, where the part's name alone does not say it. */
  details: readonly string[];
  /** Names of wished people who have no password there yet. */
  waiting: readonly string[];
}

export interface Setting {
  /** @throws UnavailableError with what the site said */
  look(site: SiteCalls, wanted: DesiredSettings): Promise<Looked>;
  /** @returns what the site refused of it, one sentence each. @throws UnavailableError with what the site said */
  make(site: SiteCalls, wanted: DesiredSettings): Promise<readonly string[]>;
}
