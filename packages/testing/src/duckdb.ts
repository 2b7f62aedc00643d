/**
 * DuckDB: a reader of Parquet that shares no code with ours.
 *
 *     const [rows] = await askDuckDb(["SELECT count(*) AS n FROM 'day.parquet'"]);
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { cachedModule } from "./module-cache.ts";
import { repoRoot } from "./repo-root.ts";

const VERSION = "1.5.6-r.1";
const run = promisify(execFile);

/** Rows of each statement; large numbers and times are texts. The time zone is UTC. */
export async function askDuckDb(statements: readonly string[]): Promise<Record<string, unknown>[][]> {
  const env = { ...process.env, DUCKDB_MODULE: await cachedModule("@duckdb/node-api", VERSION) };
  const script = path.join(repoRoot(), "packages/testing/duckdb/query.cjs");
  const { stdout } = await run(process.execPath, [script, JSON.stringify(statements)], {
    env,
    timeout: 60_000,
  });
  return JSON.parse(stdout) as Record<string, unknown>[][];
}
