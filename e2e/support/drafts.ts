/** A draft of the first steps in its editor. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { byHeading, PASSWORD } from "./console.ts";
import { writeFirstSteps } from "./projects.ts";
import type { Stage } from "./stage.ts";

/** Runs the project, begins a draft of it and opens that in a page that is signed in. @returns its id */
export async function openDraft({ folder, product }: Stage, page: Page, name: string): Promise<string> {
  const { api, url } = product;
  await api.signIn(PASSWORD);
  const { file } = await writeFirstSteps(folder);
  const done = await api.uploadProject(await readFile(file), "erste-schritte.xlsx");
  expect(done.body["code"]).toBe(0);
  const { body } = await api.post("/project/drafts", { name, from: "running" });
  const id = String(body["id"]);
  await page.goto(`${url}/project/edit/${id}`);
  await byHeading(page, name).waitFor();
  return id;
}
