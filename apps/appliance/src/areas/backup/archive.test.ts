import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { assert, asyncProperty, nat } from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeFiles, FORMAT, filesBelow, type Manifest, openArchive, writeArchive } from "./archive.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "backup-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const at = (...names: string[]) => path.join(folder, ...names);
const PLENTY = 1e9;
const LONG = `${"ordner/".repeat(30)}${"ü".repeat(90)}.json`;

async function make(): Promise<Buffer> {
  const files = {
    "settings/state.db": "\0db",
    "project/projects/current.json": "{}",
    [`pods/${LONG}`]: "lang",
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(at("content", name)), { recursive: true });
    await writeFile(at("content", name), text);
  }
  const about: Manifest = {
    format: FORMAT,
    product: "Hubwart",
    version: "1.2.3",
    host: "keller",
    created: "2026-11-21T02:00:00.000Z",
    encrypted: false,
    parts: [{ name: "settings", label: "Einstellungen" }],
    left: [],
    files: await describeFiles(at("content")),
  };
  await writeArchive(at("content"), about, at("archive"), undefined, signal);
  return await readFile(at("archive"));
}
/** One ustar member as anybody may write it. */
function entry(name: string, type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000600\x000000000\x000000000\x00", 100);
  header.write(content.length.toString(8).padStart(11, "0"), 124);
  header.write("00000000000", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("/etc/passwd", 157);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\x00 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}
let opened = 0;
async function open(bytes: Buffer, mostBytes = PLENTY) {
  opened += 1;
  return await openArchive(Readable.from([bytes]), at(`proof-${String(opened)}`), { mostBytes, signal });
}

describe("the backup file", () => {
  it("opens to what was packed, long names and all", async () => {
    const about = await open(await make());
    expect(about.host).toBe("keller");
    const proof = at(`proof-${String(opened)}`);
    expect(await filesBelow(proof)).toEqual(
      [...(await filesBelow(at("content"))), "manifest.json", "manifest.sha256"].sort(),
    );
    expect(await readFile(path.join(proof, "pods", LONG), "utf8")).toBe("lang");
  });

  it("is the same file for the same content", async () => {
    const first = await make();
    expect((await make()).equals(first)).toBe(true);
  });

  it("is refused with any bit of a file, a name or the manifest flipped", async () => {
    const whole = await make();
    let refused = 0;
    // Every 97th byte.
    const places = Array.from({ length: whole.length }, (_, place) => place).filter(
      (place) => place % 97 === 0,
    );
    for (const place of places) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      const same = await open(bytes).then(
        async () => {
          const proof = at(`proof-${String(opened)}`);
          const names = await filesBelow(at("content"));
          for (const name of names)
            expect((await readFile(path.join(proof, name))).equals(await readFile(at("content", name)))).toBe(
              true,
            );
          return true;
        },
        () => false,
      );
      if (!same) refused += 1;
    }
    // What remains are paddings and owners, which carry nothing.
    expect(refused).toBeGreaterThan(places.length / 4);
  });

  it("is refused with any bit of a file's content flipped, its size being right", async () => {
    const whole = await make();
    const from = whole.lastIndexOf("lang");
    for (let place = from; place < from + 4; place += 1) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      await expect(open(bytes)).rejects.toThrow(/Die Datei „pods.*ist beschädigt/);
    }
  });

  it("is refused when a file of its manifest is not in it", async () => {
    const whole = await make();
    const manifest = entry("manifest.json", "0", Buffer.from(JSON.stringify(await open(whole))));
    await expect(open(Buffer.concat([manifest, Buffer.alloc(1_024)]))).rejects.toThrow("fehlt die Datei");
  });

  it("is refused when it ends early, at any length", async () => {
    const whole = await make();
    for (let length = 0; length < whole.length - 1_024; length += 700) {
      await expect(open(whole.subarray(0, length))).rejects.toThrow(/beschädigt|fehlt|keine Sicherung/);
    }
  });

  it.each([
    ["Text", Buffer.from("kein Archiv")],
    ["nothing", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(100_000)],
    ["a ZIP file", Buffer.from("PK\x03\x04".padEnd(2_000, "x"))],
  ])("is refused if it is %s", async (_, bytes) => {
    await expect(open(bytes)).rejects.toThrow("keine Sicherung");
  });

  it("is refused when it is larger than there is room", async () => {
    await expect(open(await make(), 1_000)).rejects.toThrow("größer als der freie Speicher");
  });

  const hostile: [string, string, string][] = [
    ["a name that leads up", "../../etc/cron.d/x", "0"],
    ["a name that leads up further inside", "settings/../../x", "0"],
    ["an absolute name", "/etc/cron.d/x", "0"],
    ["a file the manifest does not name", "settings/extra", "0"],
    ["a symbolic link", "settings/link", "2"],
    ["a hard link", "settings/link", "1"],
    ["a device", "settings/device", "3"],
    ["a pipe", "settings/pipe", "6"],
  ];
  it.each(hostile)("is refused with %s", async (_, name, type) => {
    const about: Manifest = {
      format: FORMAT,
      product: "Hubwart",
      version: "1",
      host: "keller",
      created: "",
      encrypted: false,
      parts: [],
      left: [],
      files: [],
    };
    const manifest = entry("manifest.json", "0", Buffer.from(JSON.stringify(about)));
    const tar = Buffer.concat([manifest, entry(name, type, Buffer.alloc(0)), Buffer.alloc(1_024)]);
    await expect(open(tar)).rejects.toThrow(/unzulässig|fehlt|keine Datei|keine Sicherung/);
  });

  it("is read as a stream from disk", async () => {
    await make();
    await expect(
      openArchive(createReadStream(at("archive")), at("proof-s"), { mostBytes: PLENTY, signal }),
    ).resolves.toBeDefined();
  });
});

it("finds a bit that flipped, wherever it is", async () => {
  const whole = await make();
  await open(whole);
  let healthy = 0;
  await assert(
    asyncProperty(nat(whole.length * 8 - 1), async (bit) => {
      const bytes = Buffer.from(whole);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const found = await open(bytes).then(
        () => false,
        () => true,
      );
      if (!found) healthy += 1;
      return found;
    }),
    { numRuns: 400 },
  );
  expect(healthy).toBe(0);
});
