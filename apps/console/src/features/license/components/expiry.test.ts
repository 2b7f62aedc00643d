import { describe, expect, it } from "vitest";
import type { License } from "../api/license.ts";
import { daysLeft, endsSoon, expiryText } from "./expiry.ts";

const NOW = Date.parse("2026-11-01T12:00:00Z");
const license = (more: Partial<License>): License => ({
  code: 0,
  valid: true,
  name: "Muster GmbH",
  key: "*****",
  expiry: null,
  meta: {},
  fingerprint: "f",
  ...more,
});

it("counts the day that has begun", () => {
  expect(daysLeft("2026-11-02T11:00:00Z", NOW)).toBe(1);
  expect(daysLeft("2026-11-03T13:00:00Z", NOW)).toBe(3);
  expect(daysLeft("2026-10-30T12:00:00Z", NOW)).toBe(-2);
});

it("names the date and what is left", () => {
  expect(expiryText("2026-12-01T12:00:00Z", NOW)).toBe("01.12.2026 (noch 30\u00a0Tage)");
  expect(expiryText("2026-11-02T11:00:00Z", NOW)).toContain("(noch 1\u00a0Tag)");
  expect(expiryText("2026-10-30T12:00:00Z", NOW)).toContain("(abgelaufen)");
  expect(expiryText(null, NOW)).toBe("unbegrenzt");
});

describe("a licence ends soon", () => {
  it("from 30 days before", () => {
    expect(endsSoon(license({ expiry: "2026-12-01T12:00:00Z" }), NOW)).toBe(true);
    expect(endsSoon(license({ expiry: "2026-12-02T13:00:00Z" }), NOW)).toBe(false);
  });
  it("unless it has no end, is over, or is one for development", () => {
    expect(endsSoon(license({ expiry: null }), NOW)).toBe(false);
    expect(endsSoon(license({ valid: false, expiry: "2026-10-01T12:00:00Z" }), NOW)).toBe(false);
    expect(endsSoon(license({ expiry: "2026-11-05T12:00:00Z", meta: { Art: "Entwicklung" } }), NOW)).toBe(
      false,
    );
  });
});
