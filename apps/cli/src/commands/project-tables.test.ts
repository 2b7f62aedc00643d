/** export, diff and fmt on files of the disk. */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { podSchemas } from "@hubwart/pods/schemas";
import { type CompiledProject, compileProject, recompile } from "@hubwart/project";
import { writeWorkbook } from "@hubwart/project/workbook";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Command } from "../command.ts";
import { command as check } from "./project-check.ts";
import { command as diff } from "./project-diff.ts";
import { command as exporting } from "./project-export.ts";
import { command as fmt } from "./project-fmt.ts";

const examples = path.resolve(import.meta.dirname, "../../../../examples");
const GOOD = [
  "alle-typen.xlsx",
  "erste-schritte.xlsx",
  "feldgeraete.xlsx",
  "knx.xlsx",
  "meldungen.xlsx",
  "mqtt.xlsx",
  "regelung.zip",
];
const folder = useFolder();
const at = (...names: string[]) => path.join(folder(), ...names);
afterEach(async () => {
  vi.unstubAllEnvs();
});

async function run(
  command: Command,
  ...args: string[]
): Promise<{ status: number; out: string; err: string }> {
  const said = { out: "", err: "" };
  const status = await command.run(args, {
    out: (line) => {
      said.out += `${line}\n`;
    },
    err: (line) => {
      said.err += `${line}\n`;
    },
  });
  return { status, ...said };
}

async function compiledOf(file: string): Promise<CompiledProject> {
  const bytes = await readFile(file);
  const { compiled } = await compileProject(
    { files: [{ name: path.basename(file), bytes }] },
    { schemas: podSchemas },
  );
  if (!compiled) throw new Error(`${file} is not sound`);
  return compiled;
}

/** Two tables of one project, with a note and a comment. */
async function smallProject(topic = "a/b"): Promise<string> {
  const file = at(`${topic.replaceAll("/", "-")}.xlsx`);
  await writeFile(
    file,
    await writeWorkbook([
      {
        name: "project",
        rows: [
          ["key", "value"],
          ["id", "klein"],
        ],
      },
      {
        name: "pods",
        rows: [
          ["host", "id", "password", "user"],
          ["127.0.0.1", "mqtt.a", "geheim", "ich"],
        ],
      },
      { name: "mqtt", rows: [["pod", "_wer", "channel", "topic"], ["# oben"], ["a", "Anna", "t", topic]] },
    ]),
  );
  return file;
}

