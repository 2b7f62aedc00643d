/** The process that reads a backup through, as it is built. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { encrypted } from "@hubwart/archive/age";
import { entry, make, useBackupFolder } from "@hubwart/archive/testing";
import { type Bundled, bundle } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Prove, proverIn } from "./prove.ts";

const folder = useFolder();
useBackupFolder();
const { signal } = new AbortController();
let built: Bundled;
let prove: Prove;
beforeAll(async () => {
  built = await bundle({ "prove-child": "apps/central/src/backups/prove-child.ts" });
  prove = proverIn(built.folder);
});
afterAll(() => built.remove());

async function stored(bytes: Buffer | string): Promise<{ file: string; size: number }> {
  const file = path.join(folder(), "backup");
  await writeFile(file, bytes);
  return { file, size: bytes.length };
}

it("tells what is in a backup, by its password too", async () => {
  const plain = await make();
  expect(await prove(await stored(plain), signal)).toEqual({ proved: true, version: "1.2.3", device: "" });
  const sealed = await stored(await buffer(await encrypted(Readable.from([plain]), "gut")));
  expect(await prove({ ...sealed, password: "gut" }, signal)).toMatchObject({ proved: true });
  expect(await prove({ ...sealed, password: "falsch" }, signal)).toMatchObject({
    proved: false,
    why: expect.stringContaining("Passwort"),
  });
});

it("takes on no file that costs too much to open", async () => {
  const stanza = "-> scrypt AAAAAAAAAAAAAAAAAAAAAA 20";
  const head = `age-encryption.org/v1\n${stanza}\n${"A".repeat(43)}\n--- ${"A".repeat(43)}\n`;
  expect(await prove({ ...(await stored(head)), password: "x" }, signal)).toMatchObject({
    proved: false,
    why: expect.stringContaining("aufwendiger"),
  });
});

it("bears the longest list that anybody may write, and ends when it is told to", async () => {
  const text = `{"files":[${"[".repeat(4_000_000)}${"]".repeat(4_000_000)}]}`;
  const deep = await stored(
    Buffer.concat([entry("manifest.json", "0", Buffer.from(text)), Buffer.alloc(1_024)]),
  );
  expect(await prove(deep, signal)).not.toMatchObject({ proved: true });
  const many = `{"files":[${"1,".repeat(8_000_000)}1]}`;
  const long = await stored(
    Buffer.concat([entry("manifest.json", "0", Buffer.from(many)), Buffer.alloc(1_024)]),
  );
  expect(await prove(long, signal)).toMatchObject({ proved: false });
  const ended = new AbortController();
  const asked = prove(long, ended.signal);
  ended.abort();
  expect(await asked).toBeUndefined();
});
