import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { countText, UnavailableError, writeFileAtomic } from "@hubwart/core";
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
import { errorLines } from "../project-report.ts";
import { loadProject, loadRunning, type ProjectSource, tablesOfSource } from "../project-source.ts";

/** Tables of a project, also of one of which nothing but its compiled form is left. What it writes means the same, or it writes nothing. */
export const command: Command = {
  usage: "QUELLE|--running [--csv ORDNER [--replace] | --xlsx DATEI]",
  summary:
    "Schreibt ein Projekt (.xlsx, .zip, Ordner, kompiliertes .json oder mit --running das laufende in HUBWART_DATA_DIR) als Arbeitsmappe oder als CSV-Dateien.",
  async run(args, output) {
    const { values, positionals } = parseArguments(args, {
      running: { type: "boolean" },
      csv: { type: "string" },
      xlsx: { type: "string" },
      replace: { type: "boolean" },
    });
    const [place, ...more] = positionals;
    if (more.length > 0 || (place === undefined) !== (values.running === true)) {
      throw new UsageError("Geben Sie genau ein Projekt oder --running an.");
    }
    if (values.csv !== undefined && values.xlsx !== undefined)
      throw new UsageError("Geben Sie --csv oder --xlsx an, nicht beides.");
    if (values.replace && values.csv === undefined)
      throw new UsageError("--replace gilt nur zusammen mit --csv.");
    const source = place === undefined ? await loadRunning() : await loadProject(place);
    const { compiled, errors } = source.result;
    if (!compiled) {
      output.err(`${source.place} ist kein gültiges Projekt:`);
      for (const line of errorLines(errors)) output.err(line);
      return EXIT.failed;
    }
    const tables = await tablesToWrite(source, compiled);
    if (values.csv === undefined) await writeOne(values.xlsx, tables, compiled, output);
    else await writeFolder(values.csv, tables, compiled, values.replace === true, output);
    const secrets = secretCells(compiled);
    if (secrets > 0) {
      output.err(
        `Achtung: ${countText(secrets, "Zelle enthält", "Zellen enthalten")} Passwörter, Token oder Schlüssel im Klartext.`,
      );
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
    const why = ending === ".zip" ? "Eine Arbeitsmappe fasst die Skripte des Projekts nicht. " : "";
    throw new UsageError(`${why}Geben Sie eine Datei mit der Endung ${ending} an.`);
  }
  const bytes = await writeProject(tables, podSchemas);
  await mustMeanTheSame([{ name: path.basename(file), bytes }], compiled);
  await writeFile(file, bytes, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === "EEXIST" ? "es gibt sie schon" : (error.code ?? error.message);
    throw new UsageError(`Die Datei ${file} lässt sich nicht schreiben: ${why}.`);
  });
  output.out(`Geschrieben: ${file}`);
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
  const there = (await namesIn(folder)).filter((name) => /\.(csv|lua|xlsx|xlsm)$/i.test(name));
  if (there.length > 0 && !replace) {
    throw new UsageError(
      `Im Ordner ${folder} liegt schon ein Projekt (${there[0]}). Mit --replace wird es ersetzt.`,
    );
  }
  await mkdir(folder, { recursive: true });
  for (const { bytes, name } of files) {
    await writeFileAtomic(path.join(folder, name), bytes);
    output.out(`Geschrieben: ${path.join(folder, name)}`);
  }
  const written = new Set(files.map(({ name }) => name));
  for (const name of there.filter((other) => !written.has(other))) {
    await rm(path.join(folder, name));
    output.out(`Entfernt: ${path.join(folder, name)}`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new UsageError(`Der Ordner ${folder} lässt sich nicht lesen (${error.code ?? error.message}).`);
  });
}

/** A value that somebody set on the device stays with the device: the next upload takes it over. */
async function mustMeanTheSame(files: readonly ProjectFile[], compiled: CompiledProject): Promise<void> {
  const own = { ...compiled, constants: compiled.constants.map(asGiven) };
  const { errors, hash } = await compileProject({ files }, { schemas: podSchemas });
  if (hash === hashProject(own)) return;
  const [first] = errors;
  throw new UnavailableError(
    `Die Tabellen ergäben ein anderes Projekt; es wurde nichts geschrieben.${first ? ` ${first.ErrText} (${first.Ref}).` : ""}`,
  );
}
