/** What the tests of backup and restore do again and again, through the public calls as anybody would. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ApiClient, type Product, waitFor } from "@hubwart/testing";

export const BACKUP_PASSWORD = "Passwort der Sicherung 1";
const run = promisify(execFile);
/** A machine that does much else takes its time. */
const ENDS_WITHIN = 120_000;

export interface Look {
  code: number;
  message?: string;
  host: string;
  version: string;
  encrypted: boolean;
  password: boolean;
  parts: { name: string; moves: boolean; chosen: boolean; note: string }[];
  left: string[];
}
export interface Outcome {
  state: string;
  message: string;
}
export interface BackupState {
  active: boolean;
  last: { success: boolean; error?: string; left: string[] } | null;
  files: { name: string; size: number }[];
}

/** One file by multipart, as the console sends it. */
export async function sendFile(
  { api, url }: Pick<Product, "api" | "url">,
  call: string,
  field: string,
  name: string,
  content: Uint8Array | string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  form.append(field, new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
  const headers = api.token === undefined ? {} : { authorization: `Bearer ${api.token}` };
  const reply = await fetch(`${url}/admin/api${call}`, { method: "POST", body: form, headers });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

export const upload = async (product: Pick<Product, "api" | "url">, file: string) =>
  (await sendFile(
    product,
    "/backup/restore/upload",
    "backup",
    path.basename(file),
    await readFile(file),
  )) as {
    status: number;
    body: { id: string; encrypted: boolean; code: number; message?: string };
  };

/** Somebody without a session. */
export const anybodyAt = ({ url }: Product) => ({ url, api: new ApiClient(url) });

export async function look(api: ApiClient, id: string, pwd?: string): Promise<Look> {
  return (await api.post("/backup/restore/look", { id, ...(pwd === undefined ? {} : { pwd }) }))
    .body as unknown as Look;
}

export const chosen = ({ parts }: Look) => parts.filter((part) => part.chosen).map(({ name }) => name);

export async function outcome(url: string, id: string): Promise<Outcome> {
  let last = { state: "", message: "" };
  await waitFor(
    async () => {
      const reply = await fetch(`${url}/admin/api/backup/restore/result?id=${id}`);
      last = (await reply.json()) as typeof last;
      return last.state === "done" || last.state === "failed";
    },
    { what: "the restore to end", timeout: ENDS_WITHIN, interval: 200, detail: () => JSON.stringify(last) },
  );
  return last;
}

/** Opens and restores it, with what is proposed. */
export async function restoreFile(product: Product, file: string): Promise<Outcome> {
  const { body } = await upload(product, file);
  const about = await look(product.api, body.id);
  const started = await product.api.post("/backup/restore/start", { id: body.id, parts: chosen(about) });
  if (started.body["code"] !== 0) throw new Error(JSON.stringify(started.body));
  return await outcome(product.url, body.id);
}

export async function configureBackup(api: ApiClient, change: object): Promise<void> {
  const { body: config } = await api.get("/backup/config");
  const { backup, mday, mode, target, time, wday } = config as Record<string, object>;
  const { has_pwd: _, ...ftp } = (target as { ftp: Record<string, unknown> }).ftp;
  const { body } = await api.post("/backup/config", {
    use: false,
    mode,
    time,
    wday,
    mday,
    backup,
    target: { ftp },
    ...change,
  });
  if (body["code"] !== 0) throw new Error(JSON.stringify(body));
}

export const backupState = async (api: ApiClient) =>
  (await api.get("/backup/state")).body as unknown as BackupState;

/** Makes one and waits for it. @returns the name of the newest */
export async function backUp(api: ApiClient): Promise<string> {
  const { body } = await api.post("/backup/run", {});
  if (body["code"] !== 0) throw new Error(JSON.stringify(body));
  let state: BackupState | undefined;
  await waitFor(
    async () => {
      state = await backupState(api);
      return !state.active;
    },
    { what: "the backup", timeout: ENDS_WITHIN, detail: () => JSON.stringify(state) },
  );
  if (state?.last?.success !== true) throw new Error(JSON.stringify(state));
  return state.files[0]?.name ?? "";
}

/** A backup that lies in `folder` and no longer on the device. */
export async function takeBackup({ api, dataDir }: Product, folder: string, pwd: string): Promise<string> {
  await configureBackup(api, { pwd });
  const name = await backUp(api);
  const kept = path.join(folder, name);
  await cp(path.join(dataDir, "backups", name), kept);
  await api.get("/backup/delete", { file: name });
  return kept;
}

/** A ZIP file of one page, for the public files. */
export async function pageZip(folder: string): Promise<Uint8Array> {
  const zip = path.join(folder, "public.zip");
  const write = `import zipfile;zipfile.ZipFile("${zip}","w").writestr("plan/index.html","<h1>Plan</h1>")`;
  await run("python3", ["-c", write]);
  return await readFile(zip);
}

/** An unencrypted backup as somebody may have changed it: its list and sums fit what is inside. */
export async function changedBackup(
  backup: string,
  folder: string,
  name: string,
  change: (content: string) => Promise<void>,
): Promise<string> {
  const content = path.join(folder, name);
  await mkdir(content);
  await run("tar", ["-xf", backup, "-C", content]);
  await change(content);
  const about = JSON.parse(await readFile(path.join(content, "manifest.json"), "utf8")) as {
    files: { name: string; size: number; sha256: string }[];
    device?: unknown;
  };
  // Whoever changes it cannot sign it.
  delete about.device;
  for (const file of about.files) {
    const bytes = await readFile(path.join(content, file.name));
    Object.assign(file, { size: bytes.length, sha256: sha256(bytes) });
  }
  const text = JSON.stringify(about);
  await writeFile(path.join(content, "manifest.json"), text);
  await writeFile(path.join(content, "manifest.sha256"), `${sha256(text)}  manifest.json\n`);
  const parts = (await readdir(content)).filter((entry) => !entry.startsWith("manifest"));
  const file = path.join(folder, `${name}.tar`);
  const first = ["manifest.json", "manifest.sha256"];
  await run("tar", ["--format=ustar", "-cf", file, "-C", content, ...first, ...parts]);
  return file;
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
