/**
 * Data of add-ons goes into a backup while they run, and comes back with its restore: Mosquitto itself, stand-ins of InfluxDB and
 * Grafana, on a real Docker engine behind the device service.
 */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { CATALOGUE, imageReference } from "@hubwart/containers";
import { type Product, startProduct, waitFor } from "@hubwart/testing";
import {
  loadOwn,
  loadStandIn,
  type Registry,
  startContainersService,
  startDocker,
  startRegistry,
  type TestEngine,
} from "@hubwart/testing/containers";
import { useSharedFolder } from "@hubwart/testing/folder";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";

const PASSWORD = "Ein gutes Passwort 1!";
const BACKUP_PASSWORD = "Passwort der Sicherung 1";
/** Also on a machine that does much else. */
const LONGEST_MS = 240_000;
const ADD_ONS = ["influxdb", "grafana", "mosquitto"] as const;
let docker: TestEngine;
let registry: Registry;
let product: Product;
const folder = useSharedFolder();
let service: ChildProcess;

type Answer = Record<string, unknown> & { code: number; message?: string };
const get = async (call: string) => (await product.api.get(call)).body as Answer;
const post = async (call: string, body: object) => (await product.api.post(call, body)).body as Answer;

beforeAll(async () => {
  [docker, registry] = await Promise.all([startDocker(), startRegistry()]);
  await loadOwn(docker);
  for (const id of ADD_ONS) {
    const { repository, tag } = CATALOGUE[id].image;
    const reference = imageReference(CATALOGUE[id], registry.address);
    if (id === "mosquitto") await docker.cli("tag", `${repository}:${tag}`, reference);
    else await loadStandIn(docker, id, reference);
    await docker.cli("push", "-q", reference);
  }
  const engine = { HUBWART_CONTAINER_ENGINE: `unix://${docker.socketPath}` };
  service = await startContainersService(folder(), { ...engine, HUBWART_IMAGE_REGISTRY: registry.address });
  product = await startProduct({
    env: { ...engine, HUBWART_HOST: "systemd", HUBWART_HOSTD_SOCKET: path.join(folder(), "hostd.sock") },
  });
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await get("/system/ps"))["engine"] === true, { what: "the engine" });
});
afterAll(async () => {
  await product?.stop();
  if (service?.kill()) await once(service, "exit");
  if (folder()) await rm(folder(), { recursive: true, force: true });
  await registry?.stop();
  await docker?.stop();
});

/** As the device keeps it; the database takes nothing else. */
async function influxToken(): Promise<string> {
  const read =
    "import json,sqlite3,sys;print(json.loads(sqlite3.connect(sys.argv[1]).execute(\"select value from setting where name='influxdb.access'\").fetchone()[0])['token'])";
  const { stdout } = await promisify(execFile)("python3", [
    "-c",
    read,
    path.join(product.dataDir, "state.db"),
  ]);
  return stdout.trim();
}

const look = {
  influxdb: async () => (await (await fetch("http://127.0.0.1:28086/lines")).json()) as string[],
  grafana: async () => {
    const authorization = `Basic ${Buffer.from("admin:Passwort von Grafana").toString("base64")}`;
    return (await fetch("http://127.0.0.1:23000/api/user", { headers: { authorization } })).status;
  },
  mosquitto: async () => {
    const client = await connectAsync("mqtt://127.0.0.1:21883", {
      username: "lampe",
      password: "geheim-1",
      reconnectPeriod: 0,
    });
    const got: string[] = [];
    client.on("message", (_topic, payload) => got.push(String(payload)));
    await client.subscribeAsync("haus/#", { qos: 1 });
    // What is retained comes before what is published after it.
    await client.publishAsync("haus/ende", "ende", { qos: 1 });
    await waitFor(() => got.includes("ende"), { what: "the end of what is retained" });
    await client.endAsync();
    return got.filter((text) => text !== "ende");
  },
};
const all = async () => ({
  influxdb: await look.influxdb(),
  grafana: await look.grafana(),
  mosquitto: await look.mosquitto(),
});
const FULL = { influxdb: ["haus wert=21"], grafana: 200, mosquitto: ["21"] };
const EMPTY = { influxdb: [], grafana: 401, mosquitto: [] };

