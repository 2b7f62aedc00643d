/** Backups as a hub sends them on: one that is whole and left with its password, one that only its site can open, one that is damaged. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describeFiles, FORMAT, writeArchive } from "@hubwart/archive";
import { encrypted } from "@hubwart/archive/age";
import { backupName } from "@hubwart/archive/names";
import type { FileSource, OutgoingFile } from "@hubwart/fleet/uplink";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { byButton } from "./console.ts";
import { lookAt } from "./look.ts";

const SITE_PASSWORD = "Passwort der Sicherung 1";
const DAY = 86_400_000;

export interface SiteBackups {
  source: FileSource;
  /** The newest, as it is sent. */
  newest: Buffer;
  remove: () => Promise<void>;
}

export async function siteBackups(now: number): Promise<SiteBackups> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "site-backups-"));
  const plain = await archive(folder);
  const sealed = await buffer(await encrypted(Readable.from([plain]), SITE_PASSWORD));
  const flipped = Buffer.from(plain);
  flipped.write("s", plain.lastIndexOf("Stand"));
  const files = [
    await outgoing(folder, now - DAY, sealed, { encrypted: true, password: SITE_PASSWORD }),
    await outgoing(folder, now - 2 * DAY, sealed, { encrypted: true }),
    await outgoing(folder, now - 3 * DAY, flipped, { encrypted: false }),
  ];
  let sent = 0;
  const source: FileSource = {
    kind: "backups",
    next: async () => files[sent],
    over: async () => {
      sent += 1;
    },
  };
  return { source, newest: sealed, remove: () => rm(folder, { recursive: true }) };
}

/** On the page of the site: its newest backup as it was sent, the password of it, and room for another. */
export async function givesBack(page: Page, newest: Buffer): Promise<void> {
  await page.getByText("geprüft", { exact: true }).waitFor();
  await page.getByText("Inhalt nicht prüfbar").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("button", { name: /^Herunterladen/ })
      .first()
      .click(),
  ]);
  expect((await readFile(await download.path())).equals(newest)).toBe(true);
  await page.getByRole("button", { name: /^Passwort zeigen/ }).click();
  await page.getByText(SITE_PASSWORD).waitFor();
  await lookAt(page, "fleet-backup-password");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Sicherung entfernen/ })
    .last()
    .click();
  await byButton(page.getByRole("dialog"), "Sicherung entfernen").click();
  await page.getByText("steht nicht so in der Sicherung").waitFor({ state: "detached" });
}

async function archive(folder: string): Promise<Buffer> {
  const content = path.join(folder, "content");
  await mkdir(path.join(content, "settings"), { recursive: true });
  await writeFile(path.join(content, "settings/state.db"), "Stand");
  const about = {
    format: FORMAT,
    product: "Hubwart",
    version: "0.5.0",
    host: "hotel",
    created: "2026-11-21T02:00:00.000Z",
    encrypted: false,
    parts: [],
    left: [],
    files: await describeFiles(content),
  };
  const file = path.join(folder, "archive");
  await writeArchive(content, about, file, undefined, new AbortController().signal);
  return await readFile(file);
}

async function outgoing(
  folder: string,
  at: number,
  bytes: Buffer,
  about: { encrypted: boolean; password?: string },
): Promise<OutgoingFile> {
  const name = backupName("hotel", at, about.encrypted);
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { name, file, size: bytes.length, sha256, about: JSON.stringify({ at, ...about }) };
}
