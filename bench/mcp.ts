/** What the appliance gains when a program first uses `/mcp`: memory (PSS) before, after the first request, after 1,000 calls of a tool. */
import path from "node:path";
import { pss, repoRoot } from "@hubwart/testing";
import { mb } from "./support/process.ts";
import { appliancePid, pause, startReady } from "./support/product.ts";
import { report } from "./support/results.ts";

const CALLS = 1_000;
/** A token may make 120 a minute. */
const CALLS_OF_TOKEN = 100;
const REST_SECONDS = 20;

const product = await startReady();
try {
  const { api } = product;
  await api.uploadProjectFile(path.join(repoRoot(), "examples/mqtt.xlsx"));
  await api.post("/system/mcp/config", { active: true, propose: false, write_channels: false });
  const programs: ReturnType<typeof asking>[] = [];
  for (let n = 0; n < CALLS / CALLS_OF_TOKEN; n += 1) {
    const { body } = await api.post("/system/tokens/create", { name: `bench ${n}`, level: "see", days: 1 });
    programs.push(asking(`${product.url}/mcp`, String(body["token"])));
  }
  const pid = await appliancePid(product);
  await pause(REST_SECONDS);
  const before = await pss(pid);
  const first = await timed(async () => programs[0]?.("tools/list", {}));
  await pause(REST_SECONDS);
  const loaded = await pss(pid);
  const all = await timed(async () => {
    for (const use of programs)
      for (let n = 0; n < CALLS_OF_TOKEN; n += 1)
        await use("tools/call", { name: "find_channels", arguments: { text: "" } });
  });
  const busy = await pss(pid);
  await pause(REST_SECONDS);
  await report("mcp", [
    { what: "appliance before, PSS", measured: mb(before) },
    { what: "after the first request, which loads the SDK", measured: mb(loaded) },
    { what: "after 1,000 calls of a tool", measured: mb(busy) },
    { what: "20 s later", measured: mb(await pss(pid)) },
    { what: "first request", measured: `${Math.round(first)} ms` },
    { what: "a call after it", measured: `${(all / CALLS).toFixed(1)} ms` },
  ]);
} finally {
  await product.stop();
}

function asking(url: string, token: string) {
  return async (method: string, params: object): Promise<void> => {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const text = await answer.text();
    if (!answer.ok || /"isError":true|"error":/.test(text))
      throw new Error(`${method}: ${answer.status} ${text.slice(0, 300)}`);
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
