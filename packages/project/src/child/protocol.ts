/** What `checkInChild` and the child say to each other over the fork channel. Bulk travels by file. */
import type { ProjectDiff } from "../diff.ts";
import type { ProjectError } from "../project-error.ts";

export type OwnSecrets = readonly (string | number | boolean)[];

/** An interface that would send a secret where it does not go so far. */
export interface AstraySecret {
  /** Full id. */
  pod: string;
  iface: string;
  /** Where it goes so far, for people; empty where that is not known. */
  so_far: string;
  /** It goes there still, less protected or under another authority. */
  weaker: boolean;
}

export interface ChildTask {
  file: string;
  originalName: string;
  folder: string;
  previous?: string;
  edits?: string;
  /** Absolute path of what people changed of schedules, which there need not be. */
  editedSchedules?: string;
  /** All that the caller may know of secrets: whether others would go elsewhere than in `previous` is told. */
  ownSecrets?: OwnSecrets;
  /** `file` is a compiled project too, and all that is asked is what it changes against `previous`. */
  compare?: true;
}

/** What an upload, or a version that was kept, consists of. */
export interface TablesTask {
  tablesOf: {
    /** A compiled project instead of an upload; `source` is then the upload that it came from, where it was kept. */
    compiled?: true;
    source?: { file: string; name: string };
  };
  file: string;
  originalName: string;
  folder: string;
}

/** The tables in `file` (JSON) as a file to upload. */
export interface WriteTask {
  write: true;
  file: string;
  folder: string;
}

export type AnyTask = ChildTask | TablesTask | WriteTask;

export interface ProjectSummary {
  id: string;
  name: string;
  pods: number;
  channels: number;
  /** Names of what an archive held; the first `FILES_LISTED`. */
  files: string[];
}

/** Written by the child into `folder` as `result.json`. */
export interface ChildResult {
  hash: string;
  errors: ProjectError[];
  summary?: ProjectSummary;
  changes?: { diff: ProjectDiff; linkOnly: boolean };
  astray?: AstraySecret[];
}

/** Written by the child into `folder` as `result.json`, where it was asked to compare. */
export type ComparedResult = ProjectDiff;

export const RESULT_FILE = "result.json";
export const COMPILED_FILE = "compiled.json";
/** The constants of the compiled project, for those who need nothing else of it. */
export const CONSTANTS_FILE = "constants.json";
/** Where in the upload its parts stand; absent where no tables were read. */
export const PLACES_FILE = "places.json";
export const TABLES_FILE = "tables.json";
export const PROJECT_FILE = "project";
export const FILES_LISTED = 1_000;
