import { createReadStream } from "node:fs";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { describeFiles, FORMAT, type Manifest, writeArchive } from "@hubwart/archive";
import { dataLayout } from "@hubwart/core";
import { defineSetting, openStore } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type BuiltChildren, buildChildren } from "../../../testing/children.ts";
import { previewOf } from "./changes/preview.ts";
import { inspect } from "./inspect.ts";

const { signal } = new AbortController();
let built: BuiltChildren;
const folder = useFolder();
let entry: string;
const at = (name: string) => path.join(folder(), name);
beforeAll(async () => {
  built = await buildChildren({
    "inspect-child": "apps/appliance/src/areas/backup/restore/inspect-child.ts",
  });
  entry = path.join(built.folder, "inspect-child.mjs");
});
afterAll(() => built.remove());

function database(sql = "") {
  const store = openStore({ file: at("device.db"), credentialFile: at("none"), now: () => 1 });
  store.copyTo(at("theirs.db"));
  store.close();
  const db = new DatabaseSync(at("theirs.db"));
  db.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  db.close();
  return { theirs: at("theirs.db"), fresh: at("fresh.db"), settings: [] };
}

it("takes a database of a device, and tells what it refuses in one of somebody else", async () => {
  expect(await inspect(entry, { database: database(), projects: [], files: [] }, signal)).toEqual({
    password: false,
  });
  for (const name of ["theirs.db", "fresh.db"]) await rm(at(name));
  const evil = database("CREATE TRIGGER evil AFTER INSERT ON session BEGIN SELECT RAISE(ABORT, 'no'); END");
  await expect(inspect(entry, { database: evil, projects: [], files: [] }, signal)).rejects.toMatchObject({
    code: 1702,
    message: expect.stringContaining("„evil“"),
  });
});

it("refuses a project with a pod that no release has", async () => {
  const pod = {
    id: "constructor.a",
    type: "constructor",
    name: "a",
    internal: true,
    ifaces: [],
    channels: [],
  };
  const project = { format: 1, id: "x", name: "x", pods: [pod], links: [], constants: [], scripts: {} };
  await writeFile(at("compiled.json"), JSON.stringify(project));
  const projects = [{ file: at("compiled.json"), name: "project/projects/versions/1/compiled.json" }];
  await expect(inspect(entry, { database: undefined, projects, files: [] }, signal)).rejects.toThrow(
    "„constructor“",
  );
  await writeFile(at("compiled.json"), "[".repeat(1_000));
  await expect(inspect(entry, { database: undefined, projects, files: [] }, signal)).rejects.toThrow("tief");
});

it("ends what takes too long", async () => {
  const task = { database: database(), projects: [], files: [] };
  await expect(inspect(entry, task, signal, 1)).rejects.toThrow("zu lange");
});

describe("what would change", () => {
  const user = { username: "visu", role: "alles", pwd: "$argon2id$geheim", token: "" };
  const users = defineSetting({
    name: "users",
    schema: z.array(z.unknown()),
    fallback: [],
    tells: (all) => all.map((one) => ({ about: "accounts", name: (one as typeof user).username, mark: one })),
  });
  const store = () => openStore({ file: at("data/state.db"), credentialFile: at("none"), now: () => 1 });
  const known = ["settings", "scripts"].map((name) => ({ name, label: name, paths: [] }));
  async function backup(change: (content: string) => Promise<void>) {
    const content = at("content");
    await mkdir(path.join(content, "settings"), { recursive: true });
    const theirs = openStore({ file: at("theirs.db"), credentialFile: at("none"), now: () => 1 });
    theirs.settings.write(users, [user], 1);
    theirs.credential.insertFirst("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaGhhc2g", 1);
    theirs.copyTo(path.join(content, "settings/state.db"));
    theirs.close();
    await mkdir(path.join(content, "scripts/scripts/uploaded"), { recursive: true });
    await writeFile(path.join(content, "scripts/scripts/uploaded/a.lua"), "print(1)");
    await change(content);
    const about: Manifest = {
      format: FORMAT,
      product: "Hubwart",
      version: "1.0.0",
      host: "keller",
      created: "2026-11-21T02:00:00.000Z",
      encrypted: false,
      parts: known,
      left: [],
      files: await describeFiles(content),
    };
    await writeArchive(content, about, at("archive"), undefined, signal);
    return about;
  }
  async function preview(about: Manifest, patience?: AbortSignal) {
    await mkdir(at("data"));
    const ours = store();
    const layout = dataLayout(at("data"));
    const parts = { entry, known, layout, store: ours, work: at("work") };
    try {
      return await previewOf(parts, about, createReadStream(at("archive")), signal, patience);
    } finally {
      ours.close();
    }
  }
  it("is told by accounts and scripts, with no secret, and leaves nothing behind", async () => {
    const found = await preview(await backup(async () => undefined));
    expect(found).toEqual({
      compared: ["settings", "scripts"],
      changes: [
        {
          part: "settings",
          about: "accounts",
          added: ["Passwort der Konsole", "visu"],
          gone: [],
          changed: [],
          more: 0,
        },
        { part: "scripts", about: "scripts", added: ["a.lua (hochgeladen)"], gone: [], changed: [], more: 0 },
      ],
      unread: [],
    });
    expect(JSON.stringify(found)).not.toContain("argon2");
    await expect(access(at("work"))).rejects.toThrow("ENOENT");
  });
  it("is not told of a database that is none of ours, but why", async () => {
    const about = await backup(async (content) => {
      const db = new DatabaseSync(path.join(content, "settings/state.db"));
      db.exec("CREATE TRIGGER evil AFTER INSERT ON session BEGIN SELECT RAISE(ABORT, 'no'); END");
      db.close();
    });
    const { compared, unread } = await preview(about);
    expect(compared).toEqual(["scripts"]);
    expect(unread).toEqual([{ part: "settings", reason: expect.stringContaining("„evil“") }]);
  });
  it("is named as not compared where time does not suffice", async () => {
    const { changes, unread } = await preview(await backup(async () => undefined), AbortSignal.abort());
    expect(changes).toEqual([]);
    expect(unread.map(({ part }) => part)).toEqual(["settings", "scripts"]);
  });
});
