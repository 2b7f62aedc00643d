import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { compileProject } from "../compile.ts";
import { ENTRIES_MAX } from "../report.ts";
import {
  compileBytes,
  compileTables,
  faults,
  goodTables,
  testSchemas,
  workbookOf,
} from "../testing/project.ts";
import { rawWorkbook, zipOf } from "../testing/zip.ts";
import { Budget } from "./budget.ts";
import { READ_LIMITS } from "./limits.ts";
import { openZip } from "./zip.ts";

const MIB = 1024 * 1024;
const rowXml = '<row><c t="inlineStr"><is><t>x</t></is></c></row>';

/** Sets the unpacked size that the directory claims for every entry (APPNOTE 4.3.12). */
function claimSizes(archive: Buffer, size: number): Buffer {
  const changed = Buffer.from(archive);
  const signature = Buffer.from("504b0102", "hex");
  for (let at = changed.indexOf(signature); at !== -1; at = changed.indexOf(signature, at + 4)) {
    changed.writeUInt32LE(size, at + 24);
  }
  return changed;
}

describe("bombs", () => {
  it("are refused by the sizes they admit, before anything is unpacked", async () => {
    const entries = Array.from({ length: 20 }, (_, i) => ({ name: `${i}.csv`, content: "x" }));
    const bytes = claimSizes(await zipOf(entries), 60 * MIB);
    expect(faults(await compileBytes(bytes, "b.zip"))).toEqual(["unpackedTooLarge :"]);
  });

  it("are refused where an entry is longer than it claims", async () => {
    const workbook = rawWorkbook({ sheets: [{ name: "pods", data: " ".repeat(5 * MIB) }] });
    const bytes = claimSizes(await zipOf(workbook), 300);
    expect(faults(await compileBytes(bytes))).toEqual(["brokenArchive :"]);
  });

  it("are refused while unpacking when several archives together are too much", async () => {
    const budget = new Budget();
    budget.bytes(READ_LIMITS.unpackedBytes - MIB);
    const archive = await openZip(await zipOf([{ name: "a.csv", content: " ".repeat(2 * MIB) }]), budget);
    let seen = 0;
    const reading = archive.read("a.csv", (chunk) => {
      seen += chunk.length;
    });
    await expect(reading).rejects.toMatchObject({ kind: "unpackedTooLarge" });
    expect(seen).toBeLessThanOrEqual(MIB);
  });
});

describe("archives", () => {
  it("with paths that lead outside are refused by name", async () => {
    for (const path of ["../x.csv", "a/../../x.csv"]) {
      const placeholder = "p".repeat(path.length);
      const archive = await zipOf([{ name: placeholder, content: "id\n" }]);
      const bytes = Buffer.from(archive.toString("latin1").replaceAll(placeholder, path), "latin1");
      const { errors } = await compileBytes(bytes, "slip.zip");
      expect(errors.map(({ ErrCode }) => ErrCode)).toEqual([1013]);
      expect(errors[0]?.ErrText).toContain(path);
    }
  });

  it("with too many files, with nothing, with junk", async () => {
    const many = Array.from({ length: READ_LIMITS.entries + 1 }, (_, i) => ({
      name: `${i}.csv`,
      content: "",
    }));
    expect(faults(await compileBytes(await zipOf(many), "m.zip"))).toEqual(["archiveTooManyFiles :"]);
    const litter = ["__MACOSX/._a.xlsx", ".DS_Store", "~$a.xlsx", "Thumbs.db"];
    const entries = litter.map((name) => ({ name, content: "x" }));
    expect(faults(await compileBytes(await zipOf(entries), "n.zip"))).toEqual(["nothingToRead :"]);
  });

  it("that were cut off anywhere", async () => {
    const bytes = await workbookOf(goodTables());
    for (let length = 0; length < bytes.length; length += 97) {
      const { hash, errors } = await compileBytes(bytes.subarray(0, length));
      expect([length, hash, errors.length]).toEqual([length, "", 1]);
    }
  });
});

describe("tables", () => {
  it("with a million rows are refused after the first 200,000", async () => {
    const data = rowXml.repeat(1_000_000);
    const bytes = await zipOf(rawWorkbook({ sheets: [{ name: "pods", data }] }));
    expect(faults(await compileBytes(bytes))).toEqual(["tooManyRows :"]);
    const lines = "echo.e\n".repeat(1_000_000);
    const csv = { name: "pods.csv", bytes: Buffer.from(`id\n${lines}`) };
    expect(faults(await compileProject({ files: [csv] }, { schemas: testSchemas }))).toEqual([
      "tooManyRows :",
    ]);
  });

  it("with a million rows of nothing are read like short ones", async () => {
    const data = `${rowXml}${'<row><c s="1"/></row>'.repeat(1_000_000)}`;
    const bytes = await zipOf(rawWorkbook({ sheets: [{ name: "constants", data }] }));
    expect(faults(await compileBytes(bytes))).not.toContain("tooManyRows :");
  });

  it("with a cell far to the right are refused", async () => {
    const far = '<row><c r="XFD1"><v>1</v></c></row>';
    const beyond = '<row><c r="ZZZZZZZ1"><v>1</v></c></row>';
    for (const data of [far, beyond]) {
      const bytes = await zipOf(rawWorkbook({ sheets: [{ name: "pods", data }] }));
      expect(faults(await compileBytes(bytes))).toEqual(["tooManyCells :"]);
    }
    const wide = Buffer.from(`id${";".repeat(300)}x\n`);
    const result = await compileProject(
      { files: [{ name: "pods.csv", bytes: wide }] },
      { schemas: testSchemas },
    );
    expect(faults(result)).toEqual(["tooManyCells :"]);
  });

  it("with a fault in every line list the first ten thousand and count the rest", async () => {
    const tables = goodTables();
    const bad = Array.from({ length: 12_000 }, (_, i) => [`p${i}`, `c${i}`, null]);
    tables["echo"] = [["pod", "channel", "type"], ...bad];
    const { errors } = await compileTables(tables);
    expect(errors.length).toBe(ENTRIES_MAX + 1);
    expect(errors.at(-1)?.ErrText).toContain("weitere Einträge");
  });
});

