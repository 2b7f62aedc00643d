import { describe, expect, it } from "vitest";
import { isDiskFull, isUnwritable, roomOf } from "./disk-room.ts";

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

describe("room on the disk", () => {
  it.each([
    [32 * GIB, 100 * MIB, { low: false, full: false }],
    [32 * GIB, 31 * MIB, { low: true, full: false }],
    [32 * GIB, 7 * MIB, { low: true, full: true }],
    [64 * MIB, 4 * MIB, { low: false, full: false }],
    [64 * MIB, 3 * MIB, { low: true, full: false }],
    [64 * MIB, MIB, { low: true, full: true }],
  ])("%i bytes with %i left", (total, free, expected) => {
    expect(roomOf(total, free)).toEqual({ total, free, ...expected });
  });
});

it("knows a full disk from other failures", () => {
  expect(isDiskFull(Object.assign(new Error("write"), { code: "ENOSPC" }))).toBe(true);
  expect(isDiskFull(new Error("database or disk is full"))).toBe(true);
  expect(isDiskFull(Object.assign(new Error("write"), { code: "EACCES" }))).toBe(false);
  expect(isDiskFull("ENOSPC")).toBe(false);
});

it("knows a disk that takes nothing any more", () => {
  const failed = (code: string, message = "write") => Object.assign(new Error(message), { code });
  for (const code of ["EROFS", "EIO", "SQLITE_READONLY", "SQLITE_IOERR_WRITE"])
    expect(isUnwritable(failed(code))).toBe(true);
  expect(isUnwritable(new Error("attempt to write a readonly database"))).toBe(true);
  expect([isUnwritable(failed("ENOSPC")), isUnwritable(failed("EACCES")), isUnwritable("EROFS")]).toEqual([
    false,
    false,
    false,
  ]);
});
