import { describe, expect, it } from "vitest";
import { ConnectionPlaces } from "./connection-places.ts";

const limits = { total: 10, strangers: 6, perCaller: 3 };
let next = 0;

/** Each connection is its own name. */
function bench() {
  const places = new ConnectionPlaces<string>(limits);
  const held = new Set<string>();
  const open = (caller: string) => {
    const name = `${caller}#${(next += 1)}`;
    for (const dropped of places.take(name, caller, name)) held.delete(dropped);
    held.add(name);
    return name;
  };
  const admin = (caller: string) => {
    const name = open(caller);
    places.begin(name);
    places.signedIn(name);
    places.end(name);
    return name;
  };
  return { places, held, open, admin };
}

describe("places for connections", () => {
  it("always have one for who comes; a caller with too many loses the one that has been idle longest", () => {
    const { places, held, open } = bench();
    const [first, second, third] = [open("a"), open("a"), open("a")];
    places.begin(first);
    const fourth = open("a");
    expect([...held]).toEqual([first, third, fourth]);
    places.end(first);
    open("a");
    expect(held.has(third)).toBe(false);
    expect(held.has(first)).toBe(true);
    expect(held.has(second)).toBe(false);
  });

  it("are taken from whoever holds most, so that one who holds one keeps it", () => {
    const { held, open } = bench();
    const mine = open("me");
    for (let i = 0; i < 40; i += 1) open(`attacker ${i % 3}`);
    expect(held.has(mine)).toBe(true);
    expect(held.size).toBe(limits.strangers);
  });

  it("of one each go to the newest", () => {
    const { held, open } = bench();
    const opened = Array.from({ length: 20 }, (_, i) => open(`${i}`));
    expect([...held]).toEqual(opened.slice(-limits.strangers));
  });

  it("in the reserve are for who is signed in, and no stranger takes them", () => {
    const { held, open, admin } = bench();
    const admins = Array.from({ length: 4 }, () => admin("admin"));
    for (let i = 0; i < 100; i += 1) open(`${i}`);
    expect(admins.every((name) => held.has(name))).toBe(true);
    expect(held.size).toBe(limits.total);
  });

  it("do not count what is signed in towards what a caller may hold", () => {
    const { held, admin } = bench();
    const admins = Array.from({ length: 8 }, () => admin("proxy"));
    expect(admins.every((name) => held.has(name))).toBe(true);
  });

  it("are never taken from who is signed in for a stranger at the same address", () => {
    const { held, open, admin } = bench();
    const signedIn = admin("proxy");
    const strangers = Array.from({ length: limits.perCaller + 2 }, () => open("proxy"));
    expect([...held]).toEqual([signedIn, ...strangers.slice(-limits.perCaller)]);
  });

  it("are taken from the longest idle of the signed-in ones when these fill them all", () => {
    const { places, held, admin } = bench();
    const admins = Array.from({ length: 10 }, (_, i) => admin(`${i}`));
    places.begin(admins[0] ?? "");
    const newest = admin("x");
    expect(held.has(admins[1] ?? "")).toBe(false);
    expect([admins[0], admins[2], newest].every((name) => held.has(name ?? ""))).toBe(true);
    expect(held.size).toBe(limits.total);
  });

  it("are free again when their connection ends, once", () => {
    const { places, open } = bench();
    const names = Array.from({ length: 3 }, () => open("a"));
    for (const name of [...names, ...names]) places.leave(name);
    expect(places.size).toBe(0);
    open("a");
    open("a");
    open("a");
    expect(places.size).toBe(3);
  });
});
