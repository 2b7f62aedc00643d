import { describe, expect, it } from "vitest";
import { ETS4, ETS5, ETS6, etsFile, zipOf } from "../testing/ets-file.ts";
import { openArchive } from "./archive.ts";
import { importEts } from "./index.ts";
import { ETS_LIMITS, EtsError } from "./model.ts";

const refused = (bytes: Uint8Array, password?: string) =>
  importEts(bytes, password).then(
    () => "taken",
    (error: unknown) => (error instanceof EtsError ? error.message : error),
  );

describe("what is no export", () => {
  it.each([
    ["nothing", ""],
    ["a text", "Hallo"],
    ["other XML", "<a><GroupAddress Address='1/0/1' Name='x'/></a>"],
    ["an export without addresses", "<GroupAddress-Export></GroupAddress-Export>"],
  ])("is refused: %s", async (_name, text) => {
    expect(await refused(Buffer.from(text))).toBe("In der Datei sind keine Gruppenadressen.");
  });

  it("is refused: bytes", async () => {
    expect(await refused(Buffer.from([0, 1, 2, 3, 0, 0, 9]))).toContain("weder ein Projekt der ETS");
  });

  it("is refused: other archives", async () => {
    expect(await refused(await zipOf({ "a.txt": "x" }))).toBe("Das Archiv enthält kein Projekt der ETS.");
    expect(await refused(await zipOf({ "P-0001/0.xml": "x", "P-0002/0.xml": "x" }))).toContain(
      "mehrere Projekte",
    );
    expect(await refused(await zipOf({ "P-0001/project.xml": "<x/>" }))).toContain("fehlt die Datei");
    expect(await refused(await zipOf({ "P-0001.zip": "x" }))).toContain("beschädigt");
  });
});

/** One address in so many ranges; otherwise in order. */
const nested = (depth: number): string =>
  `<GroupAddresses>${"<GroupRange Name='r'>".repeat(depth)}<GroupAddress Address='1' Name='x'/>${"</GroupRange>".repeat(depth)}</GroupAddresses>`;

describe("XML that is broken or built to harm", () => {
  it.each([
    ["cut", "<KNX><GroupAddresses>"],
    ["with entities of its own", '<!DOCTYPE a [<!ENTITY b "c">]><GroupAddresses/>'],
    ["deep", "<GroupAddresses>".repeat(5_000)],
    ["with ranges too deep", nested(ETS_LIMITS.rangeDepth + 1)],
    ["with crossed tags", "<GroupAddresses><GroupRange></GroupAddresses></GroupRange>"],
  ])("is refused: %s", async (_name, installation) => {
    expect(await refused(await etsFile(ETS5, { installation }))).toContain("kein lesbares XML");
    expect(await refused(Buffer.from(installation))).toContain("kein lesbares XML");
  });

  it("is taken with as many ranges as are allowed", async () => {
    const { channels } = await importEts(Buffer.from(nested(ETS_LIMITS.rangeDepth)));
    expect(channels).toBe(1);
  });

  it("is refused with more addresses than there are", async () => {
    const ranges = '<GroupAddress Address="1" Name="x"/>'.repeat(ETS_LIMITS.addresses + 1);
    expect(await refused(await etsFile(ETS6, { ranges }))).toContain("mehr als 65536 Gruppenadressen");
  });

  it("does not take over names as they come", async () => {
    const ranges = `<GroupAddress Address="1" Name="&#x1b;[2J${"ä".repeat(5_000)}"/><GroupAddress Address="-1" Name="\u0000"/>`;
    const { channels, notes } = await importEts(await etsFile(ETS4, { ranges }));
    expect(channels).toBe(1);
    expect(JSON.stringify(notes)).not.toMatch(/\\u001b|\\u0000/);
    for (const { about } of notes) expect(about.length).toBeLessThan(250);
  });
});

describe("archives that are broken or built to harm", () => {
  it("are refused at every cut", async () => {
    const whole = await etsFile(ETS6, { password: "x" });
    for (let at = 2; at < whole.length; at += 211) {
      expect(await refused(whole.slice(0, at), "x"), String(at)).toContain("beschädigt");
    }
  });

  it("never end otherwise than with a sentence when bytes are changed", async () => {
    const whole = await etsFile(ETS4, { password: "x" });
    for (let at = 0; at < whole.length; at += 41) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      expect(typeof (await refused(changed, "x")), String(at)).toBe("string");
    }
  });

  it("are refused where the content is not the one that its sum was made of", async () => {
    const zip = Buffer.from(await zipOf({ "0.xml": "<KNX/>" }));
    const read = async (bytes: Uint8Array) =>
      await (await openArchive(bytes, { bytes: 0 })).read("0.xml", () => undefined);
    await expect(read(zip)).resolves.toBeUndefined();
    const entry = zip.indexOf("PK\x01\x02");
    zip.writeUInt32LE((zip.readUInt32LE(entry + 16) ^ 1) >>> 0, entry + 16);
    await expect(read(zip)).rejects.toThrow("beschädigt");
  });

  it("end where the sum of what is unpacked ends, over all archives", async () => {
    const zip = await zipOf({ "0.xml": new Uint8Array(1024 * 1024) });
    const unpacked = { bytes: ETS_LIMITS.unpackedBytes - 1024 * 1024 + 1 };
    const archive = await openArchive(zip, unpacked);
    let taken = 0;
    const reading = archive.read("0.xml", (chunk) => {
      taken += chunk.length;
    });
    await expect(reading).rejects.toThrow("größer als 512\u00a0MB");
    expect(taken).toBeLessThan(1024 * 1024);
  });

  it("are refused with too many entries", async () => {
    // The directory of one empty entry, repeated: what a writer with bad intent would do.
    const one = Buffer.from(await zipOf({ x: "" }));
    const end = one.lastIndexOf("PK\x05\x06");
    const start = one.readUInt32LE(end + 16);
    const entry = one.subarray(start, end);
    const entries = Array.from({ length: ETS_LIMITS.entries + 1 }, (_, n) => {
      const copy = Buffer.concat([entry.subarray(0, 46), Buffer.from(n.toString(36).padStart(4, "0"))]);
      copy.writeUInt16LE(4, 28);
      copy.writeUInt16LE(0, 30);
      copy.writeUInt16LE(0, 32);
      return copy;
    });
    const directory = Buffer.concat(entries);
    const tail = Buffer.from(one.subarray(end));
    tail.writeUInt16LE(entries.length, 8);
    tail.writeUInt16LE(entries.length, 10);
    tail.writeUInt32LE(directory.length, 12);
    const bytes = Buffer.concat([one.subarray(0, start), directory, tail]);
    expect(await refused(bytes)).toBe("Das Archiv enthält mehr als 20000 Einträge.");
  });
});
