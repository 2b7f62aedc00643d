import { describe, expect, it } from "vitest";
import { describeKinds } from "../catalogue/describe.ts";
import { int } from "../columns.ts";
import type { PodSchema } from "../pod-schema.ts";
import { Budget } from "../read/budget.ts";
import { readFiles } from "../read/read-files.ts";
import { openZip } from "../read/zip.ts";
import { Report } from "../report.ts";
import { compileBytes, faults, testSchemas } from "../testing/project.ts";
import { documentFormat } from "./document.ts";
import { podBlocks } from "./pod-blocks.ts";
import { writeTemplate } from "./template.ts";

describe("writeTemplate", () => {
  it("compiles, with no more than the warning that it has no pods yet", async () => {
    const result = await compileBytes(await writeTemplate(testSchemas));
    expect(faults(result)).toEqual(["noPods pods:"]);
    expect(result.compiled?.id).toBe("vorlage");
  });

  it("has every table with every column, and its examples are right once the # is gone", async () => {
    const files = [{ name: "t.xlsx", bytes: await writeTemplate(testSchemas) }];
    const { tables } = await readFiles(files, { wanted: () => true, report: new Report() });
    expect(tables.map((table) => table.name)).toEqual([
      "Hilfe",
      "project",
      "pods",
      "bus",
      "echo",
      "links",
      "constants",
      "schedules",
      "schedule_times",
      "calendars",
      "meters",
      "alarms",
      "classes",
      "pages",
    ]);
    const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? [];
    for (const schema of testSchemas) {
      expect(rows(schema.type)[0]?.cells).toEqual(expect.arrayContaining(Object.keys(schema.channelColumns)));
      expect(rows("pods")[0]?.cells).toEqual(expect.arrayContaining(Object.keys(schema.ifaceColumns)));
    }
    const csv = (name: string, keep: (line: string) => boolean) => {
      const lines = rows(name).map((row) =>
        row.cells.map((cell) => `"${typeof cell === "object" ? "" : String(cell)}"`).join(";"),
      );
      return [
        ...lines.slice(0, 1),
        ...lines
          .slice(1)
          .filter(keep)
          .map((line) => line.replace('"# ', '"')),
      ].join("\n");
    };
    const { compileProject } = await import("../compile.ts");
    const example = (line: string) => line.includes("beispiel");
    const result = await compileProject(
      {
        files: [
          { name: "project.csv", bytes: Buffer.from("key;value\nid;x\n") },
          { name: "pods.csv", bytes: Buffer.from(csv("pods", (line) => line.includes(".beispiel"))) },
          { name: "bus.csv", bytes: Buffer.from(csv("bus", example)) },
          { name: "echo.csv", bytes: Buffer.from(csv("echo", example)) },
          ...["schedules", "schedule_times", "calendars"].map((name) => ({
            name: `${name}.csv`,
            bytes: Buffer.from(csv(name, (line) => /"# (beispiel|Feiertag)"/.test(line))),
          })),
          { name: "alarms.csv", bytes: Buffer.from(csv("alarms", example)) },
          { name: "classes.csv", bytes: Buffer.from(csv("classes", (line) => line.includes(".beispiel"))) },
        ],
      },
      { schemas: testSchemas },
    );
    expect(result.errors).toEqual([]);
    expect(result.compiled?.pods.map((pod) => pod.channels.length)).toEqual([1, 1]);
    expect(result.compiled?.schedules?.map(({ times }) => times)).toEqual([
      [{ weekdays: [1, 2, 3, 4, 5], calendars: ["Feiertag"], at: 420, value: true }],
    ]);
    expect(result.compiled?.alarms?.map(({ class: name }) => name)).toEqual(["technik"]);
    expect(result.compiled?.alarmClasses?.map(({ id }) => id)).toEqual(["technik"]);
  });
});

