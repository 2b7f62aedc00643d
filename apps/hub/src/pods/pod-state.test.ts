import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { InvalidInputError } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { PodState } from "./pod-state.ts";

const folder = useFolder();

describe("state of a pod", () => {
  it("is found again by the next start, and readable by this account only", async () => {
    const state = new PodState(folder(), "knx.haus");
    expect(await state.read("main")).toBeNull();
    await Promise.all([
      state.keep("main", { next: 1 }),
      state.keep("second", [2]),
      state.keep("main", { next: 3 }),
    ]);
    const again = new PodState(folder(), "knx.haus");
    expect([await again.read("main"), await again.read("second")]).toEqual([{ next: 3 }, [2]]);
    expect((await stat(path.join(folder(), "knx.haus.json"))).mode & 0o777).toBe(0o600);
  });

  it("is bounded, and a refused value changes nothing", async () => {
    const state = new PodState(folder(), "knx.haus");
    await state.keep("main", 1);
    await expect(state.keep("main", "x".repeat(300_000))).rejects.toThrow(InvalidInputError);
    expect(await state.read("main")).toBe(1);
    expect(JSON.parse(await readFile(path.join(folder(), "knx.haus.json"), "utf8"))).toEqual({ main: 1 });
  });

  it("begins anew with a damaged file", async () => {
    await writeFile(path.join(folder(), "knx.haus.json"), "{");
    const state = new PodState(folder(), "knx.haus");
    expect(await state.read("main")).toBeNull();
    await state.keep("main", 1);
    expect(await new PodState(folder(), "knx.haus").read("main")).toBe(1);
  });
});
