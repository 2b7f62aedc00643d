/** Whoever edits has each step again that was answered, however often the device's process dies under it. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { DraftOperation } from "@hubwart/contract";
import { ApiClient, often, ready, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";

const KILLS = often(100);
const PASSWORD = "Ein gutes Passwort 1!";
let built: BuiltChildren;
const dataDir = useSharedFolder();
let child: ChildProcess | undefined;
beforeAll(async () => {
  built = await buildChildren({ appliance: "apps/appliance/src/main.ts" });
});
afterAll(async () => {
  child?.kill("SIGKILL");
  await built.remove();
});

async function start(): Promise<ApiClient> {
  child = fork(path.join(built.folder, "appliance.mjs"), [], {
    env: { ...process.env, HUBWART_DATA_DIR: dataDir(), HUBWART_HTTP_PORT: "0", HUBWART_HTTPS_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const api = new ApiClient(await ready(child));
  await api.signIn(PASSWORD);
  return api;
}
async function kill(): Promise<void> {
  const gone = child && once(child, "exit");
  child?.kill("SIGKILL");
  await gone;
}

it("finds every answered step again after each of twenty kills, and none twice", async () => {
  let api = await start();
  const { body } = await api.post("/project/drafts", { name: "Umbau", from: "empty" });
  const place = `/project/drafts/${String(body["id"])}`;
  const script = (n: number): DraftOperation => ({ op: "script", name: `s${n}.lua`, text: `return ${n}` });
  const answered = new Set<string>();
  let tried = 0;
  let seq = 0;
  /** Sends steps until one is not answered. */
  const send = async () => {
    for (;;) {
      tried += 1;
      const steps = [{ key: `k${tried}`, label: "Skript", ops: [script(tried)] }];
      const reply = await api.post(`${place}/steps`, { after: seq, steps }).catch(() => undefined);
      if (reply?.status !== 200) return;
      seq = (reply.body["done"] as { seq: number }[])[0]?.seq ?? seq;
      answered.add(`s${tried}.lua`);
    }
  };
  for (let round = 0; round < KILLS; round++) {
    const sending = send();
    const before = answered.size;
    await waitFor(() => answered.size > before + (round % 7), { what: "some steps", interval: 1 });
    await kill();
    await sending;
    api = await start();
    const found = (await api.get(place)).body;
    const { scripts } = found["document"] as { scripts: Record<string, string> };
    const there = new Set(Object.keys(scripts));
    expect([...answered].filter((name) => !there.has(name))).toEqual([]);
    // At most the one that was under way has no answer.
    expect(there.size - answered.size).toBeLessThanOrEqual(round + 1);
    seq = (found["draft"] as { seq: number }).seq;
    expect(seq).toBe(there.size);
  }
  expect(answered.size).toBeGreaterThan(KILLS);
});
