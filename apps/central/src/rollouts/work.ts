/** What a rollout does at its sites: brings a version, has them run a project, or what ran there before. */
import type { Level } from "@hubwart/contract";
import type { SiteShown } from "@hubwart/fleet";
import { type Routed, SiteCalls } from "../bus/site-calls.ts";
import { projectFor } from "../projects/base.ts";
import type { Projects } from "../projects/projects.ts";
import { SiteProject } from "../projects/site-project.ts";
import { storedMatcher } from "../register/groups.ts";
import type { Person } from "../register/people.ts";
import type { Sites } from "../register/sites.ts";
import type { Rollout, RolloutEntry } from "./rollout.ts";
import { SiteBack } from "./site-back.ts";
import { SitePublish } from "./site-publish.ts";
import { SiteUpdate } from "./site-update.ts";
import { texts } from "./texts.ts";
import type { SiteWork } from "./verdict.ts";

export interface Work {
  /** What it is, as people call it. */
  title: string;
  /** Who may have it done, at the central and at a site. */
  level: Level;
  /** Said of a site that allows less. */
  mayNot: string;
  /** Whether it is for this site. */
  takes(site: SiteShown, now: number): boolean;
  at(site: RolloutEntry, by: Person): SiteWork;
}

export interface WorkParts {
  routed: Routed;
  projects: Pick<Projects, "current">;
  sites: Pick<Sites, "shown">;
}

export function workOf(of: Pick<Rollout, "project" | "rule" | "version">, parts: WorkParts): Work {
  if (!of.project) return update(of, parts);
  return of.project.back === undefined ? publication(of.project, parts) : putBack(of.project.name, parts);
}

function update({ rule, version }: Pick<Rollout, "rule" | "version">, { routed }: WorkParts): Work {
  return {
    title: version,
    level: "admin",
    mayNot: texts.mayNot,
    takes: rule === "" ? () => true : storedMatcher(rule),
    at: ({ hub }, by) => new SiteUpdate(new SiteCalls(routed, hub, by), version),
  };
}

function publication({ changed, id, name }: NonNullable<Rollout["project"]>, parts: WorkParts): Work {
  const { projects, routed, sites } = parts;
  const now = projects.current(id);
  // Another file, or none, lies there by now.
  const content = now?.changed === changed ? now.content : undefined;
  const named = new Set(content?.sites.map(({ site }) => site));
  const alone = (site: string) => sites.shown().filter((other) => other.name === site).length === 1;
  return {
    title: name,
    level: "engineer",
    mayNot: texts.mayNotPublish,
    takes: (site) => named.has(site.name) && alone(site.name),
    at: (site, by) => {
      const calls = new SiteCalls(routed, site.hub, by);
      const tables = content && named.has(site.name) ? projectFor(content, site.name) : undefined;
      return new SitePublish(calls, new SiteProject(calls, name), tables);
    },
  };
}

/** At the sites that it began with. */
function putBack(name: string, { routed }: WorkParts): Work {
  return {
    title: texts.back(name),
    level: "engineer",
    mayNot: texts.mayNotPublish,
    takes: () => false,
    at: ({ earlier = { version: "", since: "" }, hub }, by) =>
      new SiteBack(new SiteCalls(routed, hub, by), earlier),
  };
}
