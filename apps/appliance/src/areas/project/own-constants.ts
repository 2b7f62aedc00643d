/** The constants of the current version, read once for each version: versions never change. */
import { readFileIfThere } from "@hubwart/core";
import type { CompiledConstant, CompiledProject } from "@hubwart/project";
import type { VersionStore } from "./versions.ts";

export interface ProjectConstants {
  /** Of the project; another one after every upload and every activation. */
  version: string;
  /** Unix seconds. */
  uploaded: number;
  constants: readonly CompiledConstant[];
  /** Names of what the uploaded archive held. */
  files: readonly string[];
}

/** @returns a reader; undefined without a project */
export function constantsReader(versions: VersionStore): () => Promise<ProjectConstants | undefined> {
  let last: ProjectConstants | undefined;
  return async () => {
    const current = versions.current();
    if (!current) return undefined;
    const { version, meta } = current;
    if (last?.version === version) return last;
    const { uploaded, files = [] } = meta;
    last = { version, uploaded, files, constants: await constantsOf(versions, version) };
    return last;
  };
}

async function constantsOf(versions: VersionStore, version: string): Promise<CompiledConstant[]> {
  const own = await readFileIfThere(versions.file(version, "constants.json"));
  if (own !== undefined) return JSON.parse(own) as CompiledConstant[];
  // Versions of earlier releases have them in the compiled project only.
  const compiled = await readFileIfThere(versions.file(version, "compiled.json"));
  return compiled === undefined ? [] : (JSON.parse(compiled) as CompiledProject).constants;
}
