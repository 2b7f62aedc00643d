/** The parts of the page, in the order of its navigation. */
import { fleetPeopleTexts, fleetTexts } from "../texts/index.ts";
import { ALL_SITES, HISTORY, OWN, PEOPLE, type Place, PROJECTS, UPDATES, WISHES } from "./place.ts";

export const PARTS = {
  sites: { title: fleetTexts.sites, address: ALL_SITES },
  updates: { title: fleetTexts.rollout.title, address: UPDATES },
  projects: { title: fleetTexts.project.title, address: PROJECTS },
  history: { title: fleetTexts.history.title, address: HISTORY },
  desired: { title: fleetTexts.desired.title, address: WISHES },
  people: { title: fleetPeopleTexts.people.title, address: PEOPLE },
  /** Reached by the menu with one's name. */
  own: { title: fleetPeopleTexts.own.title, address: OWN },
} as const;
export type Part = keyof typeof PARTS;

export function partOf({ page }: Place): Part {
  if (page === "desired" || page === "history" || page === "own" || page === "people") return page;
  if (page === "project" || page === "projects") return "projects";
  return page === "updates" || page === "update" ? "updates" : "sites";
}
