/** A backup of one device restored on another, on the same, and never half: real processes, killed at random moments. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ApiClient, type Product, processes, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const OLD_PASSWORD = "Altes-Gerät-2026!";
const BACKUP_PASSWORD = "Passwort der Sicherung 1";
const POD = "leser";
/** More by hand: `HUBWART_KILLS=50`. */
const KILLS = Number(process.env["HUBWART_KILLS"] ?? 4);
const AT_ONCE = 2;
const run = promisify(execFile);
const EXAMPLE = path.join(repoRoot(), "examples/erste-schritte.xlsx");

let folder: string;
let source: Product;
/** Encrypted, and not. */
let sealed: string;
let plain: string;

interface Look {
  code: number;
  message?: string;
  host: string;
  version: string;
  encrypted: boolean;
  password: boolean;
  parts: { name: string; moves: boolean; chosen: boolean; note: string }[];
  left: string[];
}

async function upload(api: ApiClient, url: string, file: string) {
  const form = new FormData();
  form.append("backup", new Blob([await readFile(file)]), path.basename(file));
  const reply = await fetch(`${url}/admin/api/backup/restore/upload`, {
    method: "POST",
    body: form,
    headers: api.token === undefined ? {} : { authorization: `Bearer ${api.token}` },
  });
  return { status: reply.status, body: (await reply.json()) as { id: string; encrypted: boolean } };
}
async function look(api: ApiClient, id: string, pwd?: string): Promise<Look> {
  return (await api.post("/backup/restore/look", { id, ...(pwd === undefined ? {} : { pwd }) }))
    .body as unknown as Look;
}
async function outcome(url: string, id: string): Promise<{ state: string; message: string }> {
  let last = { state: "", message: "" };
  await waitFor(
    async () => {
      const reply = await fetch(`${url}/admin/api/backup/restore/result?id=${id}`);
      last = (await reply.json()) as typeof last;
      return last.state === "done" || last.state === "failed";
    },
    { what: "the restore to end", timeout: 60_000, interval: 200, detail: () => JSON.stringify(last) },
  );
  return last;
}
/** Seconds of processor time of the appliance and of what it has started and ended (proc(5)). */
async function work(product: Product): Promise<number> {
  const all = await processes();
  const mine = all.find(
    ({ command, parent }) => parent === product.launcher.pid && command.includes("/appliance.mjs"),
  );
  const stat = await readFile(`/proc/${mine?.pid ?? 0}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
const chosen = ({ parts }: Look) => parts.filter((part) => part.chosen).map(({ name }) => name);

async function makeBackup(product: Product, pwd: string): Promise<string> {
  const { body: config } = await product.api.get("/backup/config");
  const { backup, mday, mode, target, time, wday } = config as Record<string, object>;
  const ftp = (target as { ftp: object }).ftp;
  await product.api.post("/backup/config", {
    use: false,
    mode,
    time,
    wday,
    mday,
    backup,
    pwd,
    target: { ftp },
  });
  const { body } = await product.api.post("/backup/run", {});
  expect(body["code"], JSON.stringify(body)).toBe(0);
  interface State {
    active: boolean;
    last: { success: boolean } | null;
    files: { name: string }[];
  }
  let state: State | undefined;
  await waitFor(
    async () => {
      state = (await product.api.get("/backup/state")).body as unknown as State;
      return !state.active && state.last?.success === true;
    },
    { what: "the backup", timeout: 60_000 },
  );
  const name = state?.files[0]?.name ?? "";
  const kept = path.join(folder, name);
  await cp(path.join(product.dataDir, "backups", name), kept);
  await product.api.get("/backup/delete", { file: name });
  return kept;
}

/** What an administrator would compare. */
async function items(api: ApiClient) {
  const read = async (call: string, query: Record<string, string> = {}) => (await api.get(call, query)).body;
  const history = (await read("/project/history")) as { versions: { id: string; current: boolean }[] };
  return {
    project: history.versions.map(({ current, id }) => [id, current]),
    forwarding: (await read("/state/config")) as { influxdb: { org: string; has_token: boolean } },
    pod: await read("/pods/config", { pod: POD }),
    files: ((await read("/resources/htdocs/files")) as { files: { name: string; size: number }[] }).files.map(
      ({ name, size }) => [name, size],
    ),
    backup: await read("/backup/config"),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hubwart-restore-"));
  source = await startProduct();
  await source.api.signIn(OLD_PASSWORD);
  const { body } = await source.api.uploadProjectFile(EXAMPLE);
  expect(body["code"]).toBe(0);
  await source.api.post("/state/config/influxdb", {
    active: false,
    server: "influxdb:8086",
    token: "influx-geheim",
    org: "o",
    bucket: "b",
  });
  await source.api.post("/pods/config", { pod: POD, internal: false, params: {} });
  const zip = path.join(folder, "public.zip");
  await run("python3", [
    "-c",
    `import zipfile;zipfile.ZipFile("${zip}","w").writestr("plan/index.html","<h1>Plan</h1>")`,
  ]);
  const form = new FormData();
  form.append("newfile", new Blob([await readFile(zip)]), "public.zip");
  await fetch(`${source.url}/admin/api/resources/htdocs/upload`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${source.api.token ?? ""}` },
  });
  const { files, forwarding } = await items(source.api);
  expect([files.length, forwarding.influxdb.has_token]).toEqual([1, true]);
  plain = await makeBackup(source, "");
  sealed = await makeBackup(source, BACKUP_PASSWORD);
});
afterAll(async () => {
  await source?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a new device", () => {
  it("takes a backup on its first page, and is the old one then", async () => {
    const before = await items(source.api);
    const device = await startProduct();
    try {
      const anybody = new ApiClient(device.url);
      const { body, status } = await upload(anybody, device.url, sealed);
      expect([status, body.encrypted], JSON.stringify(body)).toEqual([200, true]);
      const worked = await work(device);
      expect(await look(anybody, body.id, "falsch")).toMatchObject({ code: 1203 });
      expect((await work(device)) - worked).toBeLessThan(2);
      const about = await look(anybody, body.id, BACKUP_PASSWORD);
      expect(about).toMatchObject({ code: 0, encrypted: true, password: true, left: [] });
      expect(about.parts.find(({ name }) => name === "license")).toMatchObject({ moves: false });
      expect(about.parts.find(({ name }) => name === "certificates")).toMatchObject({ chosen: false });
      const started = await anybody.post("/backup/restore/start", {
        id: body.id,
        pwd: BACKUP_PASSWORD,
        parts: chosen(about),
      });
      expect(started.body["code"], JSON.stringify(started.body)).toBe(0);
      expect(await outcome(device.url, body.id)).toMatchObject({ state: "done" });
      // Nobody is signed in, and the password of the backup applies.
      expect((await anybody.get("/pods")).status).toBe(401);
      const login = await anybody.post("/login", { pwd: OLD_PASSWORD });
      expect(login.body["code"], JSON.stringify(login.body)).toBe(0);
      const admin = new ApiClient(device.url);
      await admin.signIn(OLD_PASSWORD);
      expect(await items(admin)).toEqual(before);
      // One entry of the change log, and the licence is this device's own.
      const { body: audit } = await admin.get("/system/audit");
      const calls = (audit as { entries: { call: string }[] }).entries.map(({ call }) => call);
      expect(calls.filter((call) => call === "restoreStart")).toHaveLength(1);
      expect((await upload(new ApiClient(device.url), device.url, sealed)).status).toBe(401);
    } finally {
      await device.stop();
    }
  });

  it("asks for a password of its own if the backup brings none", async () => {
    const device = await startProduct();
    try {
      const anybody = new ApiClient(device.url);
      const { body } = await upload(anybody, device.url, plain);
      const about = await look(anybody, body.id);
      expect(about).toMatchObject({ encrypted: false, password: false });
      const start = (first?: string) =>
        anybody.post("/backup/restore/start", {
          id: body.id,
          parts: chosen(about),
          ...(first === undefined ? {} : { first }),
        });
      expect((await start()).status).toBe(400);
      expect((await start("Neues-Gerät-1!")).body["code"]).toBe(0);
      expect(await outcome(device.url, body.id)).toMatchObject({ state: "done" });
      expect((await anybody.post("/set_init_pwd", { pwd: "Fremder-2026!" })).status).toBe(409);
      const admin = new ApiClient(device.url);
      await admin.signIn("Neues-Gerät-1!");
      expect((await items(admin)).project).toEqual((await items(source.api)).project);
    } finally {
      await device.stop();
    }
  });

  it("slows down whoever guesses the backup's password", async () => {
    const device = await startProduct();
    try {
      const anybody = new ApiClient(device.url);
      const { body } = await upload(anybody, device.url, sealed);
      const codes: number[] = [];
      for (let i = 0; i < 7; i += 1) codes.push((await look(anybody, body.id, `falsch ${i}`)).code);
      expect(codes.slice(0, 5)).toEqual([1203, 1203, 1203, 1203, 1203]);
      expect(new Set(codes.slice(5))).toEqual(new Set([1204]));
      expect((await look(anybody, body.id, BACKUP_PASSWORD)).code).toBe(1204);
    } finally {
      await device.stop();
    }
  });
});

