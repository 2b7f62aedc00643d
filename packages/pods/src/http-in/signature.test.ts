import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { githubVerifier, stripeVerifier } from "./signature.ts";

const NOW = 1_700_000_000_000;

describe("GitHub's signature", () => {
  // The example of GitHub's documentation.
  const verify = githubVerifier("It's a Secret to Everybody");
  const body = Buffer.from("Hello, World!");
  const right = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

  it("is right over the raw body only", () => {
    expect(verify({ "x-hub-signature-256": right }, body, NOW)).toBe("good");
    expect(verify({ "x-hub-signature-256": right }, Buffer.from("Hello, World"), NOW)).toBe("wrong");
    expect(verify({}, body, NOW)).toBe("missing");
    for (const wrong of [
      "",
      "sha256=",
      right.slice(7),
      right.replace("sha256", "sha1"),
      `${right}00`,
      `${right} `,
    ]) {
      expect(verify({ "x-hub-signature-256": wrong }, body, NOW)).toBe("wrong");
    }
    expect(githubVerifier("other")({ "x-hub-signature-256": right }, body, NOW)).toBe("wrong");
  });
});

describe("Stripe's signature", () => {
  const verify = stripeVerifier("whsec_geheim");
  const body = Buffer.from('{"a":1}');
  const sign = (time: number, secret = "whsec_geheim") =>
    createHmac("sha256", secret).update(`${time}.`).update(body).digest("hex");
  const header = (value: string) => ({ "stripe-signature": value });
  const time = NOW / 1000;

  it("holds for five minutes to either side", () => {
    for (const [off, verdict] of [
      [0, "good"],
      [-300, "good"],
      [300, "good"],
      [-301, "old"],
      [301, "old"],
    ] as const) {
      const at = time + off;
      expect(verify(header(`t=${at},v1=${sign(at)}`), body, NOW)).toBe(verdict);
    }
  });

  it("takes one of several, and covers the time", () => {
    expect(verify(header(`t=${time}, v1=${sign(time, "old")}, v1=${sign(time)}, v0=abc`), body, NOW)).toBe(
      "good",
    );
    expect(verify(header(`t=${time + 1},v1=${sign(time)}`), body, NOW)).toBe("wrong");
    expect(verify(header(`t=${time},v0=${sign(time)}`), body, NOW)).toBe("wrong");
    expect(verify(header(`v1=${sign(time)}`), body, NOW)).toBe("wrong");
    expect(verify(header(`t=1e9,v1=${sign(time)}`), body, NOW)).toBe("wrong");
    expect(verify({}, body, NOW)).toBe("missing");
  });

  it("never takes what was not signed", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(verify(header(text), body, NOW)).not.toBe("good");
        expect(verify(header(`t=${time},v1=${text}`), body, NOW)).not.toBe("good");
      }),
    );
  });
});
