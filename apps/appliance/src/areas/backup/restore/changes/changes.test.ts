import { createHash } from "node:crypto";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { describeFiles, FORMAT, type Manifest, writeArchive } from "@hubwart/archive";
import { defineSetting, type Told } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { smallFirst } from "../../jobs.ts";
import { compare } from "./compare.ts";
import { TELLING } from "./files.ts";
import { pickFiles } from "./pick.ts";
import { toldBySettings } from "./settings.ts";

const folder = useFolder();
const { signal } = new AbortController();
const at = (...names: string[]) => path.join(folder(), ...names);
const put = async (name: string, content: string | Buffer) => {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), content);
};

describe("two states", () => {
  const account = (name: string, shows = "", mark: unknown = 0): Told => ({
    about: "accounts",
    name,
    shows,
    mark,
  });
  it("differ by what is new, gone, changed to be seen and changed unseen", () => {
    const theirs = [account("new"), account("role", "b"), account("pwd", "r", "secret-2"), account("same")];
    const ours = [
      account("gone", "x"),
      account("role", "a"),
      account("pwd", "r", "secret-1"),
      account("same"),
    ];
    const [found, ...others] = compare("settings", theirs, ours);
    expect(found).toEqual({
      part: "settings",
      about: "accounts",
      added: ["new"],
      gone: ["gone: x"],
      changed: ["role: a → b", "pwd: r"],
      more: 0,
    });
    expect(others).toEqual([]);
    expect(JSON.stringify(found)).not.toContain("secret");
  });
  it("are told in lists that end", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => account(`u${index}`));
    const [found] = compare("settings", many, []);
    expect(found?.added).toHaveLength(50);
    expect(found?.more).toBe(950);
  });
  it("are told in lines of bounded length, that nobody can turn or break, without passwords in addresses", () => {
    const odd = `a\n\u202eb http://me:geheim@host/ ${"x".repeat(500)}`;
    const [line = ""] = compare("settings", [account(odd)], [])[0]?.added ?? [];
    expect(line).not.toMatch(/[\n\u202e]|geheim/);
    expect(line.length).toBeLessThan(200);
  });
  it("tell two of one name apart, and names that every object has", () => {
    const twice = [account("a"), account("a", "", 1), account("constructor"), account("__proto__")];
    expect(compare("x", twice, [])[0]?.added).toEqual(["a", "a (2)", "constructor", "__proto__"]);
  });
});

describe("settings", () => {
  it("tell by themselves what they are about, by their name what else differs, and nothing of the device's own", () => {
    const schema = z.array(z.string());
    defineSetting({
      name: "told.users",
      schema,
      fallback: [],
      tells: (names) => names.map((name) => ({ about: "accounts", name })),
    });
    defineSetting({ name: "told.odd", schema, fallback: [] });
    defineSetting({ name: "told.notes", schema, fallback: [], memory: true });
    defineSetting({ name: "told.mine", schema, fallback: [] });
    const stored = (value: unknown) =>
      new Map(["users", "odd", "notes", "mine"].map((name) => [`told.${name}`, JSON.stringify(value)]));
    const told = toldBySettings(stored(["a"]), stored(["b"]), new Set(["told.mine"]));
    expect(compare("settings", told.theirs, told.ours)).toEqual([
      { part: "settings", about: "accounts", added: ["a"], gone: ["b"], changed: [], more: 0 },
      { part: "settings", about: "others", added: [], gone: [], changed: ["told.odd"], more: 0 },
    ]);
    // One that reads as nothing is told by its name.
    const unread = toldBySettings(new Map([["told.users", "7"]]), new Map(), new Set());
    expect(unread.theirs.map(({ name }) => name)).toEqual(["told.users"]);
  });
});

