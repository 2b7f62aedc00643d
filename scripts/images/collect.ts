/** A recipe → the source of its image. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { ImageSource } from "@hubwart/containers/image-archive";
import { MERGED_USR, programFiles } from "@hubwart/containers/image-files";
import { imageName, RECIPES } from "./recipes.ts";

const run = promisify(execFile);

export async function imageSource(name: keyof typeof RECIPES): Promise<ImageSource> {
  const recipe = RECIPES[name];
  const programs = await programFiles([...recipe.programs, "/usr/bin/dash"]);
  const scripts = await Promise.all(
    recipe.scripts.map(async (script) => ({
      path: `/usr/local/bin/${script}`,
      content: await readFile(path.join("scripts/images", name, script)),
      mode: 0o755,
    })),
  );
  return {
    name: imageName(name),
    layers: [
      [...MERGED_USR, ...programs, { path: "/usr/bin/sh", link: "dash" }],
      [...recipe.extra, ...scripts],
    ],
    config: { ...recipe.config, Labels: await versions(recipe.packages) },
  };
}

async function versions(packages: readonly string[]): Promise<Record<string, string>> {
  const { stdout } = await run("dpkg-query", ["-W", "-f", "${Package} ${Version}\n", ...packages]);
  return Object.fromEntries(
    stdout
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([name = "", version = ""]) => [`org.hubwart.debian.${name}`, version]),
  );
}
