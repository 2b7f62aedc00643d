/** Proportional set size of each process: six idle mqtt pods without channels on a broker, after a minute of rest. */
import { processes, pss, startMosquitto, startProduct, waitFor } from "@hubwart/testing";
import { zipFiles } from "./zip.ts";

const PODS = 6;
const REST_SECONDS = 60;
const broker = await startMosquitto();
const product = await startProduct();
try {
  await product.api.signIn("Messlauf-2026!");
  await waitFor(async () => (await product.api.get("/license")).body["valid"] === true, {
    what: "the licence",
    timeout: 30_000,
  });
  const ids = Array.from({ length: PODS }, (_, i) => `mqtt.p${i}`);
  const zip = await zipFiles([
    ["project.csv", "key;value\nid;memory\nname;Memory\n"],
    ["pods.csv", `id;host;port\n${ids.map((id) => `${id};127.0.0.1;${broker.port}`).join("\n")}\n`],
  ]);
  const upload = await product.api.uploadProject(zip, "memory.zip");
  if (upload.body["code"] !== 0) throw new Error(JSON.stringify(upload.body));
  await waitFor(
    async () => {
      const { body } = await product.api.get("/pods", { force: "1" });
      const pods = body["pods"] as { running: boolean }[];
      return pods.length === PODS && pods.every((pod) => pod.running);
    },
    { what: "all pods to run", timeout: 30_000 },
  );
  await new Promise((resolve) => setTimeout(resolve, REST_SECONDS * 1000));
  const own = await ownProcesses(product.launcher.pid ?? 0);
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const sizes = new Map<string, number[]>();
  for (const { pid, name } of own) sizes.set(name, [...(sizes.get(name) ?? []), await pss(pid)]);
  for (const [name, values] of sizes) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    process.stdout.write(
      `${name.padEnd(12)} PSS ${mb(mean)}${values.length > 1 ? ` (mean of ${values.length})` : ""}\n`,
    );
  }
} finally {
  await product.stop();
  await broker.stop();
}

/** The launcher's tree, named by the entry point each runs. */
async function ownProcesses(launcher: number): Promise<{ pid: number; name: string }[]> {
  const all = await processes();
  const mine = new Set([launcher]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const entry of all) {
      if (mine.has(entry.parent) && !mine.has(entry.pid)) {
        mine.add(entry.pid);
        grown = true;
      }
    }
  }
  return all
    .filter((entry) => mine.has(entry.pid))
    .map((entry) => ({ pid: entry.pid, name: /([a-z-]+)\.mjs/.exec(entry.command)?.[1] ?? entry.command }));
}
