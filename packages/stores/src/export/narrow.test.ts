import { TargetError } from "@hubwart/core/delivery";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Write, writeNarrowing } from "./narrow.ts";

/** All or nothing, as a transaction. */
function database(bad: ReadonlySet<string>) {
  const rows = new Set<string>();
  let requests = 0;
  const write: Write = async (lines) => {
    requests += 1;
    if (lines.some((line) => bad.has(line))) return { refused: lines.length, reason: "abgelehnt" };
    for (const line of lines) rows.add(line);
    return { refused: 0 };
  };
  return { write, rows, requests: () => requests };
}
const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}`);

describe("narrowing down a refusal", () => {
  it("costs one request when there is none", async () => {
    const { requests, rows, write } = database(new Set());
    expect(await writeNarrowing(lines, write)).toEqual({ refused: 0 });
    expect([requests(), rows.size]).toEqual([1, 1_000]);
  });

  it("leaves out the one line it is about, with few requests", async () => {
    const { requests, rows, write } = database(new Set(["line 617"]));
    expect(await writeNarrowing(lines, write)).toEqual({ refused: 1, reason: "abgelehnt" });
    expect(rows.size).toBe(999);
    expect(requests()).toBeLessThan(40);
  });

  it("brings every other line there, wherever the bad ones are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 20 }), async (places) => {
        const all = lines.slice(0, 100);
        const bad = new Set(places.map((place) => `line ${place}`));
        const { rows, write } = database(bad);
        const outcome = await writeNarrowing(all, write).catch((error: unknown) => error);
        // Nothing was given up where the sample happened to meet bad ones only.
        if (outcome instanceof TargetError) return;
        expect(outcome).toEqual({ refused: bad.size, reason: "abgelehnt" });
        expect([...rows].toSorted()).toEqual(all.filter((line) => !bad.has(line)).toSorted());
      }),
    );
  });

  it("gives nothing up where the database takes nothing at all", async () => {
    const { requests, rows, write } = database(new Set(lines));
    await expect(writeNarrowing(lines, write)).rejects.toThrow(new TargetError("abgelehnt"));
    expect(rows.size).toBe(0);
    expect(requests()).toBeLessThan(12);
  });

  it("gives up a single line", async () => {
    const { write } = database(new Set(["a"]));
    expect(await writeNarrowing(["a"], write)).toEqual({ refused: 1, reason: "abgelehnt" });
  });

  it("believes an answer that names how many it left out", async () => {
    let requests = 0;
    const write: Write = async () => {
      requests += 1;
      return { refused: 3, reason: "partial write" };
    };
    expect(await writeNarrowing(lines, write)).toEqual({ refused: 3, reason: "partial write" });
    expect(requests).toBe(1);
  });
});