it("refuses files over the limit of an upload without looking inside", async () => {
  const bytes = Buffer.alloc(READ_LIMITS.fileBytes + 1, "PK\x03\x04");
  const { errors } = await compileBytes(bytes, "gross.xlsx");
  expect(errors.map(({ ErrText }) => ErrText)).toEqual([
    "Die Datei ist mit 65\u00a0MB zu groß, erlaubt sind 64\u00a0MB",
  ]);
});

describe("anything at all", () => {
  const names = fc.constantFrom("a.xlsx", "b.zip", "project.csv", "pods.csv", "links.csv", "c.lua", "d");
  let workbook: Uint8Array;
  let raw: { name: string; content: string }[];
  beforeAll(async () => {
    workbook = await workbookOf(goodTables());
    raw = rawWorkbook({
      sheets: [{ name: "pods", data: '<row r="1"><c r="A1" t="s" s="0"><v>0</v></c></row>' }],
      strings: "<si><t>id</t></si>",
    }).map(({ name, content }) => ({ name, content: String(content) }));
  });

  /** Whatever comes in: an answer with errors, or a project; never a throw. */
  async function holds(name: string, bytes: Uint8Array): Promise<void> {
    const { compiled, hash, errors } = await compileBytes(bytes, name);
    const failed = errors.some(({ Level }) => Level === "error");
    expect(compiled === undefined).toBe(failed);
    expect(hash === "").toBe(failed);
  }

  it("10,000 random strings of bytes", { timeout: 60_000 }, async () => {
    const magic = fc.constantFrom<number[]>(
      [],
      [0x50, 0x4b, 3, 4],
      [0xff, 0xfe],
      [0xef, 0xbb, 0xbf],
      [0xd0, 0xcf],
    );
    const bytes = fc.tuple(magic, fc.uint8Array({ maxLength: 300 }));
    await fc.assert(
      fc.asyncProperty(names, bytes, (name, [start, rest]) =>
        holds(name, Uint8Array.from([...start, ...rest])),
      ),
      { numRuns: 10_000 },
    );
  });

  it("workbooks with bytes changed", { timeout: 60_000 }, async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(changes, (list) => {
        const bytes = Uint8Array.from(workbook);
        for (const [at, value] of list) bytes[at % bytes.length] = value;
        return holds("m.xlsx", bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  it("workbooks whose parts hold other XML", { timeout: 60_000 }, async () => {
    const scraps = [
      "<row>",
      "</row>",
      "<c>",
      '<c r="',
      "<v>",
      "</v>",
      "&#x110000;",
      "&",
      "]]>",
      "<!--",
      '"',
      "-1e999",
      "\0",
    ];
    const change = fc.tuple(fc.nat(), fc.nat(), fc.nat(40), fc.constantFrom(...scraps));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (list) => {
        const parts = raw.map((part) => ({ ...part }));
        for (const [which, at, cut, scrap] of list) {
          const part = parts[which % parts.length];
          if (!part) continue;
          const start = at % (part.content.length + 1);
          part.content = part.content.slice(0, start) + scrap + part.content.slice(start + cut);
        }
        await holds("x.xlsx", await zipOf(parts));
      }),
      { numRuns: 2_000 },
    );
  });

  it("tables with any cells anywhere", { timeout: 60_000 }, async () => {
    const word = fc.oneof(
      fc.constantFrom(
        "id",
        "key",
        "pod",
        "channel",
        "source",
        "target",
        "map",
        "bus.a",
        "a",
        "c",
        "__proto__",
        "#",
      ),
      fc.constantFrom(
        "bus.a.temp",
        "const.main.limit",
        "{",
        "*=",
        "constructor",
        "1.234",
        "NaN",
        "=1+1",
        "\u0000",
      ),
      fc.string({ maxLength: 12, unit: "grapheme" }),
    );
    const csv = fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 8 });
    const files = fc.array(fc.tuple(fc.constantFrom("project", "pods", "bus", "links", "constants"), csv), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(files, async (list) => {
        const input = list.map(([name, rows]) => ({
          name: `${name}.csv`,
          bytes: Buffer.from(
            rows.map((row) => row.map((c) => `"${c.replaceAll('"', '""')}"`).join(";")).join("\n"),
          ),
        }));
        const { compiled, errors } = await compileProject({ files: input }, { schemas: testSchemas });
        expect(compiled === undefined).toBe(errors.some(({ Level }) => Level === "error"));
      }),
      { numRuns: 3_000 },
    );
  });
});
