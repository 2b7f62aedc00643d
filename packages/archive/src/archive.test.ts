import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { assert, asyncProperty, nat } from "fast-check";
import { describe, expect, it } from "vitest";
import { describeFiles, filesBelow, openArchive, writeArchive } from "./archive.ts";
import { LARGEST_MANIFEST, type Manifest } from "./manifest.ts";
import {
  at,
  EMPTY,
  entry,
  LONG,
  make,
  open,
  openedAt,
  PLENTY,
  signal,
  signed,
  useBackupFolder,
  WRITTEN,
} from "./testing/backup-file.ts";

useBackupFolder();

describe("the backup file", () => {
  it("opens to what was packed, long names, times and all", async () => {
    const about = await open(await make());
    expect(about.host).toBe("keller");
    const proof = openedAt();
    expect(await filesBelow(proof)).toEqual(
      [...(await filesBelow(at("content"))), "manifest.json", "manifest.sha256"].sort(),
    );
    expect(await readFile(path.join(proof, "pods", LONG), "utf8")).toBe("lang");
    expect((await stat(path.join(proof, "pods", LONG))).mtimeMs).toBe(WRITTEN * 1_000);
  });

  it("is for this account alone, packed and unpacked, whatever modes it names", async () => {
    const loose = (archive: Buffer) => {
      for (let start = 0; start + 512 <= archive.length; start += 512) {
        const head = archive.subarray(start, start + 512);
        if (head.toString("latin1", 257, 262) !== "ustar") continue;
        head.write("0000666\0", 100, "latin1");
        head.write("        ", 148, "latin1");
        const sum = head.reduce((total, byte) => total + byte, 0);
        head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
      }
      return archive;
    };
    const archive = await make();
    const mode = async (file: string) => (await stat(file)).mode & 0o777;
    expect(await mode(at("archive"))).toBe(0o600);
    await open(loose(archive));
    const proof = openedAt();
    expect([await mode(proof), await mode(path.join(proof, "pods"))]).toEqual([0o700, 0o700]);
    for (const name of ["manifest.json", "settings/state.db"])
      expect(await mode(path.join(proof, name)), name).toBe(0o600);
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
          const proof = openedAt();
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
    const manifest = entry("manifest.json", "0", Buffer.from(JSON.stringify(EMPTY)));
    const tar = Buffer.concat([manifest, entry(name, type, Buffer.alloc(0)), Buffer.alloc(1_024)]);
    await expect(open(tar)).rejects.toThrow(/unzulässig|fehlt|keine Datei|keine Sicherung/);
  });

  /** A whole archive with other members, its list and sums fitting what `files` says is inside. */
  function archiveOf(members: Buffer[], files: Record<string, string>): Buffer {
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const about: Manifest = {
      ...EMPTY,
      files: Object.entries(files).map(([name, text]) => ({ name, size: text.length, sha256: sha256(text) })),
    };
    const text = JSON.stringify(about);
    const sum = `${sha256(text)}  manifest.json\n`;
    return Buffer.concat([
      entry("manifest.json", "0", Buffer.from(text)),
      entry("manifest.sha256", "0", Buffer.from(sum)),
      ...members,
      Buffer.alloc(1_024),
    ]);
  }
  const file = (name: string, text: string) => entry(name, "0", Buffer.from(text));

  it("opens as others may write it, and is refused with a name twice, the last or the first being right", async () => {
    const right = file("settings/a", "right");
    await open(archiveOf([right], { "settings/a": "right" }));
    for (const members of [
      [right, file("settings/a", "wrong")],
      [file("settings/a", "wrong"), right],
      [right, right],
    ])
      await expect(open(archiveOf(members, { "settings/a": "right" }))).rejects.toThrow("doppelt");
  });

  it("is refused with sizes that it does not have: huge, negative, none, binary", async () => {
    for (const size of [
      "77777777777\0",
      "-0000000001\0",
      "            ",
      "\x80\0\0\0\0\0\0\x7f\xff\xff\xff\xff",
      "0x000000010\0",
    ]) {
      const member = file("settings/a", "right");
      member.write(size, 124, 12, "latin1");
      signed(member);
      await expect(open(archiveOf([member], { "settings/a": "right" })), size).rejects.toThrow(/Sicherung/);
    }
  });

  it("is refused with folders deeper than ours", async () => {
    const deep = `${"a/".repeat(45)}b`;
    await expect(open(archiveOf([file(deep, "x")], { [deep]: "x" }))).rejects.toThrow(/Sicherung/);
    expect(await filesBelow(openedAt())).not.toContain(deep);
  });

  it("is refused with a link or a folder in the place of a file, and writes nothing outside", async () => {
    const through = [entry("settings/a", "2", Buffer.alloc(0)), file("settings/a/b", "x")];
    await expect(open(archiveOf(through, { "settings/a/b": "x" }))).rejects.toThrow("keine Datei");
    const folderFirst = [entry("settings/a", "5", Buffer.alloc(0)), file("settings/a", "x")];
    await expect(open(archiveOf(folderFirst, { "settings/a": "x" }))).rejects.toThrow(/Sicherung/);
    expect((await readdir(at())).filter((name) => !/^(proof-|content|archive)/.test(name))).toEqual([]);
  });

  it("is refused when its list is larger than any of ours", async () => {
    const many = Array.from({ length: 3 }, () => file("manifest.json", "{}"));
    await expect(open(Buffer.concat([...many, Buffer.alloc(1_024)]))).rejects.toThrow(/Sicherung/);
    const text = `{"format":1${" ".repeat(LARGEST_MANIFEST)}}`;
    await expect(open(Buffer.concat([file("manifest.json", text), Buffer.alloc(1_024)]))).rejects.toThrow(
      /Sicherung/,
    );
  });

  it.each([
    ["pax records", "x"],
    ["records for all that follows", "g"],
    ["a long name", "L"],
    ["the long name of a link", "K"],
  ])("is refused with more than a name as %s", async (_, type) => {
    const other = entry("other", type, Buffer.from("11 path=a/b\n".repeat(6_000)));
    const tar = archiveOf([other, file("settings/a", "right")], { "settings/a": "right" });
    await expect(open(tar)).rejects.toMatchObject({ cause: { message: "too large for what it is" } });
  });

  it("is read as a stream from disk", async () => {
    await make();
    await expect(
      openArchive(createReadStream(at("archive")), at("proof-s"), { mostBytes: PLENTY, signal }),
    ).resolves.toBeDefined();
  });
});