describe("hubwart project export", () => {
  it.each(GOOD)("%s comes back the same as CSV, as a workbook and from its compiled form", async (name) => {
    const file = path.join(examples, name);
    const compiled = at("compiled.json");
    await writeFile(compiled, JSON.stringify(await compiledOf(file)));
    for (const source of [file, compiled]) {
      const to = at(path.basename(source));
      const one = `${to}.neu${name.endsWith(".zip") ? ".zip" : ".xlsx"}`;
      expect((await run(exporting, source, "--csv", to + "-csv")).status).toBe(0);
      expect((await run(exporting, source, "--xlsx", one)).status).toBe(0);
      expect(await run(diff, file, to + "-csv")).toEqual({ status: 0, out: "", err: "" });
      expect(await run(diff, file, one)).toEqual({ status: 0, out: "", err: "" });
      expect((await run(check, to + "-csv")).out).toContain("In Ordnung");
      expect((await run(fmt, to + "-csv", "--check")).out).toBe("");
    }
  });

  it("keeps comments and notes, and says what is secret", async () => {
    const { err } = await run(exporting, await smallProject(), "--csv", at("csv"));
    expect(await readFile(at("csv", "mqtt.csv"), "utf8")).toBe(
      "\ufeffpod;channel;topic;_wer\n# oben;;;\na;t;a/b;Anna\n",
    );
    expect(err).toContain("1 Zelle enthält Passwörter");
    expect((await stat(at("csv", "pods.csv"))).mode & 0o777).toBe(0o600);
  });

  it("takes the running project, with the upload where it was kept, and the project's own constants", async () => {
    vi.stubEnv("HUBWART_DATA_DIR", folder());
    await expect(run(exporting, "--running")).rejects.toThrow("läuft kein Projekt");
    const file = path.join(examples, "erste-schritte.xlsx");
    const version = at("projects", "versions", "7");
    await mkdir(version, { recursive: true });
    const { compiled } = recompile(await compiledOf(file), new Map([["const.main.grenzwert", 99]]));
    await writeFile(path.join(version, "compiled.json"), JSON.stringify(compiled));
    await writeFile(at("projects", "current.json"), JSON.stringify({ version: "7" }));
    expect((await run(exporting, "--running", "--csv", at("ohne"))).status).toBe(0);
    expect((await run(diff, file, at("ohne"))).status).toBe(0);
    await writeFile(path.join(version, "upload"), await readFile(file));
    await writeFile(path.join(version, "meta.json"), JSON.stringify({ filename: "erste-schritte.xlsx" }));
    expect((await run(exporting, "--running", "--csv", at("mit"))).status).toBe(0);
    expect((await run(diff, file, at("mit"))).status).toBe(0);
    // The upload names what a rebuilt table leaves empty.
    expect(await readFile(at("mit", "links.csv"), "utf8")).not.toBe(
      await readFile(at("ohne", "links.csv"), "utf8"),
    );
  });

  it("writes over nothing, unless it is told to replace a folder", async () => {
    const file = await smallProject();
    await writeFile(at("klein.xlsx"), "mine");
    await expect(run(exporting, file, "--xlsx", at("klein.xlsx"))).rejects.toThrow("es gibt sie schon");
    expect(await readFile(at("klein.xlsx"), "utf8")).toBe("mine");
    await run(exporting, path.join(examples, "knx.xlsx"), "--csv", at("csv"));
    await writeFile(at("csv", "LIESMICH.md"), "mine");
    // No part of the project, whose files never begin so.
    await writeFile(at("csv", "~$knx.xlsx"), "mine");
    await expect(run(exporting, file, "--csv", at("csv"))).rejects.toThrow("--replace");
    expect((await run(exporting, file, "--csv", at("csv"), "--replace")).out).toContain("Entfernt: ");
    expect(await readdir(at("csv"))).toEqual([
      "LIESMICH.md",
      "mqtt.csv",
      "pods.csv",
      "project.csv",
      "~$knx.xlsx",
    ]);
    expect((await run(diff, file, at("csv"))).status).toBe(0);
  });

  it("writes nothing where the tables would mean something else", async () => {
    const compiled = await compiledOf(await smallProject());
    // As a release wrote it that had a column less.
    delete compiled.pods[0]?.channels[0]?.config["qos"];
    await writeFile(at("alt.json"), JSON.stringify(compiled));
    await expect(run(exporting, at("alt.json"), "--csv", at("csv"))).rejects.toThrow("ein anderes Projekt");
    await expect(readdir(at("csv"))).rejects.toThrow("ENOENT");
  });

  it("says what is wrong with the call or the project", async () => {
    await expect(run(exporting)).rejects.toThrow("genau ein Projekt");
    await expect(run(exporting, "a", "--running")).rejects.toThrow("genau ein Projekt");
    await expect(run(exporting, "a", "--csv", "b", "--xlsx", "c")).rejects.toThrow("nicht beides");
    await expect(run(exporting, path.join(examples, "regelung.zip"), "--xlsx", at("a.xlsx"))).rejects.toThrow(
      ".zip",
    );
    await writeFile(at("a.json"), '{"format":2}');
    await expect(run(exporting, at("a.json"))).rejects.toThrow("kein kompiliertes Projekt");
    const bad = await run(exporting, path.join(examples, "fehlerbeispiel.zip"), "--csv", at("csv"));
    expect([bad.status, bad.err.includes("1403")]).toEqual([1, true]);
    await expect(readdir(at("csv"))).rejects.toThrow("ENOENT");
  });
});

