import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { proveArchive } from "./archive.ts";
import { LARGEST_MANIFEST } from "./manifest.ts";
import { at, entry, make, open, signal, useBackupFolder } from "./testing/backup-file.ts";

useBackupFolder();

describe("proving a backup", () => {
  let proofs = 0;
  const prove = (bytes: Buffer, pick: string) => {
    proofs += 1;
    return proveArchive(Readable.from([bytes.subarray(0, 700), bytes.subarray(700)]), {
      pick: (name) => name === pick,
      target: at(`picked-${proofs}`),
      signal,
    });
  };

  it("reads it through, and takes one of its files out", async () => {
    const whole = await make();
    const bytes = Readable.from([whole]);
    const pick = (name: string) => name === "settings/state.db";
    expect(await proveArchive(bytes, { pick, target: at("picked"), signal })).toMatchObject({
      picked: true,
      about: { host: "keller" },
    });
    expect(await readFile(at("picked"), "utf8")).toBe("\0db");
    await rm(at("picked"));
    expect(await prove(whole, "settings/none")).toMatchObject({ picked: false });
  });

  it("finds any flipped bit, and an end at any length", async () => {
    const whole = await make();
    for (let place = 0; place < whole.length; place += 97) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      await expect(prove(bytes, "settings/state.db"), String(place)).rejects.toThrow();
    }
    const content = Buffer.from(whole);
    content.write("L", whole.lastIndexOf("lang"));
    await expect(prove(content, "")).rejects.toThrow(/„pods.*steht nicht so/);
    for (let length = 0; length < whole.length - 1_024; length += 300)
      await expect(prove(whole.subarray(0, length), ""), String(length)).rejects.toThrow();
  });

  it("finds a file that is missing, or one too many", async () => {
    const whole = await make();
    const text = JSON.stringify(await open(whole));
    const sum = `${createHash("sha256").update(text).digest("hex")}  manifest.json\n`;
    const end = Buffer.alloc(1_024);
    const [manifest, sums] = [text, sum].map((content, at) =>
      entry(at === 0 ? "manifest.json" : "manifest.sha256", "0", Buffer.from(content)),
    ) as [Buffer, Buffer];
    await expect(prove(Buffer.concat([manifest, sums, end]), "")).rejects.toThrow(/„pods.*steht nicht so/);
    await expect(prove(Buffer.concat([manifest, end]), "")).rejects.toThrow("steht nicht so");
    const more = [
      whole.subarray(0, whole.length - 1_024),
      entry("settings/more", "0", Buffer.from("x")),
      end,
    ];
    await expect(prove(Buffer.concat(more), "")).rejects.toThrow("settings/more");
  });

  it("takes no list that is none, nothing but files, and no name that leads out", async () => {
    const end = Buffer.alloc(1_024);
    const refused = async (bytes: Buffer, why: string) =>
      await expect(prove(Buffer.concat([bytes, end]), ""), why).rejects.toThrow(why);
    const space = (count: number) => Buffer.alloc(count, " ");
    const text = Buffer.from(JSON.stringify(await open(await make())));
    const long = Buffer.concat([text, space(LARGEST_MANIFEST)]);
    await refused(entry("manifest.json", "0", long), "ihr Verzeichnis");
    await refused(entry("settings/state.db", "0", space(10)), "ihr Verzeichnis");
    await refused(entry("manifest.json", "2", Buffer.alloc(0)), "das keine Datei ist");
    await refused(entry("../manifest.json", "0", space(10)), "unzulässigen Namen");
    await refused(
      Buffer.concat([entry("manifest.json", "0", text), entry("manifest.sha256", "0", space(1_000_000))]),
      "manifest.sha256",
    );
  });

  it("ends when it is told to", async () => {
    const stop = new AbortController();
    const whole = await make();
    const endless = new Readable({ read: () => stop.abort() });
    endless.push(whole.subarray(0, 2_000));
    const pick = () => false;
    await expect(proveArchive(endless, { pick, target: "", signal: stop.signal })).rejects.toThrow("aborted");
  });
});
