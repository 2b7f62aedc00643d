import { mkdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { systemText, writeNew, writeOver } from "./writing.ts";

const folder = useFolder();
const at = (...names: string[]) => path.join(folder(), ...names);
const BYTES = new TextEncoder().encode("neu");

it("writes a new file, over none, and says in German why not", async () => {
  await writeNew(at("a"), BYTES, 0o600);
  expect((await stat(at("a"))).mode & 0o777).toBe(0o600);
  await expect(writeNew(at("a"), new Uint8Array())).rejects.toThrow(
    "a lässt sich nicht schreiben: es gibt sie schon.",
  );
  expect(await readFile(at("a"), "utf8")).toBe("neu");
  await expect(writeNew(at("fehlt", "a"), BYTES)).rejects.toThrow("ein Ordner auf dem Weg dorthin fehlt");
  await expect(writeNew(at("a", "b"), BYTES)).rejects.toThrow("liegt eine Datei, wo ein Ordner sein müsste");
  await expect(writeNew(at("x".repeat(300)), BYTES)).rejects.toThrow("der Name ist zu lang");
});

it("writes over what is there, but over no folder", async () => {
  await writeOver(at("b"), "alt");
  await writeOver(at("b"), BYTES, 0o640);
  expect([await readFile(at("b"), "utf8"), (await stat(at("b"))).mode & 0o777]).toEqual(["neu", 0o640]);
  await rm(at("b"));
  await mkdir(at("b"));
  await expect(writeOver(at("b"), BYTES)).rejects.toThrow(
    "b lässt sich nicht schreiben: das ist ein Ordner.",
  );
});

it("passes on what the system says otherwise", () => {
  expect(systemText(Object.assign(new Error("EXDEV: cross-device link"), { code: "EXDEV" }))).toBe(
    "EXDEV: cross-device link",
  );
  expect(systemText(Object.assign(new Error("x"), { code: "toString" }))).toBe("x");
});
