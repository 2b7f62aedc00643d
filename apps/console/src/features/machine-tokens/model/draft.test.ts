import { expect, it } from "vitest";
import { bodyOf, NEW } from "./draft.ts";

it("sends no list where nothing was typed: it would keep the token to nothing", () => {
  expect(bodyOf({ ...NEW, name: " Leitstand ", channels: " \n, ", days: "0" })).toEqual({
    name: "Leitstand",
    level: "see",
    days: null,
  });
});

it("takes lines, commas and semicolons", () => {
  expect(
    bodyOf({ ...NEW, name: "x", channels: "a.*\nb.c, d", networks: "10.0.0.0/8; fd00::/8" }),
  ).toMatchObject({
    channels: ["a.*", "b.c", "d"],
    networks: ["10.0.0.0/8", "fd00::/8"],
    days: 365,
  });
});
