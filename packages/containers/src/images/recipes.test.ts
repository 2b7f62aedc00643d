import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { OWN_IMAGES } from "./own.ts";
import { RECIPES } from "./recipes.ts";

it.each(OWN_IMAGES)("the image %s takes each script of its folder, and starts one of them", async (name) => {
  const { config, scripts } = RECIPES[name];
  expect([...scripts].sort()).toEqual((await readdir(path.join(import.meta.dirname, name))).sort());
  expect(scripts).toContain(path.basename(config.Cmd?.[0] ?? ""));
});
