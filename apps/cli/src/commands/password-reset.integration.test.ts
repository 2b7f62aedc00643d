import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { openStore, type Store, verifyPassword } from "@hubwart/core/store";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../../..");
const data = useSharedFolder();
let store: Store;

beforeAll(() => {
  store = openStore({
    file: path.join(data(), "state.db"),
    credentialFile: path.join(data(), "credential.json"),
    now: Date.now,
  });
});
afterAll(() => {
  store.close();
});

const run = (args: string[], input: string, dir = data()) =>
  spawnSync(process.execPath, ["scripts/run.mjs", "apps/cli/src/main.ts", "password", "reset", ...args], {
    cwd: root,
    input,
    encoding: "utf8",
    env: { ...process.env, HUBWART_DATA_DIR: dir },
  });
const isSet = (password: string) => verifyPassword(store.credential.read()?.hash ?? "", password);

describe("hubwart password reset", () => {
  it("takes a password from a pipe while the database is in use", async () => {
    const { status, stdout } = run([], "ein neues Passwort\n");
    expect([status, stdout]).toEqual([0, "Das Passwort ist neu gesetzt. Alle Sitzungen sind beendet.\n"]);
    expect(await isSet("ein neues Passwort")).toBe(true);
  });
  it("switches the second factor off, and says so", async () => {
    store.secondFactor.put({ secret: "A".repeat(32), since: 1, recovery: [], step: 1 });
    await store.copyCredential();
    expect(run([], "noch ein neues Passwort\n").stdout).toContain(
      "Die zweite Stufe der Anmeldung ist ausgeschaltet.",
    );
    expect(store.secondFactor.read()).toBeUndefined();
    expect(await store.copyCredential()).toBe(true);
    expect(readFileSync(path.join(data(), "credential.json"), "utf8")).not.toContain("A".repeat(32));
  });
  it("makes one up", async () => {
    const password = /Neues Passwort: (\S+)/.exec(run(["--generate"], "").stdout)?.[1] ?? "";
    expect(password.length).toBeGreaterThanOrEqual(16);
    expect(await isSet(password)).toBe(true);
  });
  it("refuses one that is too short, one on the command line, and a folder without data", async () => {
    expect(run([], "kurz\n").status).toBe(2);
    expect(run(["geheim123"], "").status).toBe(2);
    const empty = mkdtempSync(path.join(os.tmpdir(), "hubwart-empty-"));
    expect(run([], "lang genug hier\n", empty).stderr).toContain("keine Daten");
    expect(execFileSync("ls", ["-A", empty], { encoding: "utf8" })).toBe("");
    rmSync(empty, { recursive: true });
    expect(await isSet("geheim123")).toBe(false);
  });
});
