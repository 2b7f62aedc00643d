import type { CompiledProject } from "./compiled.ts";
import type { Places } from "./places.ts";
import type { ProjectError } from "./project-error.ts";

export interface CompileResult {
  /** Absent when there is at least one entry of level `error`. */
  compiled?: CompiledProject;
  /** Hex SHA-256 of the canonical compiled JSON; empty without `compiled`. */
  hash: string;
  /** Errors and warnings: of the files first, then table by table. */
  errors: ProjectError[];
  /** Names of what the archive held, in its order; empty for a lone file. */
  files: string[];
  /** Of what tables were read. */
  places?: Places;
}
