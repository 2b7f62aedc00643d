/** What an area knows from the compiled project. */
import { readFile } from "node:fs/promises";
import type { CompiledProject } from "@hubwart/project";

/**
 * Made once for each version, whose file never changes. One that could not be read is read again.
 *
 *     const channels = ofProject(compiledFile, new Set(), ({ pods }) => new Set(…));
 *     await channels();
 *
 * @param compiledFile of the current version; undefined without a project
 * @param none what is known without a project
 */
export function ofProject<T>(
  compiledFile: () => string | undefined,
  none: T,
  make: (compiled: CompiledProject, file: string) => T | Promise<T>,
): () => Promise<T> {
  let read: { file: string; made: Promise<T> } | undefined;
  return () => {
    const file = compiledFile();
    if (file === undefined) return Promise.resolve(none);
    if (read?.file === file) return read.made;
    const made = readFile(file, "utf8").then((text) => make(JSON.parse(text) as CompiledProject, file));
    const now = { file, made };
    read = now;
    made.catch(() => {
      if (read === now) read = undefined;
    });
    return made;
  };
}
