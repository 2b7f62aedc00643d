import { expect, it } from "vitest";
import { isGroupAddress } from "./group-address.ts";

it.each(["1/2/3", "31/7/255", "0/0/1", "1/515", "31/2047", "2563", "65535"])("takes %s", (text) => {
  expect(isGroupAddress(text)).toBe(true);
});

it.each([
  "",
  "a",
  "32/1/3",
  "99/1/3",
  "1/8/3",
  "1/2/256",
  "32/1",
  "1/2048",
  "65536",
  "0",
  "0/0/0",
  "1/",
  "/1",
  "1/2/3/4",
  "-1",
  "1.2",
])("refuses %s", (text) => {
  expect(isGroupAddress(text)).toBe(false);
});
