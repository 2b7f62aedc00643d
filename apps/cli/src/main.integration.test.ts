import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ETS6, etsFile } from "@hubwart/knx/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = useSharedFolder();

function hubwart(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, "dist/server/cli.mjs"), ...args],
      (_error, out, err) => resolve({ status: child.exitCode ?? -1, out, err }),
    );
  });
}

describe("hubwart project", () => {
  it("accepts an example and says so", async () => {
    const { status, out } = await hubwart(
      "project",
      "check",
      path.join(root, "examples/erste-schritte.xlsx"),
    );
    expect(status).toBe(0);
    expect(out).toMatch(/^In Ordnung: „Erste Schritte“ mit 4 Pods/);
  });

  it("lists every error with its place, and the same for machines", async () => {
    const file = path.join(root, "examples/fehlerbeispiel.zip");
    const { status, out } = await hubwart("project", "check", file);
    expect(status).toBe(1);
    expect(out).toContain("Fehler  1403  anlage.xlsx, mqtt, Zeile 7  [mqtt.broker.stufe › channel]");
    const machine = await hubwart("project", "check", file, "--json");
    expect(machine.status).toBe(1);
    const { errors } = JSON.parse(machine.out) as { errors: { ErrText: string }[] };
    expect(errors.length).toBeGreaterThan(50);
    for (const { ErrText } of errors) expect(out).toContain(ErrText);
  });

  it("ends quietly when its reader has seen enough", async () => {
    const file = path.join(root, "examples/fehlerbeispiel.zip");
    const child = spawn(process.execPath, [path.join(root, "dist/server/cli.mjs"), "project", "check", file]);
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (data) => {
      err += data;
    });
    const [status] = await once(child, "close");
    expect({ status, err }).toEqual({ status: 0, err: "" });
  });

  it("exits 2 for a call that cannot be done", async () => {
    for (const args of [
      ["check"],
      ["check", "a", "b"],
      ["check", "/nowhere.xlsx"],
      ["check", "--nonsense", "a"],
    ]) {
      const { status, err } = await hubwart("project", ...args);
      expect([args, status]).toEqual([args, 2]);
      expect(err).toContain("Aufruf: hubwart project check");
    }
    expect((await hubwart()).status).toBe(2);
    expect((await hubwart("nonsense")).status).toBe(2);
    expect((await hubwart("--help")).status).toBe(0);
  });

  it("writes a template that its own check accepts, and never over a file", async () => {
    const file = path.join(folder(), "neu.xlsx");
    expect((await hubwart("project", "template", file)).status).toBe(0);
    const { status, out } = await hubwart("project", "check", file);
    expect(out).toContain("0 Fehler, 1 Warnung");
    expect(status).toBe(0);
    await writeFile(file, "mine");
    expect((await hubwart("project", "template", file)).status).toBe(2);
    expect(await readFile(file, "utf8")).toBe("mine");
  });

  it("makes a project of an ETS project that lacks nothing but the interface", async () => {
    const { file, secret, target } = await protectedProject();
    const made = await hubwart("project", "import-ets", file, "--password-file", secret, "-o", target);
    expect([made.status, made.err]).toEqual([0, ""]);
    expect(made.out).toContain(`2 Gruppenadressen übernommen: ${target}`);
    const { status, out } = await hubwart("project", "check", target, "--json");
    expect(status).toBe(1);
    const { errors } = JSON.parse(out) as { errors: { Attribute: string }[] };
    expect(errors.map(({ Attribute }) => Attribute)).toEqual(["host"]);
    const again = await hubwart("project", "import-ets", file, "--password-file", secret, "-o", target);
    expect(again.status).toBe(2);
    expect(again.err).toContain("es gibt sie schon");
  });

  it("says what is wrong with a project of the ETS, and writes nothing", async () => {
    const { file, secret, target } = await protectedProject();
    await writeFile(secret, "falsch\n");
    const wrong = await hubwart("project", "import-ets", file, "--password-file", secret, "-o", target);
    expect([wrong.status, wrong.err]).toEqual([1, "Das Passwort des Projekts passt nicht.\n"]);
    const none = await hubwart("project", "import-ets", file, "-o", target);
    expect(none.err).toContain("--password-file");
    expect((await hubwart("project", "import-ets", "/nowhere.knxproj")).status).toBe(2);
    await expect(readFile(target)).rejects.toThrow("ENOENT");
  });
});

/** A project of ETS 6 with the password `geheim`, in a folder of its own. */
async function protectedProject(): Promise<{ file: string; secret: string; target: string }> {
  const at = await mkdtemp(path.join(folder(), "ets-"));
  const file = path.join(at, "haus.knxproj");
  const secret = path.join(at, "passwort");
  await writeFile(file, await etsFile(ETS6, { password: "geheim" }));
  await writeFile(secret, "geheim\n");
  return { file, secret, target: path.join(at, "neu.xlsx") };
}
