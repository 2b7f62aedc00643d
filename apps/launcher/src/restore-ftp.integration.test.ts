/** A restore from the FTP target: a real server, the real product; and a server that is away, slow or cut off. */
import { randomBytes } from "node:crypto";
import { zipOf } from "@hubwart/project/testing/zip";
import { type FtpServer, type Product, startFtpServer, startProduct, waitFor } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  BACKUP_PASSWORD,
  backUp,
  chosen,
  configureBackup,
  look,
  outcome,
  sendFile,
} from "./testing/restoring.ts";

const PASSWORD = "Altes-Gerät-2026!";
const USER = { user: "sicherung", password: "ftp-geheim" };
/** Of public files; at the slow server they take a while. */
const BYTES = 2_000_000;
let server: FtpServer;
let source: Product;
let device: Product;
let name: string;

const ftp = (change: object = {}) => ({
  use: true,
  tls: true,
  verify: false,
  host: "127.0.0.1",
  port: server.port,
  user: USER.user,
  pwd: USER.password,
  pasv: true,
  path: "/keller",
  ...change,
});
const aim = (change: object = {}) =>
  configureBackup(device.api, { pwd: "", target: { ftp: { ...ftp(change), use: false } } });

beforeAll(async () => {
  server = await startFtpServer(USER);
  [source, device] = await Promise.all([startProduct({ vendor: false }), startProduct({ vendor: false })]);
  await source.api.signIn(PASSWORD);
  await device.api.signIn("Neues-Gerät-2026!");
  const zip = await zipOf([{ name: "plan.bin", content: randomBytes(BYTES).toString("latin1") }]);
  await sendFile(source, "/resources/htdocs/upload", "newfile", "public.zip", zip);
  await configureBackup(source.api, { pwd: BACKUP_PASSWORD, target: { ftp: ftp() } });
  name = await backUp(source.api);
});
afterAll(async () => {
  await Promise.all([source?.stop(), device?.stop()]);
  await server?.stop();
});

const list = async () => (await device.api.get("/backup/restore/files")).body;
const open = () => device.api.post("/backup/restore/open", { source: "ftp", file: name });

it("says in German what is wrong with the server", async () => {
  expect(await list()).toMatchObject({ message: "In den Einstellungen ist kein FTP-Ziel angegeben." });
  await aim({ pwd: "falsch" });
  expect(await list()).toMatchObject({
    message: "Der FTP-Server hat Benutzername oder Passwort abgelehnt.",
  });
  await aim({ verify: true });
  expect(await list()).toMatchObject({ message: expect.stringContaining("Das Zertifikat des FTP-Servers") });
  await aim({ path: "/anderswo" });
  expect(await list()).toMatchObject({ message: expect.stringContaining("gibt es diesen Pfad") });
  await aim({ port: 1 });
  expect(await list()).toMatchObject({ message: expect.stringContaining("keine Verbindung an") });
});

it("shows how far a slow server is, can be called off, and tells when it is cut off", async () => {
  const slow = await startFtpServer({ ...USER, config: ["TransferRate RETR 100"], files: server.files });
  try {
    await aim({ port: slow.port });
    const begun = async () => {
      let id = 0;
      await waitFor(
        async () => {
          const { jobs } = (await device.api.get("/jobs")).body as unknown as {
            jobs: { id: number; kind: string; state: string; progress: { done: number } | null }[];
          };
          const job = jobs.find(({ kind, state }) => kind === "backup.fetch" && state === "running");
          id = job?.id ?? 0;
          return (job?.progress?.done ?? 0) > 0;
        },
        { what: "progress" },
      );
      return id;
    };
    const first = open();
    await device.api.get("/jobs/cancel", { id: String(await begun()) });
    expect((await first).body["code"]).not.toBe(0);
    const second = open();
    await begun();
    await slow.stop();
    expect((await second).body).toMatchObject({ message: "Der FTP-Server hat die Verbindung abgebrochen." });
  } finally {
    await slow.stop();
  }
});

it("lists the backups, fetches one, and makes the device the old one", async () => {
  await aim();
  const { files } = (await list()) as unknown as { files: { name: string; size: number }[] };
  expect(files.map((file) => file.name)).toEqual([name]);
  const { body } = await open();
  expect(body).toMatchObject({ code: 0, encrypted: true });
  const id = String(body["id"]);
  expect(await look(device.api, id, "falsch")).toMatchObject({ code: 1203 });
  const about = await look(device.api, id, BACKUP_PASSWORD);
  const start = { id, pwd: BACKUP_PASSWORD, parts: chosen(about) };
  expect((await device.api.post("/backup/restore/start", start)).body["code"]).toBe(0);
  expect(await outcome(device.url, id)).toMatchObject({ state: "done" });
  device.api.token = undefined;
  await device.api.signIn(PASSWORD);
  const files_ = (await device.api.get("/resources/htdocs/files")).body["files"] as { name: string }[];
  expect(files_.map((file) => file.name)).toEqual(["plan.bin"]);
});
