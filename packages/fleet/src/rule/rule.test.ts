import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import type { SiteShown } from "../central-calls.ts";
import type { HubState } from "../messages.ts";
import { CONDITIONS } from "./conditions.ts";
import { parseRule } from "./rule.ts";
import { compareVersions } from "./version.ts";
import { RuleError } from "./words.ts";

const NOW = 1_800_000_000_000;
const STATE: HubState = {
  v: 1,
  at: NOW,
  name: "hub",
  version: "0.4.10",
  started: 1,
  may: "none",
  plant: "running",
  license: { valid: true, until: NOW + 10 * 86_400_000 },
  backup: NOW - 8 * 86_400_000,
  counts: { findings: 2, worst: 3 },
  alarms: { standing: 4, unacked: 1 },
};
const SITE: SiteShown = {
  hub: "a1b2c3d4e5f6",
  name: "Hotel Nord (Süd)",
  customer: "main",
  tags: ["Hotel", "süd ost"],
  joined: 1,
  revoked: 0,
  seen: NOW - 30_000,
  online: true,
  state: STATE,
};
const NEW: SiteShown = { ...SITE, online: false, seen: 0, tags: [] };
delete (NEW as { state?: HubState }).state;
const matches = (rule: string, site: SiteShown = SITE) => parseRule(rule)(site, NOW);

describe("a rule", () => {
  it.each([
    "version < 0.5 and tag hotel",
    "VERSION<0.5 und Tag HOTEL",
    "version >= 0.4.9",
    "version = 0.4.10",
    'tag "süd ost"',
    "tag „süd ost“",
    'name "nord (süd"',
    "verbunden und läuft und nicht gesperrt",
    "lizenztage < 30 und lizenziert",
    "befunde > 1 und störung",
    "meldungen = 4 und unquittiert != 0",
    "sicherung > 7 und sicherung < 9",
    "kontakt < 1",
    "kunde main",
    "tag x oder tag y oder tag hotel",
    "nicht (tag x oder gesperrt) und (verbunden)",
    "tag hotel oder tag x und tag y",
    "nicht nicht verbunden",
  ])("%s takes the site", (rule) => {
    expect(matches(rule)).toBe(true);
  });
  it.each([
    "version < 0.4.9",
    "tag hot",
    "name süd2",
    "gesperrt",
    "kontakt > 1",
    "(tag hotel oder tag x) und tag y",
  ])("%s does not", (rule) => {
    expect(matches(rule)).toBe(false);
  });
  it("takes no site of which nobody knows, and not by the opposite either", () => {
    for (const rule of ["version < 9", "läuft", "störung", "sicherung > 0", "kontakt > 0", "lizenziert"])
      for (const asked of [rule, `nicht ${rule}`, `nicht (${rule} und verbunden oder ${rule})`])
        expect([asked, matches(asked, NEW)]).toEqual([asked, false]);
    expect(matches("nicht version < 9 oder nicht verbunden", NEW)).toBe(true);
    expect(matches("version < 9 und verbunden", NEW)).toBe(false);
  });
});

describe("what is no rule", () => {
  it.each([
    ["", "leer"],
    ["   ", "leer"],
    ["farbe = rot", "„farbe“ an Stelle 1 ist keine Bedingung"],
    ["version 0.5", "Nach „version“ an Stelle 9 wird ein Vergleich erwartet"],
    ["version < ", "Zu „version“ fehlt an Stelle 11 ein Wert"],
    ["version < neu", "„neu“ an Stelle 11 passt nicht"],
    ["befunde > viele", "Ein Beispiel: befunde > 0"],
    ["tag", "Zu „tag“ fehlt an Stelle 4 ein Wert"],
    ["tag süd ost", "Vor „ost“ an Stelle 9 fehlt „und“"],
    ["tag hotel und", "Am Ende fehlt eine Bedingung"],
    ["(tag hotel", "schließende Klammer"],
    ["tag hotel)", "Vor „)“"],
    ["tag hotel; DROP TABLE sites", "Das Zeichen „;“ an Stelle 10"],
    ["__proto__", "keine Bedingung"],
    ["constructor", "keine Bedingung"],
    ["(".repeat(20), "10-mal"],
    ["nicht ".repeat(20) + "verbunden", "10-mal"],
    ["x".repeat(501), "höchstens 500"],
  ])("%s is refused with a reason", (rule, said) => {
    expect(() => parseRule(rule)).toThrow(RuleError);
    expect(() => parseRule(rule)).toThrow(said);
  });
  it("never ends in another error, whatever is typed", () => {
    const words = ["und", "oder", "nicht", "(", ")", "<", "=", '"a b"', "0.5", ...Object.keys(CONDITIONS)];
    const texts = oneof(
      string(),
      array(constantFrom(...words)).map((all) => all.join(" ")),
    );
    assert(
      property(texts, (rule) => {
        try {
          expect(typeof matches(rule)).toBe("boolean");
        } catch (error) {
          expect(error).toBeInstanceOf(RuleError);
        }
      }),
    );
  });
});

it("versions have the order of releases", () => {
  const order = [
    "0.4",
    "0.4.9",
    "0.4.10",
    "0.5.0-alpha.2",
    "0.5.0-alpha.10",
    "0.5.0-beta",
    "0.5.0",
    "1.0",
    "10.0.0",
  ];
  for (const [at, older] of order.entries())
    for (const newer of order.slice(at + 1)) {
      expect([older, newer, Math.sign(compareVersions(older, newer) ?? 0)]).toEqual([older, newer, -1]);
      expect(Math.sign(compareVersions(newer, older) ?? 0)).toBe(1);
    }
  expect(compareVersions("0.5", "0.5.0")).toBe(0);
  expect(compareVersions("dev", "0.5")).toBeUndefined();
});
