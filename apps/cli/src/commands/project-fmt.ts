import { stat } from "node:fs/promises";
import path from "node:path";
import { UnavailableError } from "@hubwart/core";
import { podSchemas } from "@hubwart/pods/schemas";
import {
  arrange,
  compileProject,
  csvText,
  type ProjectFile,
  readProject,
  type TableInput,
} from "@hubwart/project";
import { sheetOf } from "@hubwart/project/project-archive";
import { writeWorkbook } from "@hubwart/project/workbook";
import { parseArguments } from "../arguments.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { filesOf } from "../project-source.ts";
import { texts } from "../texts.ts";
import { writeOver } from "../writing.ts";

/** The one form of tables, so that a difference in git is one of the project. */
export const command: Command = {
  usage: "ORDNER|DATEI [--check]",
  summary: texts.projectFmt,
  async run(args, output) {
    const { values, positionals } = parseArguments(args, { check: { type: "boolean" } });
    const [place, ...more] = positionals;
    if (place === undefined || more.length > 0) throw new UsageError(texts.oneFolderOrFile);
    const files = await filesOf(place);
    const alone = !(await stat(place)).isDirectory();
    if (alone && !/\.(csv|xlsx)$/i.test(place)) throw new UsageError(texts.whatFmtTakes);
    const arranged = await Promise.all(
      files.map(async (file) => ({ ...file, bytes: await arrangedFile(file) })),
    );
    await mustMeanTheSame(files, arranged);
    const changed = arranged.filter(
      ({ bytes }, at) => Buffer.compare(bytes, files[at]?.bytes ?? bytes) !== 0,
    );
    for (const { bytes, name } of changed) {
      const file = alone ? place : path.join(place, name);
      if (!values.check) await writeOver(file, bytes, (await stat(file)).mode & 0o777);
      output.out(values.check ? texts.notUniform(file) : texts.changed(file));
    }
    return values.check && changed.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

async function arrangedFile({ bytes, name }: ProjectFile): Promise<Uint8Array> {
  if (!/\.(csv|xlsx)$/i.test(name)) return bytes;
  const { errors, tables } = await readProject([{ name, bytes }], podSchemas, true);
  const unread = errors.find(({ Level }) => Level === "error");
  if (unread) throw new UnavailableError(texts.fileUnreadable(name, unread.ErrText));
  if (name.toLowerCase().endsWith(".csv")) {
    const [table] = tables;
    return table ? new TextEncoder().encode(csvText(table, podSchemas)) : bytes;
  }
  const arranged = tables.map((table) => arrange(table, podSchemas));
  // A workbook that is in order keeps its fonts and widths.
  if (arranged.every((table, at) => sameCells(table, tables[at]))) return bytes;
  for (const table of tables) refuseWhatWouldBeLost(table, name);
  return await writeWorkbook(arranged.map(sheetOf));
}

function sameCells(one: TableInput, other: TableInput | undefined): boolean {
  const cells = (table: TableInput | undefined) => JSON.stringify(table?.rows.map((row) => row.cells));
  return cells(one) === cells(other);
}

function refuseWhatWouldBeLost({ mergedAcross = [], name, rows }: TableInput, file: string): void {
  const odd = rows.find(({ cells }) => cells.some((cell) => typeof cell === "object" && cell !== null));
  const line = odd?.line ?? mergedAcross[0]?.line;
  if (line === undefined) return;
  const what = odd ? texts.formulasAndDates : "verbundene Zellen";
  throw new UnavailableError(texts.wouldBeLost(file, name, line, what));
}

/** Also of what is no whole project: then the faults are compared. */
async function mustMeanTheSame(before: readonly ProjectFile[], after: readonly ProjectFile[]): Promise<void> {
  const meanings = await Promise.all(
    [before, after].map(async (files) => {
      const { errors, hash } = await compileProject({ files }, { schemas: podSchemas });
      const faults = errors.map(({ Attribute, Channel, ErrCode }) => `${ErrCode} ${Channel} ${Attribute}`);
      return [hash, ...faults.sort()].join("\n");
    }),
  );
  if (meanings[0] === meanings[1]) return;
  throw new UnavailableError(texts.fmtWouldDiffer);
}
