/** The engine's socket behind the device service, a real process, before an engine that notes what it is told. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, readFile, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { ADD_ON_IDS } from "@hubwart/containers";
import { makePair } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forbidden, type Noted } from "../testing/engine-rules.ts";
import { anyAddOnRequest } from "../testing/hostile-add-ons.ts";
import { buildHostd } from "../testing/service-process.ts";

const ENGINE = path.join(import.meta.dirname, "../testing/recording-engine.mjs");

let build: Awaited<ReturnType<typeof buildHostd>>;
const folder = useFolder();
let engine: ChildProcess;
let service: ChildProcess;
let journal: string;

beforeAll(async () => {
  build = await buildHostd();
});
afterAll(() => build.remove());

beforeEach(async () => {
  await writeFile(file("notes"), "");
  engine = await startEngine();
  await startService();
});
afterEach(async () => {
  for (const child of [service, engine]) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
});

const file = (name: string) => path.join(folder(), name);
const noted = async () =>
  (await readFile(file("notes"), "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Noted);

async function startEngine(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [ENGINE, file("engine.sock"), file("notes")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

async function startService(): Promise<void> {
  journal = "";
  service = spawn(process.execPath, [build.entry, "containers"], {
    env: {
      PATH: process.env["PATH"],
      HUBWART_HOSTD_SOCKET: file("containers.sock"),
      HUBWART_HOSTD_ROOT: folder(),
      HUBWART_CONTAINER_ENGINE: `unix://${file("engine.sock")}`,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  service.stderr?.setEncoding("utf8").on("data", (text: string) => {
    journal += text;
  });
  await expect
    .poll(() => send(`{"verb":"overview"}\n`).catch(() => journal), { timeout: 20_000 })
    .toContain(`"ok":true`);
}

/** What comes back until the service closes the connection. */
function send(content: string | Uint8Array, { half = true } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = net.connect({ path: file("containers.sock"), allowHalfOpen: true });
    let text = "";
    client.setEncoding("utf8");
    client.on("connect", () => (half ? client.end(content) : client.write(content)));
    client.on("data", (part: string) => {
      text += part;
    });
    client.on("end", () => client.end());
    client.on("error", reject);
    client.on("close", () => resolve(text));
  });
}
const ask = async (request: object) => JSON.parse(await send(`${JSON.stringify(request)}\n`)) as object;

