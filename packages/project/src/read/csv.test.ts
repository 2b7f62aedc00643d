import { describe, expect, it } from "vitest";
import { compileProject } from "../compile.ts";
import { faults, testSchemas } from "../testing/project.ts";
import { Budget } from "./budget.ts";
import { readCsv } from "./csv.ts";
import { decodeText } from "./decode.ts";

const rowsOf = (text: string | Uint8Array) => {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return readCsv(bytes, "t.csv", "t", new Budget()).rows.map(({ line, cells }) => [line, ...cells]);
};
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("decodeText", () => {
  const text = "größe;°C\nÄ;1\n";
  it.each<[string, Uint8Array]>([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 LE with mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 BE with mark", utf16be(`\ufeff${text}`)],
    ["UTF-16 LE", Buffer.from(text, "utf16le")],
    ["UTF-16 BE", utf16be(text)],
    ["Windows-1252", Buffer.from(text, "latin1")],
  ])("reads %s", (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  it("knows the characters that Windows-1252 has beyond Latin-1", () => {
    expect(decodeText(Buffer.from([0x31, 0x80, 0x84, 0x93]))).toBe("1€„“");
  });

  it("reads UTF-8 that was made from Windows-1252 as if it were Latin-1", () => {
    expect(decodeText(Buffer.from("Gerät \u0096 für 5 \u0080;ß"))).toBe("Gerät – für 5 €;ß");
  });

  it.each<[string, number[]]>([
    ["UTF-8 with a place that has no meaning", [0x41, 0xc2, 0x81]],
    ["bytes of no encoding", [0x41, 0x81, 0x8d]],
    ["binary data", [0x41, 0, 0, 0, 0x42, 1, 2, 3]],
    ["control characters", [0x41, 0x01, 0x42]],
    ["half a UTF-16 character", [0xff, 0xfe, 0x41]],
  ])("refuses %s", (_name, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toBeUndefined();
  });
});

describe("readCsv", () => {
  it.each([";", ",", "\t"])("finds the delimiter %j", (delimiter) => {
    const text = [
      ["a", "b", "c"],
      ["1", "x", ""],
    ]
      .map((row) => row.join(delimiter))
      .join("\n");
    expect(rowsOf(text)).toEqual([
      [1, "a", "b", "c"],
      [2, "1", "x"],
    ]);
  });

  it("keeps quotes, empty lines and line numbers straight", () => {
    expect(rowsOf('a;b\r\n\r\n"x;""y""";"1\n2"\r\n;;\r\nlast;z\r\n')).toEqual([
      [1, "a", "b"],
      [4, 'x;"y"', "1\n2"],
      [6, "last", "z"],
    ]);
    expect(rowsOf("sep=,\r\na,b;c\r\n")).toEqual([[2, "a", "b;c"]]);
  });

  it("names the line of a broken quote", async () => {
    const bytes = Buffer.from('id;label\nbus.a;5" Rohr\n');
    const { errors } = await compileProject(
      { files: [{ name: "pods.csv", bytes }] },
      { schemas: testSchemas },
    );
    expect(errors[0]?.ErrText).toMatch(/Anführungszeichen.*Zeile 2/);
  });
});

it("takes numbers by the habits of the file: German with semicolons, English with commas", async () => {
  const project = { name: "project.csv", bytes: Buffer.from("key;value\nid;t\n") };
  const run = async (constants: string) => {
    const files = [
      project,
      { name: "pods.csv", bytes: Buffer.from("id\necho.e\n") },
      { name: "Constants.CSV", bytes: Buffer.from(constants) },
    ];
    return compileProject({ files }, { schemas: testSchemas });
  };
  const english = await run('channel,type,value\na,float,1.234\nb,float,"1,5"\n');
  expect(english.errors).toEqual([]);
  expect(english.compiled?.constants.map(({ value }) => value)).toEqual([1.234, 1.5]);
  const german = await run("channel;type;value\na;float;1,234\n");
  expect(german.compiled?.constants[0]?.value).toBe(1.234);
  const ambiguous = await run("channel;type;value\na;float;1.234\n");
  expect(faults(ambiguous)).toEqual(["ambiguousNumber Constants:2 value"]);
});
