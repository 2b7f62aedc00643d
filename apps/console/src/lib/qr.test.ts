import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { qrCode } from "./qr.ts";

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const uri = (host: string) => `otpauth://totp/Hubwart:${host}?secret=${SECRET}&issuer=Hubwart`;

function rows(text: string): string[] {
  const { size, dark } = qrCode(text);
  const line = Array.from({ length: size }, (_, at) => at);
  return line.map((y) => line.map((x) => (dark(x, y) ? "#" : ".")).join(""));
}

// Of another encoder (uqr 0.1.3, level M), which chooses the same mask for these.
it.each([
  [uri("keller"), 37, "2da9012cdbc4676c999120f47cad9a3a187e3861748567634d33ee2618f0411a"],
  [uri("keller-2"), 41, "80eb3fb0cbeaf8779528cfae21f03635fbf9b9885cdc405367954ea9539b7ce9"],
  [uri("heizung.keller.example"), 41, "27ffbd0d5c75813ac2812b9b9af82097062daf658edcd1eca90eb9d050380833"],
  ["x".repeat(150), 49, "bbe6b068fd583d2359738a7e75c73a2efa11a760bed329f4d8b9792ad940d357"],
  ["y".repeat(213), 57, "846a7d6bcfd964a49e0268223c995754d1abc37d172c9cb49536946fcde73133"],
])("is module by module what others make of %j", (text, size, sum) => {
  const made = rows(text);
  expect(made).toHaveLength(size);
  expect(createHash("sha256").update(made.join("\n")).digest("hex")).toBe(sum);
});

it("has what readers look for: three corners, two dotted lines, a dark module", () => {
  for (const text of ["", "a", uri("keller"), "z".repeat(200)]) {
    const made = rows(text);
    const size = made.length;
    for (const corner of [made[0]?.slice(0, 7), made[0]?.slice(-7), made[size - 7]?.slice(0, 7)])
      expect(corner).toBe("#######");
    expect(made[6]?.slice(7, -7)).toMatch(/^\.(#\.)+$/);
    expect(
      made
        .map((row) => row[6])
        .join("")
        .slice(7, -7),
    ).toMatch(/^\.(#\.)+$/);
    expect(made[size - 8]?.[8]).toBe("#");
  }
});

it("refuses what does not fit", () => {
  expect(() => qrCode("x".repeat(214))).toThrow(RangeError);
});
