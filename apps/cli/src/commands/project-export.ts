import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { UnavailableError } from "@hubwart/core";
import { podSchemas } from "@hubwart/pods/schemas";
import {
  asGiven,
  type CompiledProject,
  compileProject,
  endingOfProject,
  hashProject,
  type ProjectFile,
  type TablesInput,
} from "@hubwart/project";
import { writeProject } from "@hubwart/project/project-archive";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, type Output, UsageError } from "../command.ts";
import { asCsvFiles, secretCells } from "../project-files.ts";
import {
  compiledOf,
  type ProjectSource,
  projectNames,
  sourceGiven,
  tablesOfSource,
} from "../project-source.ts";
import { texts } from "../texts.ts";
import { writeNew, writeOver } from "../writing.ts";

/** Tables of a project, also of one of which nothing but its compiled form is left. What it writes means the same, or it writes nothing. */
export const command: Command = {
  usage: "QUELLE|--running [--csv ORDNER [--replace] | --xlsx DATEI]",
  summary: texts.projectExport,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, {
      running: { type: "boolean" },
      csv: { type: "string" },
      xlsx: { type: "string" },
      replace: { type: "boolean" },
    });
    const given = sourceGiven(positionals, values.running);
    if (values.csv !== undefined && values.xlsx !== undefined) throw new UsageError(texts.csvOrXlsx);
    if (values.replace && values.csv === undefined) throw new UsageError(texts.replaceOnlyWithCsv);
    const source = await given();
    const compiled = compiledOf(source, output);
    if (!compiled) return EXIT.failed;
    const tables = await tablesToWrite(source, compiled);
    if (values.csv === undefined) await writeOne(values.xlsx, tables, compiled, output);
    else await writeFolder(values.csv, tables, compiled, values.replace === true, output);
    const secrets = secretCells(compiled);
    if (secrets > 0) {
      output.err(texts.secretsInClear(secrets));
    }
    return EXIT.ok;
  },
};

/** Each file is a table of its own: what was spread over several is rebuilt. */
async function tablesToWrite(source: ProjectSource, compiled: CompiledProject): Promise<TablesInput> {
  const { rebuilt, ...tables } = await tablesOfSource(source, compiled);
  const filled = tables.tables.filter(({ rows }) => rows.length > 0);
  const names = new Set(filled.map(({ name }) => name.trim().toLowerCase()));
  if (rebuilt || names.size === filled.length) return { ...tables, tables: filled };
  return await tablesOfSource({ ...source, files: [] }, compiled);
}

async function writeOne(
  given: string | undefined,
  tables: TablesInput,
  compiled: CompiledProject,
  output: Output,
): Promise<void> {
  const ending = endingOfProject(compiled);
  const file = given ?? `${compiled.id}${ending}`;
  if (path.extname(file).toLowerCase() !== ending) {
    const why = ending === ".zip" ? texts.noRoomForScripts : "";
    throw new UsageError(why + texts.giveEnding(ending));
  }
  const bytes = await writeProject(tables, podSchemas);
  await mustMeanTheSame([{ name: path.basename(file), bytes }], compiled);
  await writeNew(file, bytes, 0o600);
  output.out(texts.written(file));
}

async function writeFolder(
  folder: string,
  tables: TablesInput,
  compiled: CompiledProject,
  replace: boolean,
  output: Output,
): Promise<void> {
  const files = asCsvFiles(tables);
  await mustMeanTheSame(files, compiled);
  const there = await projectNames(folder);
  if (there.length > 0 && !replace) {
    throw new UsageError(texts.projectThere(folder, there[0]));
  }
  await mkdir(folder, { recursive: true });
  for (const { bytes, name } of files) {
    await writeOver(path.join(folder, name), bytes);
    output.out(texts.written(path.join(folder, name)));
  }
  const written = new Set(files.map(({ name }) => name));
  for (const name of there.filter((other) => !written.has(other))) {
    await rm(path.join(folder, name));
    output.out(texts.removed(path.join(folder, name)));
  }
}

/** A value that somebody set on the device stays with the device: the next upload takes it over. */
async function mustMeanTheSame(files: readonly ProjectFile[], compiled: CompiledProject): Promise<void> {
  const own = { ...compiled, constants: compiled.constants.map(asGiven) };
  const { errors, hash } = await compileProject({ files }, { schemas: podSchemas });
  if (hash === hashProject(own)) return;
  const [first] = errors;
  throw new UnavailableError(texts.exportWouldDiffer + (first ? ` ${first.ErrText} (${first.Ref}).` : ""));
}
