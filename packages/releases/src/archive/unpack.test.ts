import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { useFolder } from "@hubwart/testing/folder";
import { packTar, type TarHeader } from "modern-tar";
import { describe, expect, it } from "vitest";
import { LIMITS } from "./manifest.ts";
import { packRelease } from "./pack.ts";
import { unpackRelease } from "./unpack.ts";

const folder = useFolder();

const at = (...names: string[]) => path.join(folder(), ...names);
const signal = new AbortController().signal;
const about = { version: "1.0.0", arch: "x64", notes: "" } as const;

interface Entry {
  header: Partial<TarHeader> & { name: string };
  body?: string;
}
interface Listed {
  name: string;
  size: number;
  mode: number;
  sha256: string;
}
const listed = (name: string, body: string, change: Partial<Listed> = {}): Listed => ({
  name,
  size: Buffer.byteLength(body),
  mode: 0o644,
  sha256: createHash("sha256").update(body).digest("hex"),
  ...change,
});
const file = (name: string, body: string): Entry => ({ header: { name }, body });

/** An archive as nobody's tool would make it. */
async function forged(
  files: Listed[],
  entries: Entry[],
  manifest: Record<string, unknown> = {},
): Promise<string> {
  const text = JSON.stringify({ format: 1, product: "hubwart", ...about, files, ...manifest });
  return await archiveOf([file("manifest.json", text), ...entries]);
}
async function archiveOf(entries: Entry[]): Promise<string> {
  const tar = await packTar(
    entries.map(({ header, body = "" }) => ({
      header: { size: Buffer.byteLength(body), type: "file" as const, ...header },
      body,
    })),
  );
  return await compressed(tar);
}
async function compressed(tar: Uint8Array): Promise<string> {
  const target = at("archive");
  await writeFile(target, brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  return target;
}
const unpack = (archive: string, limits = LIMITS) => unpackRelease(archive, at("out"), signal, about, limits);

async function refusal(archive: string, limits = LIMITS): Promise<string> {
  const outcome = await unpack(archive, limits).then(
    () => "taken",
    (error: { fault?: string; message: string }) => `${error.fault}: ${error.message}`,
  );
  const left = (await readdir(folder())).filter((name) => name !== "archive");
  expect(left).toEqual([]);
  return outcome;
}

describe("an archive made by us", () => {
  async function source(): Promise<string> {
    await mkdir(at("source/b/c"), { recursive: true });
    await writeFile(at("source/b/c/run"), "#!/bin/sh\n");
    await chmod(at("source/b/c/run"), 0o700);
    await writeFile(at("source/a.mjs"), "x".repeat(100_000));
    await writeFile(at("source/empty"), "");
    return at("source");
  }

  it("unpacks to the same files, modes and manifest", async () => {
    const made = await packRelease(await source(), at("archive"), about);
    const before = process.umask(0o077);
    const found = await unpack(at("archive")).finally(() => process.umask(before));
    expect(found).toEqual(made);
    expect(JSON.parse(await readFile(at("out/manifest.json"), "utf8"))).toEqual(made);
    expect((await readFile(at("out/a.mjs"), "utf8")).length).toBe(100_000);
    const modes = await Promise.all(
      ["b", "b/c", "b/c/run", "a.mjs"].map(async (name) => (await stat(at("out", name))).mode & 0o777),
    );
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o644]);
  });

  it("is the same to the bit whenever and in whatever order it is made", async () => {
    await packRelease(await source(), at("one"), about);
    const before = await readFile(at("one"));
    await rm(at("source"), { recursive: true });
    await mkdir(at("source"));
    await writeFile(at("source/empty"), "", { mode: 0o600 });
    await source();
    await utimes(at("source/a.mjs"), 1, 1);
    await packRelease(at("source"), at("two"), about);
    expect(before.equals(await readFile(at("two")))).toBe(true);
  });

  it("contains no links", async () => {
    await symlink("/etc/passwd", path.join(await source(), "link"));
    await expect(packRelease(at("source"), at("archive"), about)).rejects.toThrow("neither file nor folder");
  });

  it("is refused when it is cut or changed anywhere, and leaves nothing behind", async () => {
    await packRelease(await source(), at("archive"), about);
    await rm(at("source"), { recursive: true });
    const whole = await readFile(at("archive"));
    for (const cut of [0, 1, 20, whole.length >> 1, whole.length - 1]) {
      await writeFile(at("archive"), whole.subarray(0, cut));
      expect(await refusal(at("archive"))).toMatch(/^archive: /);
    }
    for (let place = 3; place < whole.length; place += Math.ceil(whole.length / 20)) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(place) ^ 0x10, place);
      await writeFile(at("archive"), changed);
      expect(await refusal(at("archive"))).toMatch(/^archive: /);
    }
    const tar = brotliDecompressSync(whole);
    for (const end of [512, tar.length >> 1, tar.length - 1024, tar.length - 600]) {
      expect([end, await refusal(await compressed(tar.subarray(0, end)))]).toEqual([
        end,
        expect.stringMatching(/^archive: /),
      ]);
    }
  });

  it("of another version or architecture is refused", async () => {
    await packRelease(await source(), at("archive"), { ...about, version: "1.0.1" });
    await rm(at("source"), { recursive: true });
    expect(await refusal(at("archive"))).toContain("holds 1.0.1 for x64, not 1.0.0");
  });

  it("is not unpacked over a folder that is there, nor after the end", async () => {
    await packRelease(await source(), at("archive"), about);
    await mkdir(at("out"));
    await writeFile(at("out/mine"), "");
    await expect(unpack(at("archive"))).rejects.toThrow("EEXIST");
    expect(await readdir(at("out"))).toEqual(["mine"]);
    await rm(at("out"), { recursive: true });
    const over = AbortSignal.abort(new Error("over"));
    await expect(unpackRelease(at("archive"), at("out"), over)).rejects.toThrow("over");
    expect(await readdir(folder())).not.toContain("out");
  });
});

