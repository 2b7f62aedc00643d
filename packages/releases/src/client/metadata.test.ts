import { expect, it } from "vitest";
import { toOffer } from "./metadata.ts";

const custom = {
  version: "1.0.0",
  arch: "x64",
  channel: "stable",
  notes: "",
  published: "2026-01-01T00:00:00Z",
  unpacked: 10,
};
const entry = { length: 5, hashes: { sha256: "ab".repeat(32) }, custom };
const NAME = "stable/x64/hubwart-1.0.0-x64.tar.br";

it("an offer is what name and content say together", () => {
  expect(toOffer(NAME, entry, "stable", "x64")).toEqual({
    name: NAME,
    sha256: "ab".repeat(32),
    release: {
      version: "1.0.0",
      arch: "x64",
      channel: "stable",
      notes: "",
      size: 5,
      unpacked: 10,
      published: Date.parse("2026-01-01"),
    },
  });
});

it("of another channel or architecture it is none of ours, whichever of the two says so", () => {
  expect(toOffer(NAME, entry, "dev", "x64")).toBeUndefined();
  expect(toOffer(NAME, entry, "stable", "arm64")).toBeUndefined();
  expect(toOffer(NAME.replace("stable", "dev"), entry, "stable", "x64")).toBeUndefined();
  expect(toOffer(NAME.replace("1.0.0", "2.0.0"), entry, "stable", "x64")).toBeUndefined();
  const dev = { ...entry, custom: { ...custom, channel: "dev" } };
  expect(toOffer(NAME, dev, "stable", "x64")).toBeUndefined();
  const arm = { ...entry, custom: { ...custom, arch: "arm64" } };
  expect(toOffer(NAME, arm, "stable", "x64")).toBeUndefined();
});

it.each([
  null,
  {},
  { ...entry, length: -1 },
  { ...entry, length: 1.5 },
  { ...entry, hashes: { sha512: "ab" } },
  { ...entry, hashes: { sha256: "../evil" } },
  { ...entry, custom: { ...custom, version: "../1.0.0" } },
  { ...entry, custom: { ...custom, published: "soon" } },
  { ...entry, custom: { ...custom, notes: "x".repeat(5000) } },
])("what is not complete is no offer: %j", (bad) => {
  expect(toOffer(NAME, bad, "stable", "x64")).toBeUndefined();
});
