import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { NotFoundError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { openFile } from "./open-file.ts";

const folder = useFolder();

describe("a file as an answer", () => {
  it("has the size that is told, though the file grows meanwhile", async () => {
    const name = path.join(folder(), "protokoll-1.log");
    writeFileSync(name, "one\n");
    const { file, size } = await openFile(name);
    appendFileSync(name, "two\n");
    expect([size, (await buffer(file)).toString()]).toEqual([4, "one\n"]);
  });

  it("is there as a whole, though it is removed meanwhile", async () => {
    const name = path.join(folder(), "old.age");
    writeFileSync(name, "kept");
    const { file } = await openFile(name);
    rmSync(name);
    expect((await buffer(file)).toString()).toBe("kept");
  });

  it("may be empty", async () => {
    const name = path.join(folder(), "empty");
    writeFileSync(name, "");
    const { file, size } = await openFile(name);
    expect([size, (await buffer(file)).length]).toEqual([0, 0]);
  });

  it("fails before anything is sent where it is gone", async () => {
    const gone = path.join(folder(), "gone");
    await expect(openFile(gone)).rejects.toThrow(NotFoundError);
    await expect(openFile(gone, () => new Error("damaged"))).rejects.toThrow("damaged");
  });
});
