/** One project over many sites: a workbook with a row of values for each, and how each site's own project differs from it. Calls of the central, below `/api`. */
import { answer, call, describe, projectError, projectRun } from "@hubwart/contract";
import * as z from "zod/mini";
import { HUB_ID } from "./subjects.ts";

const OURS = { origin: "ours", channels: "none", access: "session" } as const;

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/));
const hub = z.string().check(z.regex(HUB_ID));
const line = (most: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(most), z.regex(/^\P{C}*$/u));
const millis = (what: string) => describe(z.number(), `ms since the epoch; ${what}`);

/** Bytes of an uploaded workbook; in base64 a third more. */
export const LONGEST_BASE_PROJECT = 8 * 1024 * 1024;

const row = {
  id: z.string(),
  name: z.string(),
  filename: z.string(),
  changed: millis("when it was uploaded"),
  by: describe(z.string(), "who uploaded it"),
  sites: describe(z.int(), "rows of its table `sites`"),
};
export const baseProjectRow = z.object(row);
export type BaseProjectRow = z.output<typeof baseProjectRow>;

/** How a site is, worst first. `errors`: the project for it has errors. `unknown`: it was not asked, or did not answer. */
export const PROJECT_SITE_STATES = ["errors", "unknown", "differs", "same"] as const;

export const projectSite = z.object({
  site: describe(z.string(), "as the table `sites` names it"),
  hub: z.optional(describe(hub, "absent where there is no site of this name")),
  state: z.enum(PROJECT_SITE_STATES),
  reason: describe(
    z.string(),
    "why nothing is known of it, the first error, or that nothing runs there; German, otherwise empty",
  ),
  changes: describe(z.int(), "pods, channels, links and the like that differ from what runs there"),
  at: describe(z.number(), "ms since the epoch when it answered; 0: it was not asked"),
});
export type ProjectSite = z.output<typeof projectSite>;

export const centralProjects = call({
  ...OURS,
  method: "GET",
  path: "/projects",
  summary: "Projects for many sites, by name.",
  needs: "engineer",
  mutates: false,
  answer: answer({ projects: z.array(baseProjectRow) }),
});

export const centralProject = call({
  ...OURS,
  method: "GET",
  path: "/projects/one",
  summary: "One of them, and how each of its sites was when it was last asked.",
  needs: "engineer",
  mutates: false,
  query: z.object({ id }),
  answer: answer({
    project: baseProjectRow,
    parameters: describe(z.array(z.string()), "columns of the table `sites`"),
    sites: z.array(projectSite),
    asking: describe(z.boolean(), "sites are being asked"),
  }),
});

export const centralProjectSave = call({
  ...OURS,
  method: "POST",
  path: "/projects/save",
  summary:
    "Keeps a workbook whose table `sites` has a row of values for each site; `{{column}}` in another table stands for the site's value. Nothing is changed at any site.",
  needs: "engineer",
  mutates: true,
  bodyLimit: 12 * 1024 * 1024,
  body: z.object({
    id: z.optional(describe(id, "the one to put in place of; otherwise another one is added")),
    name: line(60),
    filename: line(200),
    file: describe(
      z
        .string()
        .check(z.maxLength(Math.ceil((LONGEST_BASE_PROJECT * 4) / 3) + 4), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
      "base64; at most 8 MiB",
    ),
  }),
  answer: answer({ id: z.string() }),
});

export const centralProjectRemove = call({
  ...OURS,
  method: "POST",
  path: "/projects/remove",
  summary: "Removes one. What runs at sites stays.",
  needs: "engineer",
  mutates: true,
  body: z.object({ id }),
  answer: answer({}),
});

export const centralProjectLook = call({
  ...OURS,
  method: "POST",
  path: "/projects/look",
  summary:
    "Has each site check the project as an upload would be checked, and say how it differs from what runs there. Answers at once.",
  needs: "engineer",
  mutates: false,
  body: z.object({ id }),
  answer: answer({}),
});

const { changes, links } = projectRun.answer.def.shape;
export const centralProjectDifference = call({
  ...OURS,
  method: "GET",
  path: "/projects/difference",
  summary: "What differs at one site, as it said when it was last asked.",
  needs: "engineer",
  mutates: false,
  query: z.object({ id, hub }),
  answer: answer({ changes, links, errors: z.array(projectError) }),
});

export const projectCalls = {
  centralProjects,
  centralProject,
  centralProjectSave,
  centralProjectRemove,
  centralProjectLook,
  centralProjectDifference,
};
