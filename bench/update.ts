/**
 * Updates of the whole product while a pod asks a server ten times a second: how long one takes, and the longest time between
 * two questions, of which 0.1 s is the interval. Each release is what was built, under another version. `--quick`: one update.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { freePort, waitFor } from "@hubwart/testing";
import { makeRelease, repositoryOf } from "../apps/launcher/src/testing/test-releases.ts";
import { pause, startReady, upload } from "./support/product.ts";
import { report } from "./support/results.ts";

const UPDATES = process.argv.includes("--quick") ? 1 : 5;
const INTERVAL_MS = 100;
const BEFORE_S = 5;
const LONGEST_MS = 300_000;

interface Last {
  version: string;
  success: boolean;
  reason: string;
}

/** When the pod asked, ms. */
let asked: number[] = [];
const peer = createServer((_request, response) => {
  asked.push(performance.now());
  response.setHeader("content-type", "application/json").end(JSON.stringify({ wert: asked.length }));
});
await new Promise<void>((resolve) => peer.listen(0, "127.0.0.1", resolve));
const { port } = peer.address() as AddressInfo;
const folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-bench-"));
const dataDir = path.join(folder, "data");
const product = await startReady({ dataDir, env: { HUBWART_VENDOR_PORT: String(await freePort()) } });
try {
  await upload(product, [
    ["project.csv", "key;value\nid;update\nname;Update\n"],
    ["pods.csv", `id;url\nhttp_out.a;http://127.0.0.1:${port}/\n`],
    ["http_out.csv", `pod;channel;type;dir;interval;path\na;wert;string;in;${INTERVAL_MS};\n`],
  ]);
  await waitFor(() => asked.length > 10, { what: "values", timeout: 60_000 });
  const seconds: number[] = [];
  const gaps: number[] = [];
  let bytes = 0;
  for (let n = 1; n <= UPDATES; n += 1) {
    const version = `0.2.${n}`;
    const archive = await makeRelease(await mkdtemp(path.join(folder, "release-")), version);
    bytes = (await stat(archive)).size;
    await repositoryOf(dataDir).publish(archive, "stable");
    asked = [];
    await pause(BEFORE_S);
    const began = performance.now();
    const { body } = await product.api.get("/system/restart", { action: "update" });
    if (body["code"] !== 0) throw new Error(JSON.stringify(body));
    const last = await ended(version);
    if (!last.success) throw new Error(last.reason);
    seconds.push((performance.now() - began) / 1_000);
    await pause(1);
    gaps.push(Math.max(...asked.slice(1).map((at, index) => at - (asked[index] ?? at))) / 1_000);
  }
  const range = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b).map((value) => value.toFixed(1));
    return `${sorted[0]} to ${sorted.at(-1)} s, median ${sorted[sorted.length >> 1]}`;
  };
  await report("update", [
    {
      what: `longest time between two questions of the pod, over ${UPDATES} updates`,
      measured: range(gaps),
    },
    {
      what: `an update of ${(bytes / 1e6).toFixed(1)} MB from its request to its end`,
      measured: range(seconds),
    },
  ]);
} finally {
  await product.stop();
  peer.close();
  await rm(folder, { recursive: true, force: true });
}

async function ended(version: string): Promise<Last> {
  let last: Last | null = null;
  await waitFor(
    async () => {
      last = (await product.api.get("/update/state")).body["last"] as Last | null;
      return last?.version === version;
    },
    { what: `the update to ${version}`, timeout: LONGEST_MS, interval: 100 },
  );
  if (last === null) throw new Error("no state");
  return last;
}
