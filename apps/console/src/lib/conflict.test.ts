import { expect, it } from "vitest";
import { merged, overtaken } from "./conflict.ts";

const BEFORE = { use: true, ftp: { host: "nas", port: 21 }, time: [2, 30], hosts: ["a"] };

it("names what the other one stored, with what is typed here", () => {
  const theirs = { ...BEFORE, ftp: { host: "nas2", port: 21 }, time: [3, 30], hosts: ["a", "b"] };
  const mine = { ...BEFORE, use: false, ftp: { host: "nas", port: 990 } };
  expect(overtaken(BEFORE, theirs, mine)).toEqual([
    { field: "ftp.host", theirs: "nas2", mine: "nas" },
    { field: "time.0", theirs: 3, mine: 2 },
    { field: "hosts", theirs: ["a", "b"], mine: ["a"] },
  ]);
  expect(overtaken(BEFORE, BEFORE, mine)).toEqual([]);
});

it("merges value by value, and keeps what was typed where both changed the same", () => {
  const theirs = { ...BEFORE, ftp: { host: "theirs", port: 990 }, hosts: ["a", "b"] };
  const mine = { ...BEFORE, use: false, ftp: { host: "mine", port: 21 } };
  expect(merged(BEFORE, theirs, mine)).toEqual({
    use: false,
    ftp: { host: "mine", port: 990 },
    time: [2, 30],
    hosts: ["a", "b"],
  });
});

it("merges texts line by line, and keeps both where both changed the same line", () => {
  const source = (middle: string, end: string) => ({ source: `eins\n${middle}\ndrei\n${end}` });
  expect(merged(source("zwei", "vier"), source("zwei", "4"), source("2", "vier"))).toEqual(source("2", "4"));
  const both = (mine: readonly string[], theirs: readonly string[]) => [
    ...mine,
    ...theirs.map((l) => `-- ${l}`),
  ];
  expect(merged(source("a", "e"), source("b", "e"), source("c", "e"), both)).toEqual(source("c\n-- b", "e"));
});