async function configure(pwd: string): Promise<void> {
  const on = { use: true };
  const ftp = { use: false, tls: false, verify: false, host: "", port: 21, user: "", pasv: true, path: "/" };
  const backup = { config: on, influxdb: on, grafana: on, mosquitto: on };
  const schedule = { use: false, mode: 1, time: [2, 0], wday: 0, mday: 1 };
  expect(await post("/backup/config", { ...schedule, backup, target: { ftp }, pwd })).toMatchObject({
    code: 0,
  });
}
interface State {
  active: boolean;
  last: { success: boolean; left: string[]; error?: string } | null;
  files: { name: string }[];
}
async function backUp(): Promise<State> {
  expect(await post("/backup/run", {})).toMatchObject({ code: 0 });
  const state = async () => (await get("/backup/state")) as unknown as State;
  await waitFor(async () => !(await state()).active, { what: "the backup", timeout: 60_000 });
  return await state();
}

it("says what of them is left out: what does not run, and what has secrets, without a password", async () => {
  await configure("");
  const { last } = await backUp();
  expect(last?.success, last?.error).toBe(true);
  expect(last?.left).toContain("Daten von Mosquitto: der Container ist nicht eingeschaltet");
  expect(last?.left).toContain("Daten von InfluxDB: nur in Sicherungen mit Passwort");
  expect(last?.left).toContain("Daten von Grafana: nur in Sicherungen mit Passwort");
});

it("come back as they were when the backup was made", { timeout: LONGEST_MS }, async () => {
  for (const id of ADD_ONS) expect(await post(`/${id}/config`, { active: true })).toMatchObject({ code: 0 });
  await post("/mosquitto/users/set", { usr: "lampe", pwd: "geheim-1", read: "haus/#", write: "haus/#" });
  expect(await all()).toEqual(EMPTY);
  const client = await connectAsync("mqtt://127.0.0.1:21883", { username: "lampe", password: "geheim-1" });
  await client.publishAsync("haus/wert", "21", { qos: 1, retain: true });
  await client.endAsync();
  expect(await post("/grafana/reset-admin-pwd", { pwd: "Passwort von Grafana" })).toMatchObject({ code: 0 });
  const inside = (await docker.cli("exec", "s4q_influxdb", "/usr/local/bin/node", "-p", ORG)).trim();
  const wrote = await fetch(`http://127.0.0.1:28086/api/v2/write?${inside}`, {
    method: "POST",
    body: "haus wert=21",
    headers: { authorization: `Token ${await influxToken()}` },
  });
  expect(wrote.status).toBe(204);
  expect(await all()).toEqual(FULL);

  await configure(BACKUP_PASSWORD);
  const broker = (await get("/mosquitto/info"))["started"];
  const { files, last } = await backUp();
  expect(last, last?.error).toMatchObject({ success: true, left: [] });
  // It was copied while it ran.
  expect((await get("/mosquitto/info"))["started"]).toBe(broker);
  expect(await all()).toEqual(FULL);

  for (const id of ADD_ONS) expect(await get(`/${id}/rstore`)).toMatchObject({ code: 0 });
  expect(await all()).toEqual(EMPTY);

  const opened = await post("/backup/restore/open", { source: "device", file: files[0]?.name });
  const id = String(opened["id"]);
  const about = await post("/backup/restore/look", { id, pwd: BACKUP_PASSWORD });
  const parts = (about["parts"] as { name: string; chosen: boolean }[]).filter(({ chosen }) => chosen);
  const names = parts.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["data-influxdb", "data-grafana", "data-mosquitto"]));
  const without = names.filter((name) => name !== "settings");
  const start = (chosen: string[]) =>
    product.api.post("/backup/restore/start", { id, pwd: BACKUP_PASSWORD, parts: chosen });
  expect((await start(without)).status).toBe(400);
  expect((await start(names)).body).toMatchObject({ code: 0 });
  await waitFor(async () => (await get(`/backup/restore/result?id=${id}`))["state"] === "done", {
    what: "the restore",
    timeout: 120_000,
  });
  product.api.token = undefined;
  await product.api.signIn(PASSWORD);
  const waiting = path.join(product.dataDir, "add-ons");
  await waitFor(async () => (await readdir(waiting)).length === 0, {
    what: "the data of the add-ons to be loaded",
    timeout: 120_000,
    interval: 500,
    detail: () => product.output().slice(-3_000),
  });
  expect(await all()).toEqual(FULL);
});

/** Query of a write, from what the database was set up with. */
const ORG =
  "new URLSearchParams({ org: process.env.DOCKER_INFLUXDB_INIT_ORG, bucket: process.env.DOCKER_INFLUXDB_INIT_BUCKET }).toString()";
