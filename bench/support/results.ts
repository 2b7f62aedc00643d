/**
 * Figures of a measurement as the document shows them. `npm run bench -- NAME --record` stores them as
 * `bench/results/NAME.json`; `npm run docs:generate` puts them between the marks of that name in docs/performance.md.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** One line of a table; every text has its unit in it. */
export interface Figure {
  what: string;
  /** Absent where nothing was aimed at. */
  aim?: string;
  measured: string;
}

/** A line of a table that has columns of its own. */
export type Row = readonly string[];

export interface Results {
  /** Day, ISO 8601. */
  recorded: string;
  cores: number;
  cpu: string;
  node: string;
  /** Processes that were runnable on average over the minute before the measurement began (getloadavg(3)). */
  runnable: number;
  figures?: Figure[];
  columns?: Row;
  rows?: Row[];
}

const folder = path.resolve("bench/results");
const runnable = os.loadavg()[0] ?? 0;

/** Prints the figures, and stores them if the command asks for it. */
export async function report(name: string, figures: readonly Figure[]): Promise<void> {
  for (const { what, measured } of figures) process.stdout.write(`${what}: ${measured}\n`);
  await store(name, { figures: [...figures] });
}

/** The same of a table whose rows were printed as they came. */
export async function reportTable(name: string, columns: Row, rows: readonly Row[]): Promise<void> {
  await store(name, { columns, rows: [...rows] });
}

async function store(name: string, measured: Pick<Results, "figures" | "columns" | "rows">): Promise<void> {
  if (!process.argv.includes("--record")) return;
  if (process.argv.includes("--quick")) throw new Error("a quick run is not recorded: its figures mean less");
  const results: Results = {
    recorded: new Date().toISOString().slice(0, 10),
    cores: os.cpus().length,
    cpu: os.cpus()[0]?.model ?? "unknown",
    node: process.version,
    runnable: Number(runnable.toFixed(1)),
    ...measured,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(results, null, 2)}\n`);
}

/** The document with each block between `<!-- bench: NAME -->` and `<!-- end -->` made anew from the stored figures. */
export async function fillIn(document: string): Promise<string> {
  const blocks = [...document.matchAll(/(<!-- bench: ([a-z-]+) -->\n)[\s\S]*?(<!-- end -->)/g)];
  let filled = document;
  for (const [whole, begin = "", name = "", end = ""] of blocks) {
    const stored = JSON.parse(await readFile(path.join(folder, `${name}.json`), "utf8")) as Results;
    filled = filled.replace(whole, () => `${begin}\n${table(stored)}\n\n${end}`);
  }
  return filled;
}

/** Markdown: the day and the machine, then the table. */
export function table(results: Results): string {
  const { recorded, cores, cpu, node, runnable: busy } = results;
  const line = (cells: Row) => `| ${cells.join(" | ")} |`;
  const { columns, rows } = columnsOf(results);
  const head = [line(columns), `|${"---|".repeat(columns.length)}`];
  const machine = `${cores} cores (${cpu}), Node ${node.replace(/^v/, "")}, ${busy} processes runnable before it began`;
  return [`Recorded ${recorded}. ${machine}.`, "", ...head, ...rows.map(line)].join("\n");
}

function columnsOf({ figures = [], columns, rows = [] }: Results): { columns: Row; rows: Row[] } {
  if (columns) return { columns, rows };
  const aims = figures.some(({ aim }) => aim !== undefined);
  return {
    columns: aims ? ["what", "aim", "measured"] : ["what", "measured"],
    rows: figures.map(({ what, aim = "", measured }) => (aims ? [what, aim, measured] : [what, measured])),
  };
}