/** The unencrypted backup as somebody may have changed it. */
async function changed(name: string, change: (content: string) => Promise<void>): Promise<string> {
  const content = path.join(folder, name);
  await mkdir(content);
  await run("tar", ["-xf", plain, "-C", content]);
  await change(content);
  const about = JSON.parse(await readFile(path.join(content, "manifest.json"), "utf8")) as {
    files: { name: string; size: number; sha256: string }[];
  };
  for (const file of about.files) {
    const bytes = await readFile(path.join(content, file.name));
    Object.assign(file, { size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  const text = JSON.stringify(about);
  await writeFile(path.join(content, "manifest.json"), text);
  const sum = createHash("sha256").update(text).digest("hex");
  await writeFile(path.join(content, "manifest.sha256"), `${sum}  manifest.json\n`);
  const parts = (await readdir(content)).filter((entry) => !entry.startsWith("manifest"));
  const file = path.join(folder, `${name}.tar`);
  await run("tar", [
    "--format=ustar",
    "-cf",
    file,
    "-C",
    content,
    "manifest.json",
    "manifest.sha256",
    ...parts,
  ]);
  return file;
}

async function openIn(product: Product, file: string) {
  const { body } = await upload(product.api, product.url, file);
  return { id: body.id, about: await look(product.api, body.id) };
}

describe("a device in use", () => {
  let device: Product;
  const org = async () => (await items(device.api)).forwarding.influxdb.org;
  beforeAll(async () => {
    device = await startProduct();
    await device.api.signIn("Gerät-in-Betrieb-1!");
    await device.api.post("/state/config/influxdb", {
      active: false,
      server: "influxdb:8086",
      token: "t",
      org: "alt",
      bucket: "b",
    });
  });
  afterAll(() => device?.stop());
  const restore = async (file: string) => {
    const { about, id } = await openIn(device, file);
    const { body } = await device.api.post("/backup/restore/start", { id, parts: chosen(about) });
    expect(body["code"], JSON.stringify(body)).toBe(0);
    return await outcome(device.url, id);
  };

  it("refuses a backup of a newer version, and a database of a newer one, with the reason", async () => {
    const newer = await changed("newer", async (content) => {
      const file = path.join(content, "manifest.json");
      await writeFile(
        file,
        (await readFile(file, "utf8")).replace(/"version": "[^"]*"/, '"version": "99.0.0"'),
      );
    });
    const { about } = await openIn(device, newer);
    expect(about).toMatchObject({ code: 1702, message: expect.stringContaining("99.0.0") });
    const schema = await changed("schema", async (content) => {
      const db = path.join(content, "settings/state.db");
      await run("python3", [
        "-c",
        `import sqlite3;c=sqlite3.connect("${db}");c.execute("pragma user_version=99")`,
      ]);
    });
    expect(await restore(schema)).toMatchObject({
      state: "failed",
      message: expect.stringContaining("neueren"),
    });
    expect(await org()).toBe("alt");
  });

  it("has its old state back if the restored one does not come up", async () => {
    const broken = await changed("broken", async (content) => {
      const versions = path.join(content, "project/projects/versions");
      for (const version of await readdir(versions))
        await writeFile(path.join(versions, version, "compiled.json"), "{}");
    });
    const { message, state } = await restore(broken);
    expect([state, message]).toEqual(["failed", expect.stringContaining("Der vorherige Stand gilt wieder")]);
    // The session of before goes on, and so do the settings.
    expect(await org()).toBe("alt");
  });

  it("keeps its password with a backup that has none, and ends every session", async () => {
    expect(await restore(plain)).toMatchObject({ state: "done" });
    expect((await device.api.get("/pods")).status).toBe(401);
    await device.api.signIn("Gerät-in-Betrieb-1!");
    expect(await org()).toBe("o");
  });
});

describe(`kill -9 at ${KILLS} random moments`, () => {
  const PASSWORD = "Stromausfall-2026!";
  /** Kills everything in the middle of `begin`, starts again, and checks what is there. */
  async function repeatedly(
    begin: (device: Product) => Promise<unknown>,
    check: (device: Product) => Promise<void>,
  ) {
    const one = async (kills: number) => {
      const dataDir = await mkdtemp(path.join(folder, "kills-"));
      let device = await startProduct({ dataDir, vendor: false });
      try {
        await device.api.signIn(PASSWORD);
        await device.api.post("/state/config/influxdb", {
          active: false,
          server: "influxdb:8086",
          token: "t",
          org: "alt",
          bucket: "b",
        });
        for (let kill = 0; kill < kills; kill += 1) {
          const work = begin(device).catch(() => undefined);
          await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 3_500));
          device.launcher.kill("SIGKILL");
          await work;
          await device.stop();
          device = await startProduct({ dataDir, vendor: false });
          await device.api.signIn(PASSWORD);
          await check(device);
        }
      } finally {
        await device.stop();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, () => one(KILLS / AT_ONCE)));
  }

  it("of a restore: the old state or the new one", async () => {
    const seen = new Set<string>();
    await repeatedly(
      async (device) => {
        const { about, id } = await openIn(device, plain);
        await device.api.post("/backup/restore/start", { id, parts: chosen(about) });
      },
      async (device) => {
        await waitFor(
          async () => {
            const { body } = await device.api.get("/jobs");
            return (body as { jobs: { state: string }[] }).jobs.every(
              ({ state }) => !/running|undoing/.test(state),
            );
          },
          { what: "the job to be over", timeout: 60_000 },
        );
        device.api.token = undefined;
        await device.api.signIn(PASSWORD);
        const { project, forwarding } = await items(device.api);
        const isNew = project.length > 0;
        seen.add(isNew ? "new" : "old");
        expect(forwarding.influxdb.org).toBe(isNew ? "o" : "alt");
      },
    );
    expect(seen.size).toBeGreaterThan(0);
  }, 900_000);

  it("of a backup: every file that is listed is whole", async () => {
    await repeatedly(
      (device) => device.api.post("/backup/run", {}),
      async (device) => {
        await waitFor(async () => (await device.api.get("/backup/state")).body["active"] === false, {
          what: "the backup to be over",
          timeout: 60_000,
        });
        const { body } = await device.api.get("/backup/state");
        for (const { name } of (body as { files: { name: string }[] }).files) {
          const target = await mkdtemp(path.join(folder, "whole-"));
          await run("tar", ["-xf", path.join(device.dataDir, "backups", name), "-C", target]);
          await run("sha256sum", ["-c", "manifest.sha256"], { cwd: target });
          await rm(target, { recursive: true });
        }
      },
    );
  }, 900_000);
});
