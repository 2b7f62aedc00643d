/** What the measurements share: a product that may run projects, and what its processes use. */
import { descendants, processes, startProduct, waitFor } from "@hubwart/testing";
import { cpuSeconds } from "./process.ts";
import { zipFiles } from "./zip.ts";

export const PASSWORD = "Messlauf-2026!";

type Product = Awaited<ReturnType<typeof startProduct>>;

/** Signed in, with its licence. */
export async function startReady(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct(options);
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the licence",
    timeout: 30_000,
  });
  return product;
}

export async function appliancePid({ launcher }: Product): Promise<number> {
  const own = new Set(await descendants(launcher.pid ?? 0));
  const found = (await processes()).find(
    ({ pid, command }) => own.has(pid) && command.includes("appliance.mjs"),
  );
  if (!found) throw new Error("the appliance does not run");
  return found.pid;
}

/** @param tables name of each CSV file and its text */
export async function upload(product: Product, tables: [string, string][]): Promise<void> {
  const { body } = await product.api.uploadProject(await zipFiles(tables), "bench.zip");
  if (body["code"] !== 0) throw new Error(JSON.stringify(body).slice(0, 500));
}

/** By entry point; pods are summed. */
export async function processorTime({ launcher }: Product): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  const own = new Set(await descendants(launcher.pid ?? 0));
  for (const entry of await processes()) {
    const name = /dist\/server\/([a-z-]+)\.mjs/.exec(entry.command)?.[1];
    if (!own.has(entry.pid) || name === undefined) continue;
    sums.set(name, (sums.get(name) ?? 0) + (await cpuSeconds(entry.pid)));
  }
  return sums;
}

/** @returns "hub 0.007, pod 0.032 cores" */
export function cores(before: Map<string, number>, after: Map<string, number>, seconds: number): string {
  const parts = [...after].map(
    ([name, time]) => `${name} ${((time - (before.get(name) ?? 0)) / seconds).toFixed(3)}`,
  );
  return `${parts.join(", ")} cores`;
}

export const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
