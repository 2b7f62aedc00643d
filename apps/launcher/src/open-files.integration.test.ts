/** A process that may open too few files: its modules cannot even be loaded, so nothing in them could say so. */
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { repoRoot } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { checkOpenFiles } from "./open-files.ts";

const folder = useFolder();

it("is told by one sentence, and nothing is started", async () => {
  const launcher = path.join(repoRoot(), "dist/server/launcher.mjs");
  const child = spawn("sh", ["-c", 'ulimit -n 60; exec "$0" "$1"', process.execPath, launcher], {
    env: { PATH: process.env["PATH"], HUBWART_DATA_DIR: folder(), HUBWART_HTTP_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      // It would be started again and again.
      if (text.includes("unerwartet beendet")) child.kill("SIGTERM");
    });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(said.trim().split("\n")).toEqual([expect.stringMatching(/zu wenige Dateien öffnen \(ulimit -n/)]);
  expect(code).toBe(1);
});

it.each([
  ["127                  127", true],
  ["128                  4096", false],
  ["unlimited            unlimited", false],
])("of %s files is refused: %s", async (limits, refused) => {
  const file = path.join(folder(), "limits");
  await writeFile(
    file,
    `Limit   Soft Limit   Hard Limit   Units\nMax open files            ${limits}   files\n`,
  );
  const checked = checkOpenFiles(file);
  if (refused) await expect(checked).rejects.toMatchObject({ code: "EMFILE" });
  else await expect(checked).resolves.toBeUndefined();
});

it("is not looked for where the system does not tell", async () => {
  await expect(checkOpenFiles(path.join(folder(), "none"))).resolves.toBeUndefined();
});
