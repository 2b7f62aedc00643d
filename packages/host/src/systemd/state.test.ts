import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { StateFile } from "./state.ts";

const top = useFolder();

it("is kept for root alone", async () => {
  const file = path.join(top(), "device", "state.json");
  const state = await StateFile.open(file, () => expect.unreachable());
  await state.update({});
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it.each(["", "{", '{"hostname":7}'])(
  "that holds %j is put aside, and says so for as long as it lies there",
  async (text) => {
    const file = path.join(top(), "state.json");
    const complaints: string[] = [];
    const open = () => StateFile.open(file, (message) => complaints.push(message));
    expect(await (await open()).lostAt()).toBeUndefined();
    await writeFile(file, text);
    const state = await open();
    const lostAt = await state.lostAt();
    expect(lostAt).toBeGreaterThan(0);
    expect(await readFile(`${file}.damaged`, "utf8")).toBe(text);
    await state.update({ hostname: "keller" });
    const next = await open();
    expect(next.current).toEqual({ hostname: "keller" });
    expect(await next.lostAt()).toBe(lostAt);
    expect(complaints).toHaveLength(1);
  },
);
