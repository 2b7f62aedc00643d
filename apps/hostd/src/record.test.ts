import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { append, LONGEST_RECORD } from "./record.ts";

const folder = useFolder();
const file = () => path.join(folder(), "changes.log");
const before = async () => (await readFile(`${file()}.before`, "utf8")).trim().split("\n");

const change = (verb: string, fields: object) => JSON.stringify({ audit: verb, fields, outcome: "ok" });
const at = (second: number) => new Date(1_700_000_000_000 + second * 1_000).toISOString();
const SSH = change("save-ssh", { settings: { enabled: true } });
const NO_SSH = change("save-ssh", { settings: { enabled: false } });

/** As if each had been asked for, one a second from `since` on, until the record is full; the last of them is. */
async function flood(changes: (index: number) => string, since: number): Promise<number> {
  let lines = (await readFile(file(), "utf8").catch(() => "")) || "";
  let index = 0;
  for (; lines.length <= LONGEST_RECORD; index += 1) lines += `${at(since + index)} ${changes(index)}\n`;
  await writeFile(file(), lines);
  await append(file(), `${at(since + index)} ${changes(index)}`);
  return since + index;
}

describe("the record of accepted changes", () => {
  it("has a line for each, of its owner alone, also where its folder was missing", async () => {
    const inside = path.join(folder(), "missing", "changes.log");
    await append(inside, `${at(0)} ${SSH}`);
    await append(inside, `${at(1)} ${SSH}`);
    expect(await readFile(inside, "utf8")).toBe(`${at(0)} ${SSH}\n${at(1)} ${SSH}\n`);
    expect((await stat(inside)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(inside))).mode & 0o777).toBe(0o700);
  });

  it("is not emptied by a request that is made again and again", async () => {
    await append(file(), `${at(0)} ${SSH}`);
    let last = await flood(() => NO_SSH, 10);
    last = await flood(() => NO_SSH, last + 1);
    last = await flood(() => NO_SSH, last + 1);
    const [real, again, ...more] = await before();
    expect(real).toBe(`${at(0)} ${SSH}`);
    expect(again).toBe(`${at(last)} ${NO_SSH} (${last - 9} times since ${at(10)})`);
    expect(more).toEqual([]);
    expect(await readdir(folder())).toEqual(["changes.log.before"]);
  });

  it("nor by two that take turns", async () => {
    await append(file(), `${at(0)} ${change("save-network", { device: "eth0" })}`);
    const last = await flood((index) => (index % 2 ? SSH : NO_SSH), 1);
    await flood((index) => (index % 2 ? SSH : NO_SSH), last + 1);
    expect((await before()).map((line) => /"audit":"([^"]*)"/.exec(line)?.[1])).toEqual([
      "save-network",
      "save-ssh",
      "save-ssh",
    ]);
  });

  it("keeps each kind of change its share, of others the newest, in bounded size", async () => {
    await append(file(), `${at(0)} ${SSH}`);
    const servers = (index: number) => change("save-time", { servers: [`${index}.example`] });
    await flood(servers, 1);
    const last = await flood(servers, 100_000);
    const kept = await before();
    expect(kept[0]).toBe(`${at(0)} ${SSH}`);
    expect(kept.at(-1)).toContain(at(last));
    expect(kept.length).toBeGreaterThan(5_000);
    expect((await stat(`${file()}.before`)).size).toBeLessThanOrEqual(LONGEST_RECORD);
  });

  it("keeps what is no line of its own", async () => {
    await writeFile(file(), "torn by a power c\n");
    await flood(() => SSH, 0);
    expect((await before())[0]).toBe("torn by a power c");
  });
});
