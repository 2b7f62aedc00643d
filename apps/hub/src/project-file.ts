/** The project on disk: which version is current, and that version in compiled form. */
import path from "node:path";
import { type DataLayout, isMissing, readFileIfThere, readOwnText } from "@hubwart/core";
import type { CompiledProject } from "@hubwart/project/compiled";
import { texts } from "./texts.ts";

export interface LoadedProject {
  version: string;
  project: CompiledProject;
}

/** A project that cannot be loaded. German. */
export class ProjectFileError extends Error {}

/** undefined if no project is chosen. @throws ProjectFileError */
export async function loadCurrentProject(layout: DataLayout): Promise<LoadedProject | undefined> {
  const version = currentVersion(await readFileIfThere(layout.currentProject));
  if (version === undefined) return undefined;
  const file = path.join(layout.projectVersions, version, "compiled.json");
  let project: unknown;
  try {
    project = JSON.parse(await readOwnText(file));
  } catch (error) {
    if (isMissing(error)) throw new ProjectFileError(texts.projectGone);
    throw new ProjectFileError(texts.projectDamaged);
  }
  if (!isProject(project)) {
    throw new ProjectFileError(texts.projectOfOther);
  }
  return { version, project };
}

function currentVersion(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new ProjectFileError(texts.projectUnknown);
  }
  const version = typeof raw === "object" && raw !== null && "version" in raw ? raw.version : undefined;
  if (version === null || version === undefined) return undefined;
  // A version is a folder's name; anything with a path in it is none of ours.
  if (typeof version !== "string" || !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(version)) {
    throw new ProjectFileError(texts.projectUnknown);
  }
  return version;
}

/** A pod's id names its token's file and its process's argument. */
function hasPodId(pod: unknown): boolean {
  return (
    typeof pod === "object" &&
    pod !== null &&
    "id" in pod &&
    typeof pod.id === "string" &&
    /^[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+$/.test(pod.id)
  );
}

function isProject(raw: unknown): raw is CompiledProject {
  return (
    typeof raw === "object" &&
    raw !== null &&
    "format" in raw &&
    raw.format === 1 &&
    "pods" in raw &&
    Array.isArray(raw.pods) &&
    raw.pods.every(hasPodId) &&
    "links" in raw &&
    Array.isArray(raw.links) &&
    "constants" in raw &&
    Array.isArray(raw.constants)
  );
}
