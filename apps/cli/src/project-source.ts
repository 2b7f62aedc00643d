/** A project from wherever it lies: a workbook, an archive, a folder of CSV files, a compiled project, the running one. */
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { dataLayout, isMissing, readFileIfThere } from "@hubwart/core";
import { podSchemas } from "@hubwart/pods/schemas";
import {
  type CompiledProject,
  type CompileResult,
  compileProject,
  hashProject,
  loadLua,
  type ProjectFile,
  problemInCompiled,
  readProject,
  type TablesInput,
  tablesBehind,
} from "@hubwart/project";
import { type Output, UsageError } from "./command.ts";
import { dataDir } from "./data-dir.ts";
import { errorLines } from "./project-report.ts";
import { texts } from "./texts.ts";
import { systemText } from "./writing.ts";

export interface ProjectSource {
  /** As it is named on the command line. */
  place: string;
  result: CompileResult;
  /** What an upload would consist of; none of a compiled project. */
  files: readonly ProjectFile[];
  /** The upload that a compiled project came from, where the device kept it. */
  kept?: ProjectFile;
}

/** @throws UsageError where there is nothing to read */
export async function loadProject(place: string): Promise<ProjectSource> {
  if (place.toLowerCase().endsWith(".json")) {
    const compiled = asCompiled(await contentOf(place), place);
    return { place, files: [], result: { compiled, hash: hashProject(compiled), errors: [], files: [] } };
  }
  const files = await filesOf(place);
  return { place, files, result: await compileProject({ files }, { schemas: podSchemas }) };
}

/** The one that a command is given: a place, or the running one. @throws UsageError for both, neither or several */
export function sourceGiven(
  [place, ...more]: readonly string[],
  running: boolean | undefined,
): () => Promise<ProjectSource> {
  if (more.length > 0 || (place === undefined) !== (running === true)) throw new UsageError(texts.oneProject);
  return place === undefined ? loadRunning : () => loadProject(place);
}

/** The compiled project; undefined for one with errors, which are told. */
export function compiledOf({ place, result }: ProjectSource, output: Output): CompiledProject | undefined {
  if (result.compiled) return result.compiled;
  output.err(texts.notValidSee(place));
  for (const line of errorLines(result.errors)) output.err(line);
  return undefined;
}

/** What the hub runs, from the device's own shell. */
export async function loadRunning(): Promise<ProjectSource> {
  const layout = dataLayout(dataDir());
  const place = texts.runningProject;
  const { version } = JSON.parse((await readFileIfThere(layout.currentProject)) ?? "{}") as {
    version?: unknown;
  };
  if (typeof version !== "string" || !/^[0-9]{1,12}$/.test(version)) {
    throw new UsageError(texts.noRunningProject(layout.root));
  }
  const folder = path.join(layout.projectVersions, version);
  const compiled = asCompiled(await contentOf(path.join(folder, "compiled.json")), place);
  const source = {
    place,
    files: [],
    result: { compiled, hash: hashProject(compiled), errors: [], files: [] },
  };
  const bytes = await readFile(path.join(folder, "upload")).catch(() => undefined);
  const { filename = "projekt.xlsx" } = JSON.parse(
    (await readFileIfThere(path.join(folder, "meta.json"))) ?? "{}",
  ) as {
    filename?: string;
  };
  return bytes ? { ...source, kept: { name: filename, bytes } } : source;
}

/** Its tables as they stand, or rebuilt where nothing is kept. */
export async function tablesOfSource(
  source: ProjectSource,
  compiled: CompiledProject,
): Promise<TablesInput & { rebuilt: boolean }> {
  const files = source.kept ? [source.kept] : source.files;
  const read = files.length > 0 ? await readProject(files, podSchemas) : undefined;
  return await tablesBehind(compiled, read, { schemas: podSchemas, loadLua });
}

/** What a folder holds of a project, below it as well; what begins with a dot is not looked at. */
export async function filesOf(place: string): Promise<ProjectFile[]> {
  const found = await stat(place).catch((error: unknown) => unreadable(place, error));
  if (!found.isDirectory()) return [{ name: path.basename(place), bytes: await contentOf(place) }];
  const names = await projectNames(place);
  if (names.length === 0) throw new UsageError(texts.noTables(place));
  return await Promise.all(
    names.map(async (name) => ({ name, bytes: await contentOf(path.join(place, name)) })),
  );
}

/** Of a project in a folder, which need not be there. */
export async function projectNames(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw new UsageError(texts.folderUnreadable(folder, systemText(error)));
  });
  return names.filter((name) => /\.(csv|lua|xlsx|xlsm)$/i.test(name) && !/(^|\/)[.~]/.test(name)).sort();
}

async function contentOf(file: string): Promise<Buffer> {
  return await readFile(file).catch((error: unknown) => unreadable(file, error));
}

function unreadable(file: string, error: unknown): never {
  throw new UsageError(texts.fileUnreadable(file, systemText(error)));
}

function asCompiled(bytes: Buffer, place: string): CompiledProject {
  let raw: unknown;
  try {
    raw = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new UsageError(texts.noJson(place));
  }
  const problem = problemInCompiled(raw, podSchemas);
  if (problem !== undefined) throw new UsageError(texts.notCompiled(place, problem));
  return raw as CompiledProject;
}
