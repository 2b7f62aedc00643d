/**
 * Our own images: a recipe → the source of its image.
 *
 *     await writeImage(file, await imageSource("mosquitto", folder));
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { ImageSource } from "./archive.ts";
import { MERGED_USR, programFiles } from "./files.ts";
import { imageName, RECIPES } from "./recipes.ts";

const run = promisify(execFile);

export type OwnImage = keyof typeof RECIPES;
export const OWN_IMAGES = Object.keys(RECIPES) as OwnImage[];

/** @param folder this one: programs of the repository are bundled elsewhere */
export async function imageSource(name: OwnImage, folder: string): Promise<ImageSource> {
  const recipe = RECIPES[name];
  const programs = await programFiles([...recipe.programs, "/usr/bin/dash"]);
  const scripts = await Promise.all(
    recipe.scripts.map(async (script) => ({
      path: `/usr/local/bin/${script}`,
      content: await readFile(path.join(folder, name, script)),
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
