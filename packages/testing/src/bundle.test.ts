import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bundledTogether } from "../../../scripts/bundle.mjs";
import { bundle } from "./bundle.ts";
import { repoRoot } from "./repo-root.ts";

const NATIVE = `
  import { DatabaseSync } from "@photostructure/sqlite";
  const { hash } = await import("@node-rs/argon2");
  const { two } = new DatabaseSync(":memory:").prepare("SELECT 2 AS two").get();
  const looked = process.moduleLoadList.some((name) => name.endsWith("cjs-module-lexer/lexer"));
  console.log(JSON.stringify([two, typeof hash, looked]));
`;
const SERVER = `
  import fastify from "fastify";
  const app = fastify();
  app.get("/", () => ({ is: "there" }));
  const answer = (await app.inject("/")).json();
  const other = fastify();
  other.get("/", { schema: { querystring: { type: "object" } } }, () => ({}));
  const refused = await other.ready().then(() => false, (error) => error.message.includes("JSON schema"));
  console.log(JSON.stringify([answer, refused]));
`;

/** What a program of these lines prints, bundled as ours are. */
async function saidBy(lines: string): Promise<string> {
  // Where the packages that it names are found.
  const source = await mkdtemp(path.join(repoRoot(), "node_modules", ".program-"));
  const file = path.join(source, "program.ts");
  await writeFile(file, lines);
  const { folder, remove } = await bundle({ program: file });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, "program.mjs")]);
    return stdout;
  } finally {
    await Promise.all([remove(), rm(source, { recursive: true })]);
  }
}

describe("what is bundled together", () => {
  it("is each process that stays for itself, and all others", () => {
    expect(bundledTogether({ hub: "h.ts", cli: "c.ts", pod: "p.ts", "check-child": "k.ts" })).toEqual([
      { hub: "h.ts" },
      { pod: "p.ts" },
      { cli: "c.ts", "check-child": "k.ts" },
    ]);
    expect(bundledTogether({ alarms: "a.ts" })).toEqual([{ alarms: "a.ts" }]);
  });

  it("loads native packages without the program by which Node looks for their names", async () => {
    expect(JSON.parse(await saidBy(NATIVE))).toEqual([2, "function", false]);
  });

  it("has Fastify without its compilers of JSON schemas, and refuses a route with one", async () => {
    expect(JSON.parse(await saidBy(SERVER))).toEqual([{ is: "there" }, true]);
  });

  it("gives a process nothing that only another one uses", async () => {
    const entries = { alarms: "apps/hub/src/alarms-main.ts", energy: "apps/hub/src/energy-main.ts" };
    const { folder, remove } = await bundle(entries);
    try {
      const alarms = await readFile(path.join(folder, "alarms.mjs"), "utf8");
      expect(alarms).toContain("CREATE TABLE IF NOT EXISTS alarm");
      // All that it runs stands in its own file: nothing comes along with a chunk that others use as well.
      expect(alarms.match(/from"\.\/[^"]+"/)).toBeNull();
    } finally {
      await remove();
    }
  });
});
