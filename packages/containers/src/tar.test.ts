import { expect, it } from "vitest";
import { tarOf } from "./tar.ts";

/** Fields of a header block (POSIX.1-1988, ustar). */
const field = (bytes: Buffer, at: number, length: number) =>
  bytes
    .subarray(at, at + length)
    .toString("latin1")
    .replace(/[\0 ].*$/s, "");

it("holds content, rights and owner of each part, and nothing of the moment or the machine", async () => {
  const parts = [
    { name: "etc/", type: "directory", mode: 0o755, uid: 0, gid: 0 },
    { name: "etc/set", mode: 0o640, uid: 1883, gid: 1883, content: Buffer.from("a=ü") },
    { name: "etc/link", type: "symlink", mode: 0o644, linkname: "/etc/set" },
  ] as const;
  const bytes = await tarOf(parts);
  expect(bytes.equals(await tarOf(parts))).toBe(true);
  // The content fills a block; two empty ones are the end.
  expect(bytes.length).toBe(6 * 512);
  const heads = [0, 512, 3 * 512].map((at) => bytes.subarray(at, at + 512));
  expect(heads.map((head) => [field(head, 0, 100), field(head, 156, 1), field(head, 157, 100)])).toEqual([
    ["etc/", "5", ""],
    ["etc/set", "0", ""],
    ["etc/link", "2", "/etc/set"],
  ]);
  expect(heads.map((head) => Number.parseInt(field(head, 100, 8), 8))).toEqual([0o755, 0o640, 0o644]);
  expect(heads.map((head) => Number.parseInt(field(head, 108, 8), 8))).toEqual([0, 1883, 0]);
  expect(heads.map((head) => Number.parseInt(field(head, 136, 12), 8))).toEqual([0, 0, 0]);
  expect(bytes.subarray(1024, 1028).toString()).toBe("a=ü");
});
