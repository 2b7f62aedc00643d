/** A site that burned down: what is at the central makes another device what it was. As `docs/how-to/central.md` says it. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { SiteBackup } from "@hubwart/fleet";
import { type Product, startCentral, startProduct, type TestCentral, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  anybodyAt,
  BACKUP_PASSWORD,
  backUp,
  configureBackup,
  look,
  outcome,
  upload,
} from "./testing/restoring.ts";

const CONSOLE_PASSWORD = "Altes-Gerät-2026!";

const folder = useSharedFolder();
let central: TestCentral;
let lost: Product;
let fresh: Product;
beforeAll(async () => {
  central = await startCentral();
  lost = await startProduct();
}, 300_000);
afterAll(async () => {
  await Promise.all([lost?.stop(), fresh?.stop()]);
  await central?.stop();
});

/** @returns its id at the central */
async function join({ api }: Product): Promise<string> {
  const joining = { address: central.address, join_token: await central.code({ name: "Hotel Nord" }) };
  expect((await api.post("/system/central/join", joining)).body).toMatchObject({ code: 0 });
  const door = { open: true, may: "none", findings: true, alarms: true, backups: true, escrow: true };
  expect((await api.post("/system/central/save", door)).body).toEqual({ code: 0 });
  return ((await api.get("/system/central")).body["joined"] as { hub: string }).hub;
}

async function proved(hub: string, name: string): Promise<SiteBackup> {
  let found: SiteBackup | undefined;
  const ask = async () => {
    const { body } = await central.call("GET", `/sites/backups?hub=${hub}`);
    found = (body["backups"] as SiteBackup[]).find((one) => one.name === name);
    return found?.state === "proved";
  };
  await waitFor(ask, { what: "the proof", timeout: 120_000, detail: () => JSON.stringify(found) });
  return found ?? expect.fail();
}

it("is put back on another device, which is that site from then on", async () => {
  await lost.api.signIn(CONSOLE_PASSWORD);
  await configureBackup(lost.api, { pwd: BACKUP_PASSWORD });
  const hub = await join(lost);
  const name = await backUp(lost.api);
  const before = await proved(hub, name);
  await lost.stop();

  const of = { hub, name };
  const { body: bought } = await central.call("POST", "/sites/backups/fetch", of);
  const file = path.join(folder(), name);
  const { body } = await central.bytes(`/sites/backups/file?ticket=${String(bought["ticket"])}`);
  await writeFile(file, body);
  const { body: told } = await central.call("POST", "/sites/backups/password", of);
  expect((await central.call("POST", "/sites/revoke", { hub })).status).toBe(200);

  fresh = await startProduct();
  const anybody = anybodyAt(fresh);
  const { body: opened } = await upload(anybody, file);
  const pwd = String(told["password"]);
  const about = await look(anybody.api, opened.id, pwd);
  expect(about).toMatchObject({ code: 0, encrypted: true, password: true });
  const parts = about.parts.filter(({ moves }) => moves).map((part) => part.name);
  const start = { id: opened.id, pwd, parts };
  expect((await anybody.api.post("/backup/restore/start", start)).body).toMatchObject({ code: 0 });
  expect(await outcome(fresh.url, opened.id)).toMatchObject({ state: "done" });

  await fresh.api.signIn(CONSOLE_PASSWORD);
  // Who the old one was to the central is in no backup.
  expect((await fresh.api.get("/system/central")).body).not.toHaveProperty("joined");
  const anew = await join(fresh);
  expect(anew).not.toBe(hub);
  const after = await proved(anew, await backUp(fresh.api));
  // It signs as the one that it took over.
  expect(after).toMatchObject({ device: before.device, password: true });
  expect(await proved(hub, name)).toMatchObject({ state: "proved" });
}, 400_000);