it("leaves parts in it that nobody asks for, whatever their size, and proves the others", async () => {
  const bytes = await make();
  const without = (part: string) => part === "pods";
  const { files } = await openArchive(Readable.from([bytes]), at("some"), {
    mostBytes: PLENTY,
    signal,
    without,
  });
  expect(files.map(({ name }) => name)).toContain(`pods/${LONG}`);
  expect((await filesBelow(at("some"))).filter((name) => name.startsWith("pods/"))).toEqual([]);
  const room = (await stat(at("some", "manifest.json"))).size + 200;
  const tight = { mostBytes: room, signal };
  await expect(
    openArchive(Readable.from([bytes]), at("tight"), { ...tight, without: () => false }),
  ).resolves.toBeDefined();
  await writeFile(at("content", "pods", "large"), Buffer.alloc(10_000));
  const about = { ...EMPTY, files: await describeFiles(at("content")) };
  await writeArchive(at("content"), about, at("larger"), undefined, signal);
  const larger = { mostBytes: room + 300, signal };
  await expect(openArchive(createReadStream(at("larger")), at("no"), larger)).rejects.toThrow("größer");
  await openArchive(createReadStream(at("larger")), at("yes"), { ...larger, without });
});

it("finds a flipped end of a long name", async () => {
  const whole = await make();
  const end = whole.indexOf("ü.json\n");
  expect(end).toBeGreaterThan(0);
  const bytes = Buffer.from(whole);
  bytes.write("K", end + Buffer.byteLength("ü.json"));
  await expect(open(bytes)).rejects.toThrow(/Sicherung/);
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
}, 300_000);
