/** Figures that a file of the tier took: printed, and kept in test-results for docs/performance.md. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";

export async function keepFigures(name: string, figures: Record<string, number | string>): Promise<void> {
  const folder = path.join(repoRoot(), "test-results");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(figures, undefined, 2)}\n`);
  console.log(figures);
}

/** How long `task` took, in ms. */
export async function timed<T>(task: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const since = performance.now();
  const value = await task();
  return { ms: Math.round(performance.now() - since), value };
}
