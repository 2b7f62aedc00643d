/** What a rollout does at its sites: brings a version, has them run a project, or what ran there before. */
import type { Level } from "@hubwart/contract";
import type { SiteShown } from "@hubwart/fleet";
import { type Routed, SiteCalls } from "../bus/site-calls.ts";
import { projectFor } from "../projects/base.ts";
import type { Projects } from "../projects/projects.ts";
import { SiteProject } from "../projects/site-project.ts";
import { storedMatcher } from "../register/groups.ts";
import type { Person } from "../register/people.ts";
import { type Rollout, type RolloutEntry, wasTried } from "./rollout.ts";
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
  /** @throws UnavailableError, NotFoundError: what is to be done is not known any more */
  at(site: Pick<RolloutEntry, "hub" | "name">, by: Person): SiteWork;
}

export interface WorkParts {
  routed: Routed;
  projects: Pick<Projects, "current">;
  sites: () => readonly SiteShown[];
  now: () => number;
  /** @throws NotFoundError */
  rollout: (id: string) => Rollout;
}

export function workOf(of: Pick<Rollout, "project" | "rule" | "version">, parts: WorkParts): Work {
  if (of.project?.back !== undefined) return putBack(of.project.name, parts.rollout(of.project.back), parts);
  return of.project ? publication(of.project, parts) : update(of, parts);
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

function publication(project: NonNullable<Rollout["project"]>, parts: WorkParts): Work {
  const { projects, routed, sites } = parts;
  const content = () => {
    const now = projects.current(project.id);
    return now.changed === project.changed ? now.content : undefined;
  };
  return {
    title: project.name,
    level: "engineer",
    mayNot: texts.mayNotPublish,
    takes: ({ name }) =>
      content()?.sites.some(({ site }) => site === name) === true &&
      sites().filter((other) => other.name === name).length === 1,
    at: ({ hub, name }, by) => {
      const calls = new SiteCalls(routed, hub, by);
      const found = content();
      const tables = found?.sites.some(({ site }) => site === name) ? projectFor(found, name) : undefined;
      return new SitePublish(calls, new SiteProject(calls, project.name), tables, parts.now);
    },
  };
}

/** At those that the other rollout reached and that ran something before. */
function putBack(name: string, other: Rollout, { now, routed }: WorkParts): Work {
  const reached = new Map(
    other.sites
      .filter((entry) => entry.was !== undefined && wasTried(entry))
      .map((entry) => [entry.hub, entry]),
  );
  return {
    title: texts.back(name),
    level: "engineer",
    mayNot: texts.mayNotPublish,
    takes: ({ hub }) => reached.has(hub),
    at: ({ hub }, by) => {
      const entry = reached.get(hub);
      return new SiteBack(
        new SiteCalls(routed, hub, by),
        { version: entry?.was ?? "", since: entry?.target ?? "" },
        now,
      );
    },
  };
}
