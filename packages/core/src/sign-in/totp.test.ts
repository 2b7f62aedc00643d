import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  acceptedStep,
  codeOf,
  isRecoveryCode,
  newRecoveryCode,
  newSecret,
  normalized,
  otpauthUri,
  recoveryHash,
  stepAt,
} from "./totp.ts";

/** "12345678901234567890" in base32. */
const RFC = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const NOW = Date.UTC(2026, 10, 25, 8, 0, 10);
const STEP = 30_000;

describe("codes", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("are those of RFC 6238, appendix B, at %i s", (seconds, code) => {
    expect(codeOf(RFC, stepAt(seconds * 1000), 8)).toBe(code);
  });
  it("are those of RFC 4226, appendix D", () => {
    expect(Array.from({ length: 10 }, (_, count) => codeOf(RFC, count))).toEqual([
      "755224",
      "287082",
      "359152",
      "969429",
      "338314",
      "254676",
      "287922",
      "162583",
      "399871",
      "520489",
    ]);
  });
  it("are good for a step before and after, and for clocks that are off by less", () => {
    for (const offset of [-STEP, 0, STEP]) {
      const code = codeOf(RFC, stepAt(NOW + offset));
      expect(acceptedStep(RFC, code, NOW, 0)).toBe(stepAt(NOW + offset));
    }
  });
  it.each([-90_000, 90_000, -60_000, 60_000, 3_600_000])("of a clock that is %i ms off are not", (offset) => {
    expect(acceptedStep(RFC, codeOf(RFC, stepAt(NOW + offset)), NOW, 0)).toBeUndefined();
  });
  it("are good once, and none before the last one is any more", () => {
    const step = stepAt(NOW);
    expect(acceptedStep(RFC, codeOf(RFC, step), NOW, step)).toBeUndefined();
    expect(acceptedStep(RFC, codeOf(RFC, step - 1), NOW, step)).toBeUndefined();
    expect(acceptedStep(RFC, codeOf(RFC, step + 1), NOW, step)).toBe(step + 1);
  });
  it("keep nobody out after the clock was set back", () => {
    expect(acceptedStep(RFC, codeOf(RFC, stepAt(NOW)), NOW, stepAt(NOW) + 100_000)).toBe(stepAt(NOW));
  });
  it("are nothing else", () => {
    for (const text of ["", "1", "12345", "1234567", "١٢٣٤٥٦", "-12345", "1e5", "000000\u0000"])
      expect(acceptedStep(RFC, text, NOW, 0)).toBeUndefined();
  });
  it("fit the secret and the time, whatever these are", () => {
    const times = fc.integer({ min: STEP, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(times, (now) => {
        const secret = newSecret();
        const code = codeOf(secret, stepAt(now));
        expect(code).toMatch(/^\d{6}$/);
        expect(acceptedStep(secret, code, now, 0)).toBeDefined();
      }),
    );
  });
});

it("makes secrets of 160 bits, none twice", () => {
  const many = Array.from({ length: 200 }, newSecret);
  expect(new Set(many).size).toBe(200);
  for (const secret of many) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it("makes recovery codes that can be typed, with or without what only helps the eye", () => {
  const code = newRecoveryCode();
  expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const typed = code.toLowerCase().replaceAll("-", " ");
  expect(recoveryHash(normalized(typed))).toBe(recoveryHash(normalized(code)));
  expect([isRecoveryCode(normalized(typed)), isRecoveryCode(normalized("123 456"))]).toEqual([true, false]);
});

it("names the device for an app", () => {
  expect(otpauthUri(RFC, "Hubwart", "Keller & Dach")).toBe(
    `otpauth://totp/Hubwart:Keller%20%26%20Dach?secret=${RFC}&issuer=Hubwart`,
  );
});
