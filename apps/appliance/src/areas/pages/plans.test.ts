import { readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { LIMITS } from "@hubwart/contract";
import { InvalidInputError, NotFoundError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { PLANS_MAX, PlanStore } from "./plans.ts";

const folder = useFolder();
let store: PlanStore;
beforeEach(async () => {
  store = new PlanStore(path.join(folder(), "plans"));
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const SVG = '<svg viewBox="0 0 9 9"><script>alert(1)</script><rect onload="x" width="3"/></svg>';
const from = (content: string | Buffer) => Readable.from([Buffer.from(content)]);

it("keeps a picture, says what it lost, and forgets it", async () => {
  expect(await store.list()).toEqual([]);
  expect(await store.save("eg.svg", from(SVG))).toMatchObject({ removed: ["script"] });
  await store.save("og.png", from(PNG));
  expect((await store.list()).map(({ file }) => file)).toEqual(["eg.svg", "og.png"]);
  expect(await readFile(path.join(folder(), "plans", "eg.svg"), "utf8")).not.toMatch(/script|onload/);
  expect(await store.read("og.png")).toEqual({ bytes: PNG, type: "image/png" });
  await store.remove("eg.svg");
  await expect(store.read("eg.svg")).rejects.toThrow(NotFoundError);
  await expect(store.remove("eg.svg")).rejects.toThrow(NotFoundError);
});

it("leaves out of its list a picture that goes while it is made", async () => {
  await store.save("eg.svg", from(SVG));
  // As after readdir(3) for one that was removed: a name without a file.
  await symlink(path.join(folder(), "gone"), path.join(folder(), "plans", "og.png"));
  expect((await store.list()).map(({ file }) => file)).toEqual(["eg.svg"]);
});

it("cleans what came there by another way", async () => {
  await store.save("eg.svg", from(SVG));
  await writeFile(path.join(folder(), "plans", "eg.svg"), SVG);
  expect((await store.read("eg.svg")).bytes.toString()).not.toMatch(/script|onload/);
});

it.each([
  ["eg.html", SVG],
  ["../eg.svg", SVG],
  [".eg.svg", SVG],
  ["eg.svg.exe", SVG],
  ["eg.png", SVG],
  ["eg.jpg", PNG],
  ["eg.svg", PNG],
  ["eg.png", ""],
])("refuses %s with another content or name", async (name, content) => {
  await expect(store.save(name, from(content))).rejects.toThrow(InvalidInputError);
  expect(await store.list()).toEqual([]);
});

it("reads nothing beside its folder", async () => {
  await writeFile(path.join(folder(), "secret.svg"), SVG);
  await expect(store.read("../secret.svg")).rejects.toThrow(NotFoundError);
});

it("takes no more than so many, and none that is too large; one of the same name is replaced", async () => {
  for (let at = 0; at < PLANS_MAX; at += 1) await store.save(`p${at}.png`, from(PNG));
  await expect(store.save("more.png", from(PNG))).rejects.toThrow(InvalidInputError);
  await store.save("p0.png", from(PNG));
  const large = Buffer.concat([PNG, Buffer.alloc(LIMITS.planBytes)]);
  await expect(store.save("p0.png", from(large))).rejects.toThrow(InvalidInputError);
});
