/** Our verdict on generated sets of adapters against rules written a second time, over Python's `ipaddress`. */
import { execFile } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { adapterProblems, normalMask, prefixLength } from "./addresses.ts";
import { type NetworkAdapter, networkAdapter } from "./routes/network.ts";

const SETS = 5_000;
const ORACLE = path.join(import.meta.dirname, "addresses-oracle.py");

type Place = [index: number, field: string];
interface Verdict {
  syntax: Place[];
  /** As dotted quads; null for what is none. */
  masks: (string | null)[];
  problems: Place[];
}

const ours = (set: NetworkAdapter[]): Verdict => {
  const parsed = z.safeParse(z.array(networkAdapter), set);
  const syntax = parsed.success
    ? []
    : parsed.error.issues.map((issue): Place => [Number(issue.path[0]), String(issue.path[1])]);
  return {
    syntax: places(syntax),
    masks: set.map(({ mask }) => (prefixLength(mask) === undefined ? null : normalMask(mask))),
    problems: syntax.length > 0 ? [] : places(adapterProblems(set).map(({ index, field }) => [index, field])),
  };
};

function places(found: Place[]): Place[] {
  const unique = new Map(found.map((place) => [place.join(), place]));
  return [...unique.values()].toSorted(([i, a], [j, b]) => i - j || (a < b ? -1 : 1));
}

function theirs(sets: NetworkAdapter[][]): Promise<Verdict[]> {
  return new Promise((resolve, reject) => {
    const child = execFile("python3", ["-I", ORACLE], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
      error
        ? reject(error)
        : resolve(
            stdout
              .trimEnd()
              .split("\n")
              .map((line) => JSON.parse(line) as Verdict),
          ),
    );
    child.stdin?.end(sets.map((set) => `${JSON.stringify(set)}\n`).join(""));
  });
}

/** Mulberry32. */
function chance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return { below, one: <T>(of: readonly T[]) => of[below(of.length)] as T, often: (p: number) => next() < p };
}
type Chance = ReturnType<typeof chance>;

const quad = (bits: number) => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join(".");
const ones = (length: number) => (length === 0 ? 0 : (0xffffffff << (32 - length)) >>> 0);
const NETS = [0xc0a80100, 0x0a000000, 0xac100000, 0x01020304, 0x7e000000, 0xdf000000, 0xa9fe0000];
const ODD_ADDRESSES = [
  "0.0.0.0 127.0.0.1 127.255.255.255 128.0.0.0 224.0.0.1 239.9.9.9 240.0.0.1 255.255.255.255 0.1.2.3 223.255.255.254",
  "192.168.01.1 1.2.3 1.2.3.4.5 1.2.3.256 1.2.3.-4 0x0a.0.0.1 10.1 1.2.3.4/24 1..2.3 .1.2.3 1.2.3. ::1 ::ffff:1.2.3.4",
]
  .join(" ")
  .split(" ")
  .concat([" 1.2.3.4", "1.2.3.4 ", "1.2.3.4\n", "１.2.3.4", "٣.2.3.4", "x", "1,2,3,4"]);
const ODD_MASKS = [
  "255.0.255.0 255.255.255.253 0.0.0.255 0.255.255.255 255.255.255.00 255.255.255.256 0.0.0.0 255.255.255.255 127.0.0.0",
  "/33 /-1 /024 /00 / 24 /2x /255.255.255.0 //24 /٣ 254.255.0.0 128.0.0.0 255.255.255.254 /0 /31 /32 /1",
]
  .join(" ")
  .split(" ")
  .concat([" /24", "/24 ", "/24\n", "/+24"]);

function anAdapter(c: Chance, index: number): NetworkAdapter {
  const length = c.often(0.5) ? c.one([24, 30, 31, 32, 29, 16, 8, 22]) : c.below(33);
  const base = (c.one(NETS) & ones(length)) >>> 0;
  const all = ~ones(length) >>> 0;
  const inside = () =>
    quad(
      (base +
        c.one([0, all, 1, 2, all - 1, c.below(Math.min(all + 1, 2 ** 31))].map((n) => Math.max(0, n)))) >>>
        0,
    );
  const odd = c.often(0.08);
  const address = (empty: number) => {
    if (c.often(empty)) return "";
    return odd && c.often(0.4) ? c.one(ODD_ADDRESSES) : c.often(0.9) ? inside() : quad(c.below(2 ** 32));
  };
  const mask = () => {
    if (c.often(0.04)) return "";
    if (odd && c.often(0.4)) return c.one(ODD_MASKS);
    return c.often(0.5) ? `/${length}` : quad(ones(length));
  };
  const dns = () => {
    if (c.often(0.6)) return "";
    if (c.often(0.08)) return c.one(ODD_ADDRESSES);
    return c.often(0.9) ? quad((c.one(NETS) + 1 + c.below(250)) >>> 0) : address(0);
  };
  return {
    device: c.often(0.03) ? "eth0" : `eth${index}`,
    active: c.often(0.92),
    dhcp: c.often(0.15),
    ip: address(0.04),
    mask: mask(),
    gw: address(0.4),
    dns1: dns(),
    dns2: dns(),
  };
}

const generated = (seed: number): NetworkAdapter[][] => {
  const c = chance(seed);
  return Array.from({ length: SETS }, () =>
    Array.from({ length: c.one([1, 1, 2, 2, 3]) }, (_, index) => anAdapter(c, index)),
  );
};

describe("address rules", () => {
  it.each([20_261_121, Math.floor(Math.random() * 2 ** 32)])(
    `judge ${SETS} sets of adapters as Python's ipaddress does (seed %i)`,
    async (seed) => {
      const sets = generated(seed);
      const said = await theirs(sets);
      expect(said).toHaveLength(SETS);
      const different = sets.flatMap((set, i) => {
        const mine = ours(set);
        return JSON.stringify(mine) === JSON.stringify(said[i]) ? [] : [{ set, mine, theirs: said[i] }];
      });
      expect(different.slice(0, 3), `${different.length} of ${SETS} differ, seed ${seed}`).toEqual([]);

      // The sets reach every rule, and leave enough that are right.
      const fine = said.filter(({ syntax, problems }) => syntax.length + problems.length === 0);
      expect(fine.length).toBeGreaterThan(SETS / 10);
      for (const field of ["ip", "mask", "gw", "dns1", "dns2", "active", "device"]) {
        expect(
          said.filter(({ problems }) => problems.some(([, of]) => of === field)).length,
          field,
        ).toBeGreaterThan(10);
      }
      for (const field of ["ip", "mask", "gw", "dns1", "dns2"]) {
        expect(
          said.filter(({ syntax }) => syntax.some(([, of]) => of === field)).length,
          field,
        ).toBeGreaterThan(5);
      }
    },
  );

  it("take every prefix, its two spellings alike", async () => {
    const masks = Array.from({ length: 33 }, (_, length) => [`/${length}`, quad(ones(length))]).flat();
    const sets = [...masks, ...ODD_MASKS].map((mask) => [{ ...anAdapter(chance(1), 0), mask }]);
    const said = await theirs(sets);
    expect(sets.map((set) => ours(set).masks)).toEqual(said.map((verdict) => verdict.masks));
    expect(masks.map((mask) => prefixLength(mask))).toEqual(masks.map((_, i) => Math.floor(i / 2)));
  });
});
