/** Recorded values in a backup: in none unless somebody chose them, and found again on another device. */
import { execFile } from "node:child_process";
import { readdir, truncate } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { zipOf } from "@hubwart/project/testing/zip";
import { freePort, type Product, startProduct, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { licensed } from "./testing/plant.ts";
import {
  backUp,
  backupState,
  changedBackup,
  configureBackup,
  look,
  outcome,
  upload,
} from "./testing/restoring.ts";

const CHAN = "http_in.anlage.sollwert";
const run = promisify(execFile);
const folder = useSharedFolder();
let source: Product;
let target: Product;

beforeAll(async () => {
  [source, target] = await Promise.all([startProduct(), startProduct()]);
  await Promise.all([source, target].map((product) => product.api.signIn("Verlauf-2026!")));
  await furnish(source, await freePort());
});
afterAll(() => Promise.all([source.stop(), target.stop()]));

async function furnish({ api }: Product, port: number): Promise<void> {
  await licensed(api);
  const archive = await zipOf([
    { name: "project.csv", content: "key,value\nid,verlauf\n" },
    { name: "pods.csv", content: `id,port\nhttp_in.anlage,${String(port)}\n` },
    {
      name: "http_in.csv",
      content: "pod,channel,type,dir,path,record\nanlage,sollwert,float,out,/sollwert,ja\n",
    },
  ]);
  expect((await api.uploadProject(archive, "verlauf.zip")).body["code"]).toBe(0);
}

const write = ({ api }: Product, value: number) =>
  waitFor(async () => (await api.post("/trace/write", { chan: CHAN, value })).status === 200, {
    what: "a write",
    timeout: 30_000,
  });
async function drawn({ api }: Product): Promise<number[]> {
  const now = Date.now();
  const question = { chans: [CHAN], from: now - 3_600_000, to: now + 60_000, points: 500 };
  const { body } = await api.post("/trace/chart", question);
  const series = body["series"] as { points: [number, number, number][] }[] | undefined;
  return series?.[0]?.points.flatMap(([, least, most]) => [least, most]) ?? [];
}
const has = (product: Product, value: number) =>
  waitFor(async () => (await drawn(product)).includes(value), {
    what: `${value} in the chart`,
    timeout: 60_000,
  });
const kept = (name: string) => path.join(source.dataDir, "backups", name);
async function contentOf(name: string): Promise<string[]> {
  const { stdout } = await run("tar", ["-tf", kept(name)]);
  return stdout.split("\n").filter((line) => line.startsWith("recorded/"));
}
async function restore(product: Product, file: string, parts: string[]) {
  const { body } = await upload(product, file);
  await look(product.api, body.id);
  const started = await product.api.post("/backup/restore/start", { id: body.id, parts });
  expect(started.body).toMatchObject({ code: 0 });
  return await outcome(product.url, body.id);
}

it("are in none unless somebody chose them, which the backup says itself", async () => {
  await write(source, 21.5);
  await has(source, 21.5);
  const { body } = await source.api.get("/backup/config");
  expect(body).toMatchObject({ backup: { recorded: { use: false } } });
  const { free, recorded } = body["room"] as { free: number; recorded: number };
  expect([free > 0, recorded > 0]).toEqual([true, true]);
  const name = await backUp(source.api);
  expect(await contentOf(name)).toEqual([]);
  expect((await backupState(source.api)).last?.left.join("\n")).toMatch(
    /Aufgezeichnete Werte \(1\u00a0MB\): nicht ausgewählt/,
  );
  const opened = await upload(source, kept(name));
  expect((await look(source.api, opened.body.id)).left.join("\n")).toContain("Aufgezeichnete Werte");
});

let backup = "";
it("go along when they are chosen, and leave nothing behind but the values", async () => {
  const { body } = await source.api.get("/backup/config");
  await configureBackup(source.api, { backup: { ...(body["backup"] as object), recorded: { use: true } } });
  await write(source, 42);
  await has(source, 42);
  const name = await backUp(source.api);
  backup = kept(name);
  const found = await contentOf(name);
  expect(found.length).toBeGreaterThan(1);
  for (const file of found)
    expect(file).toMatch(/^recorded\/lake\/(alive|hot\/.*\.(log|parquet)|\d.*\.parquet)$/);
  expect(await readdir(path.join(source.dataDir, "backups"))).not.toContain(".work");
});

it("are proposed for nobody, and stay when they are not chosen", async () => {
  const { body } = await upload(target, backup);
  const about = await look(target.api, body.id);
  expect(about.parts.find(({ name }) => name === "recorded")).toMatchObject({
    moves: true,
    chosen: false,
    note: expect.stringContaining("Ersetzt alles bisher Aufgezeichnete"),
  });
});

it("are refused by name when a file is none of recorded values", async () => {
  const forged = await changedBackup(backup, folder(), "forged", async (content) => {
    const hot = path.join(content, "recorded", "lake", "hot");
    const [log = ""] = await readdir(hot);
    await truncate(path.join(hot, log), 11);
  });
  const { message, state } = await restore(target, forged, ["recorded"]);
  expect(state).toBe("failed");
  expect(message).toMatch(
    /Die Datei „recorded\/lake\/hot\/.*“ der Sicherung wird nicht angenommen: sie ist beschädigt/,
  );
});

it("are found again on another device, which records on", async () => {
  const { message, state } = await restore(target, backup, ["project", "recorded"]);
  expect([state, message]).toEqual(["done", ""]);
  await has(target, 21.5);
  await has(target, 42);
  await write(target, 99);
  await has(target, 99);
  expect(await drawn(target)).toEqual(expect.arrayContaining([21.5, 42, 99]));
});
