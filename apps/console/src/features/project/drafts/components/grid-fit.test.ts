import { expect, it } from "vitest";
import { createFit, widthOf } from "./grid-fit.ts";

/** Ten px a letter, in a column with room for ten. */
const fit = createFit((text) => text.length * 10);
const WIDTH = 117;

it("leaves what fits, and cuts off what does not", () => {
  expect(fit("zehn Buchs", WIDTH)).toBe("zehn Buchs");
  expect(fit("elf Buchsta", WIDTH)).toBe("elf Buchs…");
  expect(fit("elf Buchsta", WIDTH + 2)).toBe("elf Buchsta");
  expect(fit("", WIDTH)).toBe("");
  expect(fit("breit", 20)).toBe("…");
});

it("shows the first line of several", () => {
  expect(fit("eins\nzwei", WIDTH)).toBe("eins…");
});

it("cuts no sign in two", () => {
  expect(fit("achtzehn😀😀😀", WIDTH)).toBe("achtzehn…");
});

it("takes wide letters for wide ones", () => {
  const wide = createFit((text) => text.length * 5 + text.replace(/[^W]/g, "").length * 15);
  expect(wide("WWWWWWWW", WIDTH)).toBe("WWWW…");
  expect(wide("iiiiiiiiiiiiiiiiiiii", WIDTH)).toBe("iiiiiiiiiiiiiiiiiiii");
});

it("reckons with the usual letter where nothing can be measured", () => {
  expect(widthOf("abcd")).toBeCloseTo(33.6);
});