describe("a forged archive", () => {
  it.each([
    "../evil",
    "a/../../evil",
    "/etc/evil",
    "a//b",
    "./a",
    "a/.",
    "..",
    "",
    "a\u0000b",
    "a\nb",
    "a\\b",
    "manifest.json",
    `${"d/".repeat(30)}x`,
    "x".repeat(300),
  ])("with the name %j is refused", async (name) => {
    expect(await refusal(await forged([listed(name, "x")], [file(name || "y", "x")]))).toMatch(
      /^archive: the archive/,
    );
  });

  it("with a name its manifest does not list, twice, or as file and folder is refused", async () => {
    const a = listed("a", "x");
    expect(await refusal(await forged([a], [file("a", "x"), file("b", "x")]))).toContain('"b"');
    expect(await refusal(await forged([a], [file("a", "x"), file("a", "x")]))).toContain("or twice");
    expect(await refusal(await forged([a, a], [file("a", "x")]))).toContain("twice");
    expect(
      await refusal(await forged([a, listed("a/b", "x")], [file("a", "x"), file("a/b", "x")])),
    ).toContain("as file and as folder");
    expect(await refusal(await forged([a, listed("b", "x")], [file("a", "x")]))).toContain('lacks "b"');
    expect(await refusal(await forged([a], [file("../a", "x")]))).toContain('"../a"');
  });

  it.each(["symlink", "link", "directory", "character-device", "block-device", "fifo"] as const)(
    "with a %s is refused",
    async (type) => {
      const entry: Entry = { header: { name: "a", type, size: 0, linkname: "/etc/passwd" } };
      expect(await refusal(await forged([listed("a", "")], [entry]))).toContain("is no file");
    },
  );

  it("with another size or content than listed is refused", async () => {
    const [a] = [listed("a", "xy")];
    expect(await refusal(await forged([{ ...a, size: 3 }], [file("a", "xy")]))).toContain("another size");
    expect(await refusal(await forged([a], [file("a", "xz")]))).toContain("another content");
  });

  it("that asks for rights nothing needs is refused", async () => {
    for (const mode of [0o4755, 0o666, 0o777, 0]) {
      expect(await refusal(await forged([listed("a", "x", { mode })], [file("a", "x")]))).toContain(
        "no manifest",
      );
    }
  });

  it("that grows beyond all bounds is refused before it fills the disk", async () => {
    const tight = { manifest: 2000, files: 3, bytes: 1000 };
    const many = [1, 2, 3, 4].map((n) => listed(`f${n}`, "x"));
    expect(await refusal(await forged(many, []), tight)).toContain("lists 4 files");
    expect(await refusal(await forged([listed("a", "x", { size: 1001 })], []), tight)).toContain(
      "unpacks to 1001",
    );
    expect(await refusal(await forged([], [], { notes: "x".repeat(1990) }), tight)).toContain(
      "begin with its manifest",
    );
    // Nothing but padding, well compressed.
    expect(await refusal(await compressed(Buffer.alloc(1_000_000)), tight)).toMatch(
      /unpacks to more than|is empty/,
    );
    const honest = brotliDecompressSync(await readFile(await forged([], [])));
    expect(
      await refusal(await compressed(Buffer.concat([honest, Buffer.alloc(1_000_000)])), tight),
    ).toContain("unpacks to more than");
  });

  it("without a manifest, with one that cannot be read, or of another product is refused", async () => {
    expect(await refusal(await archiveOf([file("a", "x")]))).toContain("begin with its manifest");
    expect(await refusal(await archiveOf([]))).toContain("archive: ");
    for (const text of ["", "{", "null", "[]", `{"a":${"[".repeat(5000)}`]) {
      expect(await refusal(await archiveOf([file("manifest.json", text)]))).toContain("no manifest");
    }
    for (const change of [
      { format: 2 },
      { product: "other" },
      { version: "../1" },
      { arch: "mips" },
      { files: {} },
    ]) {
      expect(await refusal(await forged([], [], change))).toContain("no manifest");
    }
    await writeFile(at("archive"), "PK\u0003\u0004 something else");
    expect(await refusal(at("archive"))).toMatch(/^archive: /);
  });
});
