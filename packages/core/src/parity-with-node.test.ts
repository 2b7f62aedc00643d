/** What we wrote ourselves, so that it runs in a browser, held against Node's own. */
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { domainToAscii } from "./domain-to-ascii.ts";
import { ipVersion } from "./ip-address.ts";
import { utf8Length, wellFormed } from "./well-formed.ts";

/** Texts that are addresses, and texts that nearly are. */
const piece = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "1",
    "01",
    "255",
    "256",
    "ffff",
    "fffff",
    "g",
    "1.2.3.4",
    "1.2.3",
    " ",
    "%eth0",
    "%",
  ),
  fc.nat(300).map(String),
  fc.nat(0x1ffff).map((group) => group.toString(16)),
);
const nearly = fc
  .tuple(
    fc.array(piece, { maxLength: 9 }),
    fc.array(fc.constantFrom(":", "::", ".", ":::"), { maxLength: 9 }),
  )
  .map(([pieces, between]) => pieces.map((one, at) => `${one}${between[at] ?? ":"}`).join(""));
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(fc.ipV6(), fc.constantFrom("%1", "%eth0.5", "%", "%ä", "x", ":")).map((parts) => parts.join("")),
  fc.tuple(nearly, nearly).map(([one, other]) => `${one.slice(0, -1)}${other.slice(0, -1)}`),
  nearly.map((text) => text.slice(0, -1)),
  fc.string(),
);

describe("ipVersion", () => {
  it("says what net.isIP says", () => {
    fc.assert(
      fc.property(address, (text) => {
        expect([text, ipVersion(text)]).toEqual([text, isIP(text)]);
      }),
      { numRuns: 20_000 },
    );
  });
  it.each(["::", "::1", "1::", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::2:3:4:5:6:7:8", "::ffff:1.2.3.4"])(
    "agrees on %s",
    (text) => expect(ipVersion(text)).toBe(isIP(text)),
  );
});

describe("domainToAscii", () => {
  const label = fc.oneof(
    fc.domain(),
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constantFrom(
      "bücher",
      "straße",
      "xn--bcher-kva",
      "xn--a",
      "1.2.3",
      "0x7f.1",
      "[::1]",
      "a",
      "b",
      "ws",
      "例え",
    ),
  );
  const domain = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("."));
  it("says what url.domainToASCII says", () => {
    fc.assert(
      fc.property(domain, (text) => {
        expect([text, domainToAscii(text)]).toEqual([text, domainToASCII(text)]);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("wellFormed and utf8Length", () => {
  const anything = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\ud800", "\udfff", "😀", "\ufeff")),
  );
  it("say what Buffer says, of halves of characters too", () => {
    fc.assert(
      fc.property(
        anything.map((parts) => parts.join("")),
        (text) => {
          expect(wellFormed(text)).toBe(Buffer.from(text, "utf8").toString("utf8"));
          expect(utf8Length(text)).toBe(Buffer.byteLength(text));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