describe("the engine behind the device service", () => {
  it("makes containers of the catalogue alone, as the catalogue has them", async () => {
    expect(await ask({ verb: "start", id: "mosquitto", parameters: { users: [] } })).toEqual({
      ok: true,
      value: null,
    });
    const made = (await noted()).filter(({ path: where }) => where === "/containers/create");
    expect(made).toHaveLength(1);
    expect(made[0]?.query["name"]).toBe("s4q_mosquitto");
    expect(await ask({ verb: "state", id: "mosquitto" })).toMatchObject({
      ok: true,
      value: { running: true },
    });
    // What was changed, and nothing that was only asked.
    const record = await readFile(file("var/lib/hubwart-containers/changes.log"), "utf8");
    expect(record).toMatch(/^\S+ \{"audit":"start","fields":\{"id":"mosquitto"\},"outcome":"ok"\}\n$/);
  });

  it("never asks the engine for more, whatever is sent", async () => {
    const kinds = new Set<string>();
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(anyAddOnRequest, async (request) => {
        if (/"(watch|await-healthy|logs)"/.test(JSON.stringify(request))) return;
        const text = await send(`${JSON.stringify(request)}\n`);
        const last = JSON.parse(text.trim().split("\n").at(-1) ?? "") as {
          ok: boolean;
          error?: { kind: string };
        };
        if (last.ok) accepted += 1;
        else kinds.add(last.error?.kind ?? "");
      }),
      { numRuns: 1_500 },
    );
    expect(accepted).toBeGreaterThan(50);
    expect(journal).not.toContain("defect");
    expect([...kinds]).not.toContain("defect");
    const all = await noted();
    expect(all.length).toBeGreaterThan(100);
    expect(all.map((one) => [forbidden(one), one.path]).filter(([why]) => why !== undefined)).toEqual([]);
    expect(service.exitCode).toBeNull();
    expect(journal).not.toContain("secret-");
    for (const line of journal.split("\n").filter(Boolean)) expect(JSON.parse(line)).toHaveProperty("audit");
  });

  it("holds little of requests that never end, and answers others meanwhile", async () => {
    const open = Array.from({ length: 120 }, () => {
      const client = net.connect(file("containers.sock"));
      client.on("error", () => undefined);
      client.write(`{"verb":"start","id":"mosquitto","x":"${"x".repeat(4_000_000)}`);
      return client;
    });
    const ended = (client: net.Socket) => new Promise<void>((resolve) => client.on("close", () => resolve()));
    const closed = Promise.all(open.slice(0, 60).map(ended));
    expect(await ask({ verb: "state", id: "mosquitto" })).toMatchObject({ ok: true });
    await closed;
    // As much as the service may have; without its room for requests it is twice that.
    const status = await readFile(`/proc/${service.pid}/status`, "utf8");
    expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024).toBeLessThan(256);
    for (const client of open) client.destroy();
  });

  it.each([
    ["no JSON", "{half\n"],
    ["deep", `${"[".repeat(100_000)}\n`],
    [
      "deep parameters",
      `{"verb":"start","id":"mosquitto","parameters":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}\n`,
    ],
    ["a list", "[]\n"],
    ["a foreign name", '{"verb":"stop","id":"s4q_main"}\n'],
    ["a field too many", '{"verb":"stop","id":"mosquitto","image":"evil"}\n'],
    ["an unknown command", '{"verb":"command","id":"mosquitto","name":"constructor","args":{}}\n'],
  ])("refuses %s", async (_name, content) => {
    const answer = JSON.parse(await send(content)) as {
      ok: boolean;
      error: { kind: string; message: string };
    };
    expect(answer.ok).toBe(false);
    expect(answer.error.kind).toBe("invalid");
    expect((await noted()).filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("hangs up on an archive that is none, and goes on", async () => {
    const load = '{"verb":"load","id":"grafana","args":{}}\n';
    expect(await ask({ verb: "start", id: "grafana", parameters: {} })).toMatchObject({ ok: true });
    const chunk = JSON.stringify({ chunk: Buffer.alloc(32 * 1024).toString("base64") });
    for (const rest of ["{}\n", "x\n", `${"y".repeat(300_000)}\n`, `${chunk}\n{"end":1}\n`])
      expect(await send(load + rest).catch(() => "")).not.toContain('"ok":true');
    // Cut off in the middle.
    expect(await send(`${load}${chunk}\n`).catch(() => "")).not.toContain('"ok":true');
    expect(await send(`${load}${chunk}\n{"end":true}\n`)).toContain('"ok":true');
    expect(await ask({ verb: "overview" })).toMatchObject({ ok: true });
  });

  it("hangs up on what is too long, half sent or nothing at all, and goes on", async () => {
    // It hangs up in the middle of it.
    expect(await send(Buffer.alloc(6 * 1024 * 1024, "x")).catch(() => "")).toBe("");
    expect(await send("")).toBe("");
    expect(await send('{"verb":"over')).toBe("");
    expect(await ask({ verb: "overview" })).toMatchObject({ ok: true });
  });

  it("lets go of whoever has the answer and does not hang up", async () => {
    const client = net.connect({ path: file("containers.sock"), allowHalfOpen: true });
    const chunks = setInterval(() => client.write('{"chunk":"AA=="}\n'), 100);
    try {
      client.on("error", () => undefined);
      client.resume();
      client.write('{"verb":"state","id":"grafana"}\n');
      // Writing to it fails sooner or later.
      await new Promise((resolve) => client.once("close", resolve));
    } finally {
      clearInterval(chunks);
      client.destroy();
    }
    expect(await ask({ verb: "overview" })).toMatchObject({ ok: true });
  });

  it("puts authorities where engines look for those of the one registry, and takes them away again", async () => {
    const { ca, pair } = await makePair();
    const engines = ["docker", "containers"].map((name) => file(`etc/${name}/certs.d/docker.io/hubwart.crt`));
    expect(await ask({ verb: "trust", authorities: [ca, ca] })).toEqual({ ok: true, value: null });
    for (const one of engines) expect(await readFile(one, "utf8")).toBe(ca + ca);
    for (const authorities of [[pair.cert], ["x"], [ca, "x"], ca, [[ca]]])
      expect(await ask({ verb: "trust", authorities })).toMatchObject({
        ok: false,
        error: { kind: "invalid" },
      });
    for (const one of engines) expect(await readFile(one, "utf8")).toBe(ca + ca);
    expect(await ask({ verb: "trust", authorities: [] })).toMatchObject({ ok: true });
    for (const one of engines) await expect(access(path.dirname(one))).rejects.toThrow("ENOENT");
  });

  it("answers while the engine is away, and works again when it is back", async () => {
    const ended = once(engine, "exit");
    engine.kill("SIGKILL");
    await ended;
    expect(await ask({ verb: "overview" })).toMatchObject({ ok: false, error: { kind: "unavailable" } });
    await rm(file("engine.sock"), { force: true });
    expect(await ask({ verb: "state", id: "grafana" })).toMatchObject({
      ok: false,
      error: { kind: "unavailable" },
    });
    engine = await startEngine();
    expect(await ask({ verb: "overview" })).toMatchObject({ ok: true });
  });

  it("lets changes of one add-on follow one another", async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, () => ask({ verb: "start", id: ADD_ON_IDS[2], parameters: {} })),
    );
    expect(all).toEqual(all.map(() => ({ ok: true, value: null })));
    expect((await noted()).filter(({ path: where }) => where === "/containers/create")).toHaveLength(1);
  });
});
