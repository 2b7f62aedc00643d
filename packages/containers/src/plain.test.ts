import * as fc from "fast-check";
import { expect, it } from "vitest";
import { plainText } from "./plain.ts";

it.each([
  ["\u001b[31mrot\u001b[0m und \u001b[1;4mfett\u001b[m", "rot und fett"],
  ["\u001b]0;Titel\u0007da", "da"],
  ["\u001b]8;;http://x\u001b\\Link\u001b]8;;\u001b\\", "Link"],
  ["\u009b2Jweg", "weg"],
  ["\u001bcneu", "neu"],
  ["a\u0000b\u0007c\u007fd", "abcd"],
  ["fertig\rüberschrieben", "fertigüberschrieben"],
  ["a\tb", "a  b"],
  ["geheim\u202egnp.exe\u2066x\u2069", "geheimgnp.exex"],
  ["grüß Gott – 日本 👋", "grüß Gott – 日本 👋"],
])("%j reads %j", (given, text) => {
  expect(plainText(given)).toBe(text);
});

it("nothing a terminal obeys is left, whatever was printed, and what is plain stays as it is", () => {
  const parts = fc.constantFrom(
    "\u001b",
    "[",
    "]",
    "0",
    ";",
    "m",
    "\u0007",
    "\u009b",
    "\u202e",
    "a",
    "\u0000",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (given) => {
      const plain = plainText(given.join(""));
      expect(plain).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(plainText(plain)).toBe(plain);
    }),
  );
});
