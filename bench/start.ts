/**
 * From the start of the launcher, already built, to the first HTTP 200 and to a running project.
 * Ten runs; each on the same data directory with the example project in it, as after a power cut.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { PASSWORD, startReady } from "./support/product.ts";
import { report } from "./support/results.ts";

const RUNS = 10;
const dataDir = await mkdtemp(path.join(os.tmpdir(), "hubwart-start-"));
const httpPort = await freePort();
const example = path.join(repoRoot(), "examples/erste-schritte.xlsx");

async function running(product: Awaited<ReturnType<typeof startProduct>>): Promise<boolean> {
  const { body } = await product.api.get("/info");
  const status = body as { system: { hub: { state: string } } } | undefined;
  return status?.system.hub.state === "running";
}

const first: number[] = [];
const whole: number[] = [];
try {
  const setup = await startReady({ dataDir, httpPort });
  const upload = await setup.api.uploadProjectFile(example);
  if (upload.body["code"] !== 0) throw new Error(JSON.stringify(upload.body));
  await setup.stop();
  for (let i = 0; i < RUNS; i += 1) {
    const started = performance.now();
    const product = await startProduct({ dataDir, httpPort, pollInterval: 5 });
    first.push(performance.now() - started);
    await product.api.signIn(PASSWORD);
    await waitFor(() => running(product), { what: "the project to run", interval: 10, timeout: 30_000 });
    whole.push(performance.now() - started);
    await product.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

await report("start", [
  { what: "launcher → first HTTP 200, already built", aim: "1.5 s", measured: times(first) },
  { what: "launcher → project running", measured: times(whole) },
]);

function times(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const seconds = (ms = Number.NaN) => (ms / 1_000).toFixed(2);
  return `median ${seconds(median)} s, worst ${seconds(sorted.at(-1))} s (${values.length} runs)`;
}