describe("small files of an archive", () => {
  const about = async (): Promise<Manifest> => ({
    format: FORMAT,
    product: "Hubwart",
    version: "1.0.0",
    host: "keller",
    created: "2026-11-21T02:00:00.000Z",
    encrypted: false,
    parts: [],
    left: [],
    files: await describeFiles(at("content")),
  });
  const long = `scripts/scripts/uploaded/${"langer name ".repeat(15)}.lua`;
  const archived = async (change: (manifest: Manifest) => Manifest = (same) => same) => {
    await put("content/data-influxdb/add-ons/influxdb.tar", Buffer.alloc(3_000_000, 1));
    await put(`content/${long}`, "print(1)");
    await put("content/settings/state.db", "db");
    const manifest = change(await about());
    await writeArchive(at("content"), manifest, at("archive"), undefined, signal);
    return { bytes: await readFile(at("archive")), manifest };
  };
  const wantedIn = ({ files }: Manifest) => files.filter(({ name }) => !name.startsWith("data-"));
  const piecesOf = (bytes: Buffer, count: number) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / count) }, (_, n) =>
        bytes.subarray(n * count, n * count + count),
      ),
    );
  it.each([700, 65_536])("are taken out, in pieces of %i bytes", async (count) => {
    const { bytes, manifest } = await archived();
    const picked = await pickFiles(piecesOf(bytes, count), at("out"), wantedIn(manifest), signal);
    expect([...picked].toSorted()).toEqual([long, "settings/state.db"].toSorted());
    expect(await readFile(at("out", long), "utf8")).toBe("print(1)");
  });
  it("are taken out without reading on through what is large", async () => {
    const addOn = { id: "influxdb", save: () => Promise.resolve(undefined) } as const;
    const parts = [{ name: "data-influxdb", label: "", paths: [], addOn }];
    const { bytes, manifest } = await archived((one) => ({ ...one, files: smallFirst(one.files, parts) }));
    let read = 0;
    const source = Readable.from(
      (function* () {
        for (let from = 0; from < bytes.length; from += 1_024) {
          read += 1_024;
          yield bytes.subarray(from, from + 1_024);
        }
      })(),
      { highWaterMark: 1 },
    );
    expect((await pickFiles(source, at("out"), wantedIn(manifest), signal)).size).toBe(2);
    expect(read).toBeLessThan(100_000);
  });
  it("do not count where they are not what the list says, or lead out of the folder", async () => {
    const { bytes, manifest } = await archived();
    const other = createHash("sha256").update("other").digest("hex");
    const lied = wantedIn(manifest).map((file) =>
      file.name === "settings/state.db" ? { ...file, sha256: other } : file,
    );
    const picked = await pickFiles(piecesOf(bytes, 65_536), at("out"), lied, signal);
    expect([...picked]).toEqual([long]);
    await expect(readFile(at("out/settings/state.db"))).rejects.toThrow("ENOENT");
    const head = Buffer.alloc(512);
    head.write("../evil", 0);
    head.write(`${(5).toString(8).padStart(11, "0")}\0`, 124);
    const evil = Buffer.concat([head, Buffer.from("other"), Buffer.alloc(507), Buffer.alloc(1_024)]);
    const up = [{ name: "../evil", size: 5, sha256: other }];
    expect((await pickFiles(piecesOf(evil, 512), at("out2"), up, signal)).size).toBe(0);
  });
  it("are given up when their time is over, and where the archive breaks off", async () => {
    const { bytes, manifest } = await archived();
    const ended = AbortSignal.abort();
    expect((await pickFiles(piecesOf(bytes, 900), at("out"), wantedIn(manifest), ended)).size).toBe(0);
    const cut = piecesOf(bytes.subarray(0, 2_000_000), 900);
    expect((await pickFiles(cut, at("out"), wantedIn(manifest), signal)).size).toBe(0);
  });
});

describe("files of a part", () => {
  const tell = async (part: string) => (await TELLING.get(part)?.(folder())) ?? [];
  it("of a project are told as ports, targets and scripts, without what is secret in them", async () => {
    const pod = (id: string, type: string, config: Record<string, unknown>) => ({
      id,
      type,
      name: id.split(".")[1],
      internal: true,
      ifaces: [{ id: "main", config }],
      channels: [],
    });
    const project = {
      format: 1,
      id: "x",
      name: "Haus",
      pods: [
        pod("http_in.a", "http_in", { bind: "0.0.0.0", port: 8_090, password: "geheim" }),
        pod("mqtt.b", "mqtt", { host: "broker.test", port: 1_883, password: "geheim" }),
      ],
      links: [],
      constants: [],
      scripts: { "a.lua": "print(1)" },
    };
    await put("projects/current.json", JSON.stringify({ version: "3" }));
    await put("projects/versions/3/compiled.json", JSON.stringify(project));
    const told = await tell("project");
    expect(told.map(({ about, name, shows }) => [about, name, shows])).toEqual([
      ["others", "Projekt", "Haus"],
      ["others", "Pod http_in.a", "0 Kanäle"],
      ["ports", "Pod http_in.a, Schnittstelle main", "Port 8090 auf 0.0.0.0"],
      ["others", "Pod mqtt.b", "0 Kanäle"],
      ["targets", "Pod mqtt.b, Schnittstelle main", "broker.test:1883"],
      ["scripts", "a.lua (Projekt)", undefined],
    ]);
    expect(JSON.stringify(told)).not.toContain("geheim");
  });
  it("of a project that no release runs are refused with the reason", async () => {
    await put("projects/current.json", JSON.stringify({ version: "3" }));
    await put("projects/versions/3/compiled.json", JSON.stringify({ format: 1 }));
    await expect(tell("project")).rejects.toThrow("kein Projekt");
  });
  it("of scripts are told with the servers they may ask", async () => {
    await put("scripts/uploaded/a.lua", "print(1)");
    await put("scripts/active.json", JSON.stringify({ scripts: { "a.lua": "print(1)" }, hosts: ["h.test"] }));
    expect((await tell("scripts")).map(({ name }) => name)).toEqual([
      "a.lua (hochgeladen)",
      "a.lua (aktiv)",
      "Erlaubter Server für Skripte: h.test",
    ]);
  });
  it("that are damaged, or too deep, tell nothing", async () => {
    await put("scripts/active.json", "[".repeat(1_000));
    await expect(tell("scripts")).rejects.toThrow("tief");
    await put("scripts/active.json", "{");
    await expect(tell("scripts")).rejects.toThrow("beschädigt");
    await rm(at("scripts/active.json"));
    expect(await tell("scripts")).toEqual([]);
  });
  it("are told of tokens by a mark, and of what is no file by nothing", async () => {
    await put("pods/tokens/mqtt.a", "geheim");
    await symlink("/dev/zero", at("pods/tokens/endless"));
    const told = await tell("pod-secrets");
    expect(told.map(({ name }) => name)).toEqual(["Token von endless", "Token von mqtt.a"]);
    expect(JSON.stringify(told)).not.toContain("geheim");
  });
  it("are told of certificates by whose they are", async () => {
    await put("authorities/a.pem", "no certificate");
    expect(await tell("authorities")).toMatchObject([
      { about: "certificates", name: "Zertifizierungsstelle a.pem", shows: "nicht lesbar" },
    ]);
  });
});
