import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { writeServer } from "./server-file.ts";

const top = useFolder();

it("a key that people handed over is kept for this account alone", async () => {
  const file = path.join(top(), "own", "server.pem");
  await writeServer(file, { key: "KEY\n", certificate: "CERTIFICATE\n" });
  expect(await readFile(file, "utf8")).toBe("KEY\nCERTIFICATE\n");
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
