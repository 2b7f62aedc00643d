/** The bundle that a browser's worker would run, in Node: its processor time alone, without a page beside it. */
import { brotliCompressSync } from "node:zlib";
import type { TablesInput } from "@hubwart/project/tables";
import { type BrowserCompiler, browserScript } from "@hubwart/testing";
import type { Figure } from "../support/results.ts";
import { type Cells, projectTables, QOS } from "./tables.ts";

export async function inNode(): Promise<Figure[]> {
  const script = await browserScript();
  // A context of its own, as the tests have it, looks each global up anew and is many times slower than any worker.
  await import(`data:text/javascript;base64,${Buffer.from(script.code).toString("base64")}`);
  const compiler = (globalThis as unknown as { hubwartCompiler: BrowserCompiler }).hubwartCompiler;
  const figures: Figure[] = [];
  for (const [channels, links, runs] of [
    [5_000, 2_500, 300],
    [100_000, 20_000, 30],
  ] as const) {
    figures.push({
      what: `the compiler alone, in Node: one cell changed → all errors with their cells, ${channels.toLocaleString("en")} channels and ${links.toLocaleString("en")} links: p50, p99, processor time`,
      measured: await keystrokes(compiler, channels, links, runs),
    });
  }
  figures.push({
    what: "the compiler with all pod types for a browser: minified, by brotli",
    measured: `${(script.code.length / 1000).toFixed(0)} kB, ${(brotliCompressSync(script.code).length / 1000).toFixed(1)} kB`,
  });
  return figures;
}

async function keystrokes(
  compiler: BrowserCompiler,
  channels: number,
  links: number,
  runs: number,
): Promise<string> {
  const tables = projectTables(channels, links).map(([name, rows]) => ({
    name,
    rows: rows.map((cells) => ({ cells })),
  }));
  const input: TablesInput = { name: "Entwurf", tables };
  const judge = compiler.createJudge({
    loadLua: () => Promise.reject(new Error("no scripts here")),
  });
  const rows = tables[2]?.rows ?? [];
  const took: number[] = [];
  let used = 0;
  for (let run = -5; run < runs; run++) {
    const at = 1 + (((run + 5) * 7_919) % channels);
    const before = rows[at]?.cells ?? [];
    // Every second one is a fault that the next one mends elsewhere.
    const changed: Cells = before.with(QOS, run % 2 === 0 ? 2 : 7);
    rows[at] = { cells: changed };
    const started = performance.now();
    const processor = process.cpuUsage();
    const vocabulary = await compiler.loadVocabulary(input.tables, compiler.podSource);
    compiler.locate(await judge(input, vocabulary), input, vocabulary);
    if (run >= 0) took.push(performance.now() - started);
    if (run >= 0) used += process.cpuUsage(processor).user / 1000;
    rows[at] = { cells: before };
  }
  took.sort((a, b) => a - b);
  const share = (of: number) => `${(took[Math.ceil(of * took.length) - 1] ?? 0).toFixed(0)} ms`;
  return `${share(0.5)}, ${share(0.99)}, ${(used / runs).toFixed(0)} ms`;
}
