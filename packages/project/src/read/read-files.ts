/** Upload → tables and scripts. Recognises files by their content first and their name second. */
import type { ProjectFile } from "../project-file.ts";
import type { Report } from "../report.ts";
import { Budget, ReadProblem } from "./budget.ts";
import { readCsv } from "./csv.ts";
import { decodeText } from "./decode.ts";
import { READ_LIMITS } from "./limits.ts";
import type { RawProject } from "./table.ts";
import { readXlsx } from "./xlsx/read-xlsx.ts";
import { type Archive, openZip } from "./zip.ts";

interface Reading {
  into: RawProject;
  wanted: (sheet: string) => boolean;
  report: Report;
  budget: Budget;
  /** Limits were reached: nothing more is read. */
  stopped: boolean;
}

/** Kinds after which reading on would only cost. */
const FINAL = new Set(["tooManyRows", "tooManyCells", "unpackedTooLarge"]);

export async function readFiles(
  files: readonly ProjectFile[],
  options: { wanted: (sheet: string) => boolean; report: Report },
): Promise<RawProject> {
  const into: RawProject = { tables: [], scripts: new Map(), names: [], incomplete: false };
  const reading: Reading = { ...options, into, budget: new Budget(), stopped: false };
  for (const { name, bytes } of files) {
    await guarded(reading, name, () => readOne(reading, name, bytes, false));
  }
  return into;
}

/** Runs one file's reading; a problem becomes an entry and leaves the other files alone. */
async function guarded(reading: Reading, file: string, task: () => void | Promise<void>): Promise<void> {
  if (reading.stopped) return;
  try {
    await task();
  } catch (error) {
    if (!(error instanceof ReadProblem)) throw error;
    reading.report.add(error.kind, { file }, error.parameters);
    reading.into.incomplete = true;
    reading.stopped = FINAL.has(error.kind);
  }
}

async function readOne(reading: Reading, file: string, bytes: Uint8Array, inArchive: boolean): Promise<void> {
  if (bytes.length === 0) throw new ReadProblem("emptyFile", {});
  if (bytes.length > READ_LIMITS.fileBytes) {
    const limit = READ_LIMITS.fileBytes / 1024 / 1024;
    throw new ReadProblem("fileTooLarge", { mib: Math.ceil(bytes.length / 1024 / 1024), limit });
  }
  if (startsWith(bytes, "PK\x03\x04") || startsWith(bytes, "PK\x05\x06")) {
    const archive = await openZip(bytes, reading.budget);
    await readArchive(reading, file, archive, inArchive);
    return;
  }
  if (startsWith(bytes, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
    throw new ReadProblem(holdsEncryptedPackage(bytes) ? "encryptedWorkbook" : "oldWorkbook", {});
  }
  if (startsWith(bytes, "age-encryption.org/")) throw new ReadProblem("encryptedUpload", {});
  const ending = endingOf(file);
  if (ending === "csv") {
    reading.into.tables.push(readCsv(bytes, file, baseName(file), reading.budget));
  } else if (ending === "lua") readScript(reading, file, bytes);
  else if (ending === "xlsx" || ending === "zip") throw new ReadProblem("brokenArchive", {});
  else throw new ReadProblem("unknownFormat", {});
}

async function readArchive(reading: Reading, file: string, archive: Archive, inside: boolean): Promise<void> {
  const { report, budget, wanted, into } = reading;
  const isWorkbook = archive.has("[Content_Types].xml") || archive.has("xl/workbook.xml");
  if (isWorkbook) {
    if (archive.has("xl/workbook.bin")) throw new ReadProblem("otherSpreadsheet", { format: ".xlsb" });
    if (!archive.names.some((name) => name.startsWith("xl/"))) throw new ReadProblem("unknownFormat", {});
    into.tables.push(...(await readXlsx(archive, file, { wanted, budget, report })));
    return;
  }
  if (archive.has("mimetype") && archive.has("content.xml")) {
    throw new ReadProblem("otherSpreadsheet", { format: ".ods" });
  }
  if (inside) throw new ReadProblem("nestedArchive", {});
  for (const name of archive.duplicates) report.add("duplicateFile", { file: name }, {});
  const before = into.tables.length;
  for (const name of archive.names.filter((name) => !isLitter(name))) {
    into.names.push(name);
    const ending = endingOf(name);
    if (ending === "xlsx" || ending === "xlsm" || ending === "csv" || ending === "lua" || ending === "zip") {
      await guarded(reading, name, async () => readOne(reading, name, await archive.readAll(name), true));
    } else if (!reading.stopped) report.add("ignoredFile", { file: name }, {});
  }
  if (into.tables.length === before && !into.incomplete) throw new ReadProblem("nothingToRead", {});
}

function readScript(reading: Reading, file: string, bytes: Uint8Array): void {
  if (bytes.length > READ_LIMITS.scriptBytes) {
    throw new ReadProblem("scriptTooLarge", { limit: READ_LIMITS.scriptBytes / 1024 });
  }
  const text = decodeText(bytes);
  if (text === undefined) throw new ReadProblem("undecodable", {});
  const name = file.slice(file.lastIndexOf("/") + 1);
  if (reading.into.scripts.has(name)) throw new ReadProblem("duplicateFile", {});
  reading.into.scripts.set(name, text);
}

/** What operating systems and open spreadsheets leave in folders. */
function isLitter(name: string): boolean {
  const base = name.slice(name.lastIndexOf("/") + 1);
  return /^(__MACOSX\/|.*\/__MACOSX\/)/.test(name) || /^(\.|~\$|Thumbs\.db$|desktop\.ini$)/i.test(base);
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

function endingOf(file: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Array.from(magic).every((char, i) => bytes[i] === char.charCodeAt(0));
}

/** A workbook with a password is a compound file with a stream of this name (MS-OFFCRYPTO 2.1.4). */
function holdsEncryptedPackage(bytes: Uint8Array): boolean {
  const name = Buffer.from("EncryptedPackage", "utf16le");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name);
}
