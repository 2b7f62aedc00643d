import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { writeServer } from "./server-file.ts";

it("a key that people handed over is kept for this account alone", async () => {
  const top = await mkdtemp(path.join(os.tmpdir(), "server-file-"));
  const file = path.join(top, "own", "server.pem");
  await writeServer(file, { key: "KEY\n", certificate: "CERTIFICATE\n" });
  expect(await readFile(file, "utf8")).toBe("KEY\nCERTIFICATE\n");
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await rm(top, { recursive: true });
});
