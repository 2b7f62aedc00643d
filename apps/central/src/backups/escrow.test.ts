import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { CentralKeys } from "../authority/keys.ts";
import { Escrow } from "./escrow.ts";

const folder = useFolder();

const OF = { hub: "aaaaaaaaaaaa", name: "hubwart-a-20260101T000000Z.tar.age" };

it("gives back what was sealed, to nobody else", () => {
  const escrow = new Escrow(Buffer.alloc(32, 1));
  const sealed = escrow.seal(OF, "Paßwort");
  expect(sealed).not.toContain("Pa");
  expect(escrow.open(OF, sealed)).toBe("Paßwort");
  expect(escrow.seal(OF, "Paßwort")).not.toBe(sealed);
  expect(new Escrow(Buffer.alloc(32, 2)).open(OF, sealed)).toBeUndefined();
  expect(escrow.open({ ...OF, hub: "bbbbbbbbbbbb" }, sealed)).toBeUndefined();
  expect(escrow.open({ ...OF, name: "hubwart-a-20260102T000000Z.tar.age" }, sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const other = Buffer.from(bytes);
    other[at] = (other[at] ?? 0) ^ 1;
    expect(escrow.open(OF, other.toString("base64url"))).toBeUndefined();
  }
  expect(escrow.open(OF, "")).toBeUndefined();
});

it("has a key that lasts as long as those of the central, and is for nothing else", async () => {
  const keys = await CentralKeys.open(folder(), "Zentrale", Date.now());
  const again = await CentralKeys.open(folder(), "Zentrale", Date.now());
  expect(again.derived("a").equals(keys.derived("a"))).toBe(true);
  expect(keys.derived("a")).toHaveLength(32);
  expect(keys.derived("a").equals(keys.derived("b"))).toBe(false);
  const others = await CentralKeys.open(path.join(folder(), "others"), "Zentrale", Date.now());
  expect(others.derived("a").equals(keys.derived("a"))).toBe(false);
});
