import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { ManualClock } from "@hubwart/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ContainerSpec, Engine } from "../engine.ts";
import { dockerEngine } from "./engine.ts";

const SILENT = "Die Container-Engine antwortet nicht.";
const JSON_TYPE = { "content-type": "application/json" };
let folder: string;
let server: Server;
let clock: ManualClock;
let engine: Engine;
/** Requests that came, and those whose caller has hung up. */
let asked: string[];
let given: string[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-engine-"));
  const socketPath = path.join(folder, "engine.sock");
  [asked, given] = [[], []];
  answer = () => undefined;
  server = createServer((request, response) => {
    const what = `${request.method} ${request.url?.split("?")[0]}`;
    asked.push(what);
    response.once("close", () => given.push(what));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  clock = new ManualClock();
  engine = dockerEngine({ socketPath, clock });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const until = async (there: () => boolean) => {
  for (let tries = 0; !there(); tries += 1) {
    if (tries > 1_000) expect.fail("it did not come");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
/** How it ended; one that is still under way is told too. */
const ended = (work: Promise<unknown>): Promise<string> =>
  Promise.race([
    work.then(
      () => "done",
      (error: Error) => error.message,
    ),
    new Promise<string>((resolve) => setTimeout(resolve, 2_000, "still under way")),
  ]);
const spec: ContainerSpec = {
  name: "x",
  image: "y",
  labels: {},
  env: {},
  command: undefined,
  ports: [],
  volumes: {},
  network: { kind: "host" },
  capabilities: [],
  limits: { memoryMiB: 1, cpus: 1, processes: 1 },
};

it.each<[string, number, (engine: Engine) => Promise<unknown>]>([
  ["GET /images/x/json", 20_000, (one) => one.imageId("x")],
  ["GET /networks", 20_000, (one) => one.ensureNetwork("n")],
  ["POST /containers/create", 120_000, (one) => one.create(spec)],
  ["POST /containers/x/start", 120_000, (one) => one.start("x")],
  ["POST /containers/x/stop", 125_000, (one) => one.stop("x", 5)],
  ["POST /containers/x/rename", 120_000, (one) => one.rename("x", "y")],
  ["DELETE /containers/x", 120_000, (one) => one.remove("x")],
  ["DELETE /volumes/x", 300_000, (one) => one.removeVolume("x")],
  ["POST /containers/x/exec", 20_000, (one) => one.exec("x", ["true"], 1_000)],
  ["GET /containers/x/archive", 120_000, (one) => one.archive("x", "/")],
  ["PUT /containers/x/archive", 300_000, (one) => one.put("x", [{ path: "/a", content: "b", mode: 0o600 }])],
])("an engine that hangs is told of, and asked no longer: %s", async (what, ms, ask) => {
  const work = ask(engine);
  work.catch(() => undefined);
  await until(() => asked.length > 0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([what]);
  clock.advance(ms - 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(given).toEqual([]);
  clock.advance(1);
  expect(await ended(work)).toBe(SILENT);
  await until(() => given.length > 0);
});

it("a pull may take as long as it likes, but not stand still", async () => {
  let send: (line: object) => void = () => undefined;
  answer = (response) => {
    response.writeHead(200, JSON_TYPE);
    send = (line) => void response.write(`${JSON.stringify(line)}\n`);
    send({ status: "Pulling" });
  };
  const seen: number[] = [];
  const work = engine.pull("a:1", ({ done }) => seen.push(done));
  work.catch(() => undefined);
  for (let current = 1; current <= 3; current += 1) {
    await until(() => seen.length === current - 1 && asked.length > 0);
    send({ status: "Downloading", id: "l", progressDetail: { current, total: 9 } });
    await until(() => seen.length === current);
    clock.advance(299_999);
  }
  expect(seen).toEqual([1, 2, 3]);
  clock.advance(1);
  expect(await ended(work)).toContain("Das Image lädt nicht weiter");
  await until(() => given.length > 0);
});

it("a pull whose registry does not answer ends too, and so does one that is called off before", async () => {
  const work = engine.pull("a:1", () => undefined);
  work.catch(() => undefined);
  await until(() => asked.length > 0);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(300_000);
  expect(await ended(work)).toContain("Das Image lädt nicht weiter");
  const cancelled = new AbortController();
  const other = engine.pull("a:1", () => undefined, cancelled.signal);
  other.catch(() => undefined);
  await until(() => asked.length > 1);
  cancelled.abort();
  expect(await ended(other)).toBe("Der Vorgang wurde abgebrochen.");
  await until(() => given.length > 1);
});

it("an archive that stops in the middle is no whole one", async () => {
  answer = (response) => response.writeHead(200).write("half");
  const parts: string[] = [];
  const work = (async () => {
    for await (const part of await engine.archive("x", "/")) parts.push(String(part));
  })();
  work.catch(() => undefined);
  await until(() => parts.length > 0);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(300_000);
  expect(await ended(work)).toBe(SILENT);
});

it("what an archive that comes in fails with is told, and the engine waits for no rest", async () => {
  const source = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("cut off");
    })(),
    { objectMode: false },
  );
  await expect(engine.unpack("x", "/", source)).rejects.toThrow("cut off");
  await until(() => given.length === asked.length);
});
