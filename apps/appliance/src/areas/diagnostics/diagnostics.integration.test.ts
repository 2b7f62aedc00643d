/** The diagnostics file as a browser fetches it, unpacked by the standard tools. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Product, startProduct } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const PASSWORD = "Diagnose-Passwort 1!";
const SECRET = "nicht-fuer-fremde-augen";

const folder = useSharedFolder();
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await product.api.signIn("Diagnose-2026!");
  const target = { active: true, server: "influxdb:8086", token: SECRET, org: "", bucket: "b" };
  await product.api.post("/state/config/influxdb", target);
}, 60_000);
afterAll(() => product?.stop());

const ticket = (password?: string) =>
  product.api.post("/ticket", { path: "/system/info", parameters: {}, password });

async function download(password?: string): Promise<{ file: string; name: string }> {
  const { body } = await ticket(password);
  const response = await fetch(`${product.url}${String(body["path"])}`);
  expect(response.status).toBe(200);
  const file = path.join(folder(), password === undefined ? "plain" : "locked");
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return { file, name: response.headers.get("content-disposition") ?? "" };
}

async function unpack(file: string): Promise<string[]> {
  const target = await mkdtemp(path.join(folder(), "out-"));
  await run("tar", ["-xzf", file, "-C", target]);
  const names = await readdir(target);
  for (const name of names) {
    expect(await readFile(path.join(target, name), "utf8")).not.toContain(SECRET);
    expect(await readFile(path.join(target, name), "utf8")).not.toContain(product.api.token);
  }
  return names.toSorted();
}

describe("the diagnostics file", () => {
  it("holds what one needs to help, and no secret", async () => {
    const { file, name } = await download();
    expect(name).toMatch(/hubwart-diagnose-[0-9-]+\.tar\.gz"/);
    const names = await unpack(file);
    expect(names).toEqual([
      "causes.json",
      "changes.json",
      "forwarding.json",
      "history-host.json",
      "history-hub.json",
      "history-marks.json",
      "info.json",
      "log.ndjson",
      "machine.json",
      "pods.json",
      "processes.json",
      "settings.json",
      "trace-data.json",
      "trace-meta.json",
      "versions.json",
    ]);
  });

  it("is an age file with a password, which is refused if it protects nothing", async () => {
    expect((await ticket("kurz")).body).toMatchObject({ code: 400, fields: [{ field: "password" }] });
    const { file, name } = await download(PASSWORD);
    expect(name).toContain(".tar.gz.enc");
    expect((await readFile(file)).subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
    await decrypt(file, `${file}.tar.gz`);
    expect(await unpack(`${file}.tar.gz`)).toContain("settings.json");
  });
});

/** `age` asks for passwords on a terminal only; `script` gives it one. */
function decrypt(file: string, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile("script", ["-qec", `age -d -o ${target} ${file}`, "/dev/null"], (error) =>
      error ? reject(new Error(error.message)) : resolve(),
    );
    child.stdin?.write(`${PASSWORD}\n`);
  });
}
