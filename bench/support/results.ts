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

export interface Results {
  /** Day, ISO 8601. */
  recorded: string;
  cores: number;
  cpu: string;
  node: string;
  /** Processes that were runnable on average over the minute before the measurement began (getloadavg(3)). */
  runnable: number;
  figures: Figure[];
}

const folder = path.resolve("bench/results");
const runnable = os.loadavg()[0] ?? 0;

/** Prints the figures, and stores them if the command asks for it. */
export async function report(name: string, figures: readonly Figure[]): Promise<void> {
  for (const { what, measured } of figures) process.stdout.write(`${what}: ${measured}\n`);
  if (!process.argv.includes("--record")) return;
  if (process.argv.includes("--quick")) throw new Error("a quick run is not recorded: its figures mean less");
  const results: Results = {
    recorded: new Date().toISOString().slice(0, 10),
    cores: os.cpus().length,
    cpu: os.cpus()[0]?.model ?? "unknown",
    node: process.version,
    runnable: Number(runnable.toFixed(1)),
    figures: [...figures],
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
export function table({ recorded, cores, cpu, node, runnable: busy, figures }: Results): string {
  const aims = figures.some(({ aim }) => aim !== undefined);
  const rows = figures.map(({ what, aim = "", measured }) =>
    aims ? `| ${what} | ${aim} | ${measured} |` : `| ${what} | ${measured} |`,
  );
  const head = aims ? ["| what | aim | measured |", "|---|---|---|"] : ["| what | measured |", "|---|---|"];
  const machine = `${cores} cores (${cpu}), Node ${node.replace(/^v/, "")}, ${busy} processes runnable before it began`;
  return [`Recorded ${recorded}. ${machine}.`, "", ...head, ...rows].join("\n");
}
