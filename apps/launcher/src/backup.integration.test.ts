/** A backup through the whole product: made while it runs, opened without it, sent, and without a secret in the clear. */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import {
  type FtpServer,
  type Product,
  repoRoot,
  startFtpServer,
  startProduct,
  waitFor,
} from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";

const run = promisify(execFile);
const PASSWORD = "Sicher-2026!";
const BACKUP_PASSWORD = "Backup-Passwort 1";
const folder = useSharedFolder();
let product: Product;
let server: FtpServer;
beforeAll(async () => {
  server = await startFtpServer({ user: "sicherung", password: "ftp-geheim" });
  product = await startProduct();
  await product.api.signIn(PASSWORD);
  const { body } = await product.api.uploadProjectFile(path.join(repoRoot(), "examples/erste-schritte.xlsx"));
  expect(body["code"]).toBe(0);
  await product.api.post("/state/config/influxdb", {
    active: false,
    server: "influxdb:8086",
    token: "influx-token-geheim",
    org: "o",
    bucket: "b",
  });
});
afterAll(async () => {
  await product.stop();
  await server.stop();
});

const ftp = () => ({
  use: true,
  tls: true,
  verify: false,
  host: "127.0.0.1",
  port: server.port,
  user: "sicherung",
  pwd: "ftp-geheim",
  pasv: true,
  path: "/keller",
});
async function configure(change: object = {}) {
  const { body } = await product.api.post("/backup/config", {
    use: false,
    mode: 1,
    time: [2, 0],
    wday: 0,
    mday: 1,
    backup: {
      config: { use: true },
      influxdb: { use: false },
      grafana: { use: false },
      mosquitto: { use: false },
    },
    target: { ftp: { ...ftp(), use: false } },
    ...change,
  });
  expect(body["code"]).toBe(0);
}
interface State {
  active: boolean;
  next: number | null;
  last: { success: boolean; error?: string; end: number; left: string[]; upload: { ftp: object } } | null;
  files: { name: string; size: number; ts: number }[];
}
const state = async () => (await product.api.get("/backup/state")).body as unknown as State;
async function backup(): Promise<State> {
  const known = new Set((await state()).files.map(({ name }) => name));
  const { body } = await product.api.post("/backup/run", {});
  expect(body["code"]).toBe(0);
  await waitFor(async () => !(await state()).active, { what: "the backup to end", timeout: 60_000 });
  const after = await state();
  expect(after.last?.error).toBeUndefined();
  expect(after.last?.success).toBe(true);
  expect(after.files.filter(({ name }) => !known.has(name))).toHaveLength(1);
  return after;
}
/** By tar and age alone, as `docs/how-to/open-a-backup.md` says. */
async function open(file: string, password?: string): Promise<string> {
  const target = await mkdtemp(path.join(folder(), "open-"));
  let tar = file;
  if (password !== undefined) {
    tar = path.join(target, "..", `${path.basename(target)}.tar`);
    // age asks on a terminal only, which `script` is for it.
    const child = spawn("script", ["-qec", `age -d -o '${tar}' '${file}'`, "/dev/null"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (text: Buffer) => {
      output += text.toString();
      if (/passphrase/i.test(output) && !child.stdin.writableEnded) child.stdin.end(`${password}\n`);
    });
    await new Promise((resolve) => child.once("close", resolve));
  }
  await run("tar", ["-xf", tar, "-C", target]);
  return target;
}
const allText = async (where: string) =>
  (
    await run("grep", ["-rlaE", "influx-token-geheim|ftp-geheim|argon2id", where]).catch(() => ({
      stdout: "",
    }))
  ).stdout;

it("is made without a password, proven, and has no secret of the settings inside", async () => {
  await configure();
  const { files, last } = await backup();
  expect(last).toMatchObject({ success: true, upload: { ftp: { active: false, success: false } } });
  expect(last?.left.join("\n")).toContain("Passwort der Konsole");
  expect(last?.left.join("\n")).toContain("Token der Statusweiterleitung an InfluxDB");
  expect(files).toHaveLength(1);
  const opened = await open(path.join(product.dataDir, "backups", files[0]?.name ?? ""));
  expect(await allText(opened)).toBe("");
  const manifest = JSON.parse(await readFile(path.join(opened, "manifest.json"), "utf8")) as {
    parts: { name: string }[];
  };
  expect(manifest.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(["settings", "project"]));
  expect(manifest.parts.map(({ name }) => name)).not.toContain("certificates");
  const { stdout } = await run("python3", [
    "-c",
    "import sqlite3,sys; db=sqlite3.connect(sys.argv[1]); print(db.execute('pragma integrity_check').fetchone()[0], db.execute('select count(*) from session').fetchone()[0], db.execute('select count(*) from credential').fetchone()[0])",
    path.join(opened, "settings", "state.db"),
  ]);
  expect(stdout.trim()).toBe("ok 0 0");
});

it("is encrypted with a password, opens with age and tar, arrives by FTP, and is downloaded whole", async () => {
  await configure({ pwd: BACKUP_PASSWORD, target: { ftp: ftp() } });
  const { files, last } = await backup();
  expect(last).toMatchObject({ success: true, left: [], upload: { ftp: { active: true, success: true } } });
  const name = files[0]?.name ?? "";
  expect(name.endsWith(".tar.age")).toBe(true);
  const kept = await readFile(path.join(product.dataDir, "backups", name));
  expect((await readFile(path.join(server.files, "keller", name))).equals(kept)).toBe(true);
  const reply = await fetch(`${product.url}/admin/api/backup/file?file=${name}`, {
    headers: { authorization: `Bearer ${product.api.token ?? ""}` },
  });
  expect(Buffer.from(await reply.arrayBuffer()).equals(kept)).toBe(true);
  const opened = await open(path.join(product.dataDir, "backups", name), BACKUP_PASSWORD);
  expect(await allText(opened)).toContain("state.db");
  expect(await readdir(opened)).toEqual(expect.arrayContaining(["certificates", "license"]));
});

it("stays on the device and says why when the target refuses it", async () => {
  await configure({ pwd: "", target: { ftp: { ...ftp(), pwd: "falsch" } } });
  const before = (await state()).files.length;
  const { body } = await product.api.post("/backup/run", {});
  expect(body["code"]).toBe(0);
  const id = body["job"] as number;
  await waitFor(async () => (await state()).files.length > before, { what: "the backup", timeout: 30_000 });
  // It tries again for a minute and a half; an administrator may stop that once it has begun to.
  const cancel = () => product.api.get("/jobs/cancel", { id: String(id) });
  await waitFor(async () => (await cancel()).body["code"] === 0, { what: "the cancelling", timeout: 30_000 });
  await waitFor(async () => !(await state()).active, { what: "the end", timeout: 20_000 });
  expect((await state()).files.length).toBe(before + 1);
});

it("never shows a secret, keeps the ones that a save leaves out, and refuses two backups at once", async () => {
  await configure({ pwd: BACKUP_PASSWORD });
  const { body, headers } = await product.api.get("/backup/config");
  expect(JSON.stringify(body)).not.toMatch(/geheim|Backup-Passwort/);
  expect(body).toMatchObject({ has_pwd: true, target: { ftp: { has_pwd: true } } });
  expect(headers.get("etag")).toBeTruthy();
  const replies = await Promise.all([
    product.api.post("/backup/run", {}),
    product.api.post("/backup/run", {}),
  ]);
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  await waitFor(async () => !(await state()).active, { what: "the end", timeout: 60_000 });
  expect((await state()).files[0]?.name.endsWith(".age")).toBe(true);
});

it.each(["../state.db", "hubwart-x-20260101T000000Z.tar", ".work"])("does not give %s away", async (file) => {
  expect((await product.api.get("/backup/file", { file })).status).toBeGreaterThanOrEqual(400);
  expect((await product.api.get("/backup/delete", { file })).status).toBeGreaterThanOrEqual(400);
});

it("leaves no work behind", async () => {
  expect(
    (await readdir(path.join(product.dataDir, "backups"))).filter((name) => name.startsWith(".")),
  ).toEqual([]);
});