it.each(["en", "de"] as const)("documents every column and every error (%s)", (language) => {
  const notes = {
    bus: { notes: [{ en: "", de: "Ein Bus." }], rules: [{ en: "Not 666.", de: "Nicht 666." }] },
  };
  const example = [
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "a|b"],
      ],
    },
  ];
  const everyType = [
    {
      name: "pods",
      rows: [
        ["id", "label", "host"],
        ["bus.nord", null, "10.0.0.1"],
        ["sink.sued", "Süd", null],
      ],
    },
    {
      name: "bus",
      rows: [
        ["pod", "channel", "unit"],
        ["nord", "licht", null],
      ],
    },
  ];
  const text = documentFormat({ schemas: testSchemas, notes, example, everyType }, language);
  for (const schema of testSchemas) {
    for (const name of [...Object.keys(schema.ifaceColumns), ...Object.keys(schema.channelColumns)]) {
      expect(text).toContain(`| \`${name}\` |`);
    }
  }
  for (const name of [
    "pod",
    "channel",
    "type",
    "dir",
    "source",
    "min_interval",
    "internal",
    "value",
    "hysteresis",
    "roster",
  ]) {
    expect(text).toContain(`| \`${name}\` |`);
  }
  for (const { code } of describeKinds()) expect(text).toContain(`| ${code} |`);
  expect(text).toContain(
    language === "en"
      ? "| 1403 | error | Der Channel kommt mehrfach vor |"
      : "| 1403 | Fehler | Der Channel kommt mehrfach vor |",
  );
  expect(text).toContain("| id | a\\|b |");
  expect(text).toContain("`pods`:\n\n| id | host |\n| --- | --- |\n| bus.nord | 10.0.0.1 |\n\n`bus`:");
  expect(text).toContain("`bus`:\n\n| pod | channel |\n| --- | --- |\n| nord | licht |\n");
  expect(text).toContain(language === "en" ? "Not 666." : "Nicht 666.");
  expect(text).not.toMatch(/undefined|NaN|\[object/);
});

it("says for each text what stands where the case decides", () => {
  const texts = describeKinds().map(({ hint, text }) => `${text} ${hint}`);
  expect(texts.filter((text) => /…|undefined|\{\}/.test(text))).toEqual([]);
  expect(texts).toContain(
    "Der Wert „{Inhalt der Zelle}“ ist keine ganze Zahl Tragen Sie eine Zahl ohne Nachkommastellen ein.",
  );
});

it("explains a column to each pod type in that type's words", async () => {
  const files = [{ name: "t.xlsx", bytes: await writeTemplate(testSchemas.map(ownPort)) }];
  const { tables } = await readFiles(files, { wanted: () => true, report: new Report() });
  const rows = tables.find(({ name }) => name === "pods")?.rows ?? [];
  const at = rows[0]?.cells.indexOf("port") ?? -1;
  expect(rows[1]?.cells[at]).toBe("bus: TCP-Port; echo: UDP-Port");
});

it("offers what a cell may hold, and says what it means, in every row that people fill", async () => {
  const archive = await openZip(await writeTemplate(testSchemas), new Budget());
  const bus = Buffer.from(await archive.readAll("xl/worksheets/sheet4.xml")).toString("utf8");
  expect(bus).toMatch(/<dataValidation[^>]*type="list"[^>]*sqref="R2:R2000"/);
  expect(bus).toContain('"big,little"');
  expect(bus).toContain('"ja,nein"');
  expect(bus).toContain("Nummer des Registers (nötig)");
});

it("breaks long explanations into lines, so that columns are as wide as what people fill in", async () => {
  const archive = await openZip(await writeTemplate(testSchemas), new Budget());
  const pods = Buffer.from(await archive.readAll("xl/worksheets/sheet3.xml")).toString("utf8");
  const widths = [...pods.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width));
  expect(widths.length).toBeGreaterThan(4);
  expect(Math.max(...widths)).toBe(32);
  expect(Buffer.from(await archive.readAll("xl/styles.xml")).toString("utf8")).toMatch(/wrapText="(1|true)"/);
});

it("keeps the columns of a pod type together, behind those of several", () => {
  const names = podBlocks(testSchemas.map(ownPort)).map(({ name, block }) => `${block} ${name}`);
  expect(names).toEqual([
    "0 id",
    "0 label",
    "0 area",
    "0 equip",
    "0 internal",
    "0 iface",
    "0 port",
    "1 host",
    "1 password",
    "2 interval",
  ]);
});

function ownPort(schema: PodSchema): PodSchema {
  if (schema.type !== "echo") return schema;
  const port = int({ default: 7, doc: "Port.", help: "UDP-Port" });
  return { ...schema, ifaceColumns: { ...schema.ifaceColumns, port } };
}
