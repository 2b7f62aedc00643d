/** Proportional set size of each process: six idle mqtt pods without channels on a broker, after a minute of rest. */
import { processes, pss, startMosquitto, waitFor } from "@hubwart/testing";
import { mb } from "./support/process.ts";
import { pause, startReady, upload } from "./support/product.ts";
import { report } from "./support/results.ts";

const PODS = 6;
const REST_SECONDS = 60;
const broker = await startMosquitto();
const product = await startReady();
try {
  const ids = Array.from({ length: PODS }, (_, i) => `mqtt.p${i}`);
  await upload(product, [
    ["project.csv", "key;value\nid;memory\nname;Memory\n"],
    ["pods.csv", `id;host;port\n${ids.map((id) => `${id};127.0.0.1;${broker.port}`).join("\n")}\n`],
  ]);
  await waitFor(
    async () => {
      const { body } = await product.api.get("/pods", { force: "1" });
      const pods = body["pods"] as { running: boolean }[];
      return pods.length === PODS && pods.every((pod) => pod.running);
    },
    { what: "all pods to run", timeout: 30_000 },
  );
  await pause(REST_SECONDS);
  const own = await ownProcesses(product.launcher.pid ?? 0);
  const sizes = new Map<string, number[]>();
  for (const { pid, name } of own) sizes.set(name, [...(sizes.get(name) ?? []), await pss(pid)]);
  const figures = [...sizes].map(([name, values]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const what = values.length > 1 ? `${name}, mean of ${values.length}` : name;
    return { what: `PSS of ${what}`, ...aimOf(name), measured: mb(mean) };
  });
  await report("memory", figures);
} finally {
  await product.stop();
  await broker.stop();
}

function aimOf(name: string): { aim?: string } {
  const aim = { appliance: "90 MB", hub: "70 MB", pod: "20 MB" }[name];
  return aim === undefined ? {} : { aim };
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
