/**
 * Stars of channels, kept for each project and alike for everybody.
 *
 * Invariants: a change is made of single channels, so that two browsers never overwrite each other's; at most `watchlistMax` for a
 * project, and no more projects than `MOST_PROJECTS`: the one that was starred longest ago is forgotten.
 */
import { LIMITS } from "@hubwart/contract";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";

const MOST_PROJECTS = 20;

const setting = defineSetting({
  name: "trace.stars",
  schema: z.object({
    projects: z.array(z.object({ project: z.string(), channels: z.array(z.string()) })),
  }),
  fallback: { projects: [] },
});

export interface StarChange {
  project: string;
  add: readonly string[];
  remove: readonly string[];
}

export class Stars {
  readonly #settings: Pick<Store["settings"], "read" | "write">;
  readonly #now: () => number;

  constructor(settings: Pick<Store["settings"], "read" | "write">, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  of(project: string): string[] {
    return this.#projects.find((each) => each.project === project)?.channels ?? [];
  }

  /** @returns all of the project after it. What does not fit is left out. */
  change({ add, project, remove }: StarChange): string[] {
    const before = this.of(project);
    const stay = before.filter((chan) => !remove.includes(chan));
    const channels = [...new Set([...stay, ...add])].slice(0, LIMITS.watchlistMax);
    const others = this.#projects.filter((each) => each.project !== project);
    const projects = channels.length === 0 ? others : [...others, { project, channels }];
    this.#settings.write(setting, { projects: projects.slice(-MOST_PROJECTS) }, this.#now());
    return channels;
  }

  get #projects() {
    return this.#settings.read(setting).projects;
  }
}