describe("hubwart project diff", () => {
  it("tells what changed with both values, in order, and no secret", async () => {
    const before = await smallProject();
    await run(exporting, before, "--csv", at("csv"));
    const pods = await readFile(at("csv", "pods.csv"), "utf8");
    await writeFile(
      at("csv", "pods.csv"),
      pods.replace("geheim", "anders").replace("host", "label;host").replace("127", "Anlage;127"),
    );
    await writeFile(at("csv", "mqtt.csv"), 'channel;pod;topic;label\nt;a;a/c;"zwei\nZeilen"\nneu;a;d;\n');
    const { err, out, status } = await run(diff, before, at("csv"));
    expect([status, err]).toEqual([1, ""]);
    expect(out.split("\n").slice(2)).toEqual([
      "+ Channel mqtt.a.neu",
      "~ Channel mqtt.a.t",
      "    topic: a/b → a/c",
      "    label: leer → zwei⏎Zeilen",
      "~ Schnittstelle mqtt.a, main",
      "    password: geändert (geheim)",
      "~ Pod mqtt.a",
      "    label: leer → Anlage",
      "",
    ]);
  });

  it("is 2 where one is no project", async () => {
    const { err, out, status } = await run(
      diff,
      await smallProject(),
      path.join(examples, "fehlerbeispiel.zip"),
    );
    expect([status, out]).toEqual([2, ""]);
    expect(err).toContain("kein gültiges Projekt: 171 Fehler");
    await expect(run(diff, "a")).rejects.toThrow("zwei Projekte");
    await expect(run(diff, at("a.xlsx"), at("b.xlsx"))).rejects.toThrow(
      "a.xlsx lässt sich nicht lesen: die Datei oder ein Ordner auf dem Weg dorthin fehlt.",
    );
  });
});

describe("hubwart project fmt", () => {
  it("gives a folder its one form, once, and the project stays the same", async () => {
    const file = await smallProject();
    await run(exporting, file, "--csv", at("csv"));
    const tidy = await readFile(at("csv", "mqtt.csv"), "utf8");
    await writeFile(at("csv", "mqtt.csv"), "Topic,_wer,Channel,POD\r\n\r\n\r\n# oben\r\n a/b ,Anna,t,a\r\n");
    expect(await run(fmt, at("csv"), "--check")).toEqual({
      status: 1,
      out: `Nicht einheitlich: ${at("csv", "mqtt.csv")}\n`,
      err: "",
    });
    expect(await run(fmt, at("csv"))).toEqual({
      status: 0,
      out: `Geändert: ${at("csv", "mqtt.csv")}\n`,
      err: "",
    });
    expect(await readFile(at("csv", "mqtt.csv"), "utf8")).toBe(tidy.replace("\n# oben", "\n\n# oben"));
    expect(await run(fmt, at("csv"))).toEqual({ status: 0, out: "", err: "" });
    expect((await run(diff, file, at("csv"))).status).toBe(0);
  });

  it("arranges a workbook, with the sheets for people", async () => {
    const file = await smallProject();
    const sheets = await writeWorkbook([
      { name: "Hilfe", rows: [["So geht es"]], plain: true },
      {
        name: "project",
        rows: [
          ["value", "key"],
          ["klein", "id"],
        ],
      },
      {
        name: "pods",
        rows: [
          ["host", "id", "password", "user"],
          ["127.0.0.1", "mqtt.a", "geheim", "ich"],
        ],
      },
      {
        name: "mqtt",
        rows: [
          ["topic", "channel", "pod"],
          ["a/b", "t", "a"],
        ],
      },
    ]);
    await writeFile(at("b.xlsx"), sheets, { mode: 0o640 });
    expect((await run(fmt, at("b.xlsx"))).out).toBe(`Geändert: ${at("b.xlsx")}\n`);
    expect(await run(fmt, at("b.xlsx"), "--check")).toEqual({ status: 0, out: "", err: "" });
    expect((await stat(at("b.xlsx"))).mode & 0o777).toBe(0o640);
    expect((await run(diff, file, at("b.xlsx"))).status).toBe(0);
  });

  it("changes nothing where something would be lost", async () => {
    const dated = [
      [
        "project",
        [
          ["value", "key"],
          ["x", "id"],
          [new Date("2026-01-02"), "description"],
        ],
      ],
    ] as const;
    const bytes = await writeWorkbook(
      dated.map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
    );
    await writeFile(at("c.xlsx"), bytes);
    await expect(run(fmt, at("c.xlsx"))).rejects.toThrow(
      "„project“, Zeile 3 gingen Formeln und Datumsangaben verloren",
    );
    expect(Buffer.compare(await readFile(at("c.xlsx")), bytes)).toBe(0);
    await expect(run(fmt, path.join(examples, "regelung.zip"))).rejects.toThrow("Erlaubt sind");
    await expect(run(fmt)).rejects.toThrow("genau einen Ordner");
  });
});
