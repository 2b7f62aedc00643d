/** The appliance as its own process: start, the launcher's channel, the end. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { writeFileAtomic } from "@hubwart/core";
import { freePort, ready, waitFor } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "./testing/children.ts";

let built: BuiltChildren;
const dataDir = useFolder();
let child: ChildProcess | undefined;

beforeAll(async () => {
  built = await buildChildren({ appliance: "apps/appliance/src/main.ts" });
});
afterAll(() => built.remove());
afterEach(() => {
  child?.kill("SIGKILL");
});

function run(env: Record<string, string> = {}) {
  const process_ = fork(path.join(built.folder, "appliance.mjs"), [], {
    env: { ...process.env, HUBWART_DATA_DIR: dataDir(), HUBWART_HTTP_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  child = process_;
  let errors = "";
  process_.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  return { process: process_, errors: () => errors };
}

async function signIn(address: string, path_: "set_init_pwd" | "login"): Promise<string> {
  const answer = await fetch(`${address}/admin/api/${path_}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pwd: "Passwort 123" }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function openStream(address: string, token: string): Promise<() => Promise<void>> {
  const response = await fetch(`${address}/admin/api/stream?topics=status,log`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const chunks = response.body?.values();
  await chunks?.next();
  return async () => {
    for await (const chunk of chunks ?? []) expect(chunk).toBeDefined();
  };
}

describe("the appliance process", () => {
  it("works while the hub is away, and keeps password and session over kill -9", async () => {
    const first = run();
    const address = await ready(first.process);
    const token = await signIn(address, "set_init_pwd");
    first.process.kill("SIGKILL");
    await once(first.process, "exit");

    const again = await ready(run().process);
    const info = await fetch(`${again}/admin/api/info?auth_token=${token}`);
    expect(await info.json()).toMatchObject({
      session: true,
      system: { setup: true, hub: { state: "stopped", pid: 0 } },
    });
    expect(await signIn(again, "login")).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it.each(["SIGTERM", "stop", "disconnect"] as const)(
    "ends by itself on %s, its event streams too",
    async (how) => {
      const { process: process_, errors } = run();
      const address = await ready(process_);
      const streamEnds = await openStream(address, await signIn(address, "set_init_pwd"));
      const exit = once(process_, "exit");
      if (how === "SIGTERM") process_.kill("SIGTERM");
      else if (how === "stop") process_.send({ t: "stop" });
      else process_.disconnect();
      await streamEnds();
      // Without a parent nobody asks for the code, and no thread that hangs is waited for.
      expect(await exit).toEqual(how === "disconnect" ? [null, "SIGKILL"] : [0, null]);
      expect(errors()).toBe("");
    },
  );

  it("says in one line what is wrong with the environment", async () => {
    const { process: process_, errors } = run({ HUBWART_HTTP_PORT: "many" });
    expect(await once(process_, "exit")).toEqual([1, null]);
    expect(errors()).toMatch(/^HUBWART_HTTP_PORT=.*\n$/);
  });

  it("says that its port is taken", async () => {
    const address = await ready(run().process);
    const first = child;
    const { process: process_, errors } = run({ HUBWART_HTTP_PORT: new URL(address).port });
    expect(await once(process_, "exit")).toEqual([1, null]);
    expect(errors()).toContain("ist bereits belegt");
    first?.kill("SIGKILL");
  });

  it("says at its address why it does not start, and starts once that is mended", async () => {
    const file = path.join(dataDir(), "state.db");
    mkdirSync(file);
    const env = { HUBWART_HTTP_PORT: String(await freePort()) };
    const url = `http://127.0.0.1:${env.HUBWART_HTTP_PORT}`;
    const { process: process_, errors } = run(env);
    const exit = once(process_, "exit");
    let page = "";
    await waitFor(async () => (page = await (await fetch(url)).text()) !== "", { what: "the page" });
    expect(page).toContain(`${file} ist keine Datei.`);
    rmdirSync(file);
    expect(await exit).toEqual([1, null]);
    expect(errors()).toBe(`Start fehlgeschlagen: ${file} ist keine Datei.\n`);
    expect(await ready(run(env).process)).toBe(url);
  });

  it("ends at once if it is on trial, so that what does not start is put back", async () => {
    mkdirSync(path.join(dataDir(), "state.db"));
    await writeFileAtomic(
      path.join(dataDir(), "changeover.json"),
      JSON.stringify({ id: "a", kind: "update", replace: [], gateMs: 60_000, state: "trial" }),
    );
    const since = performance.now();
    expect(await once(run().process, "exit")).toEqual([1, null]);
    expect(performance.now() - since).toBeLessThan(15_000);
  });
});
