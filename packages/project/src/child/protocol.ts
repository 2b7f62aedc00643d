/** What `checkInChild` and the child say to each other over the fork channel. Bulk travels by file. */
import type { ProjectDiff } from "../diff.ts";
import type { ProjectError } from "../project-error.ts";

export interface ChildTask {
  file: string;
  originalName: string;
  folder: string;
  previous?: string;
}

/** Written by the child into `folder` as `result.json`. */
export interface ChildResult {
  hash: string;
  errors: ProjectError[];
  summary?: { id: string; name: string; pods: number; channels: number };
  changes?: { diff: ProjectDiff; linkOnly: boolean };
}

export const RESULT_FILE = "result.json";
export const COMPILED_FILE = "compiled.json";
