/** Contrast of what is told by colour, WCAG 2.2, measured over the tokens and rules of the style files. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { theme } from "../app/theme.ts";
import { lineStyle } from "../components/chart/chart-colors.ts";

const css = readFileSync(path.join(import.meta.dirname, "global.css"), "utf8");
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

/** Declarations of the first rule with this selector. */
function rule(selector: string): Map<string, string> {
  const at = css.indexOf(`\n${selector} {`);
  if (at < 0) throw new Error(`no rule for ${selector}`);
  const block = css.slice(css.indexOf("{", at) + 1, css.indexOf("}", at));
  return new Map(
    [...block.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value.trim()]),
  );
}
const light = rule(":root");
const tokens: Record<Scheme, Map<string, string>> = {
  light,
  dark: new Map([...light, ...rule(':root[data-mantine-color-scheme="dark"]')]),
};

/** A token's name, the colour in a value such as "2px solid var(--hw-focus)", or a colour itself. */
function colour(text: string, scheme: Scheme): string {
  const [, name] = /var\((--[\w-]+)\)/.exec(text) ?? [];
  const found = /#[0-9a-f]{6}/.exec(tokens[scheme].get(name ?? text) ?? text);
  if (!found) throw new Error(`no colour in ${text}`);
  return found[0];
}

/** Relative luminance and ratio as WCAG defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function ratio(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}
const GROUNDS = ["--hw-page", "--hw-surface", "--hw-sunken"];
const TONES = ["ok", "warn", "error", "off", "accent"];

it("measures as WCAG does", () => {
  expect(ratio("#000000", "#ffffff")).toBeCloseTo(21);
  expect(ratio("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

describe.each(SCHEMES)("%s", (scheme) => {
  const measured = (one: string, other: string): number => ratio(colour(one, scheme), colour(other, scheme));

  it.each(GROUNDS)("text on %s has 4.5 to 1", (ground) => {
    const texts = ["--hw-text", "--hw-text-muted", ...TONES.map((tone) => `--hw-${tone}`)];
    expect(texts.filter((text) => measured(text, ground) < 4.5)).toEqual([]);
  });

  it("text has it on soft backgrounds", () => {
    const low = TONES.flatMap((tone) =>
      [`--hw-${tone}`, "--hw-text", "--hw-text-muted"].filter(
        (text) => measured(text, `--hw-${tone}-soft`) < 4.5,
      ),
    );
    expect(low).toEqual([]);
  });

  // WCAG asks nothing of what is off; a person still has to read what it would do.
  it("what is off can be read", () => {
    for (const ground of ["--hw-off-soft", ...GROUNDS])
      expect(measured("--hw-disabled", ground)).toBeGreaterThanOrEqual(3.5);
    const field = rule(".mantine-Input-input:is(:disabled, [data-disabled], :has(input:disabled))");
    expect(measured(field.get("color") ?? "", field.get("background") ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  it("the ring of the focus has 3 to 1 on every background", () => {
    const ring = rule(":focus-visible").get("outline") ?? "";
    const grounds = [...GROUNDS, ...TONES.map((tone) => `--hw-${tone}-soft`)];
    expect(grounds.filter((ground) => measured(ring, ground) < 3)).toEqual([]);
    expect(Number.parseFloat(ring)).toBeGreaterThanOrEqual(2);
  });

  it("the mark of the active tab has 3 to 1 against the line below the tabs and the page", () => {
    const mark = rule(".mantine-Tabs-tab[data-active]").get("border-color") ?? "";
    for (const beside of ["--hw-border", ...GROUNDS])
      expect(measured(mark, beside)).toBeGreaterThanOrEqual(3);
  });

  it("edges of fields and switches have 3 to 1", () => {
    const edges = [
      rule(".mantine-Input-wrapper").get("--input-bd"),
      rule(".mantine-Switch-input:not(:checked, :disabled) + .mantine-Switch-track").get("--switch-bg"),
    ];
    for (const edge of edges) {
      expect(measured(edge ?? "", "--hw-surface")).toBeGreaterThanOrEqual(3);
      expect(measured(edge ?? "", "--hw-page")).toBeGreaterThanOrEqual(3);
    }
  });

  it("a switch that is on has 3 to 1, and its thumb on it", () => {
    const on =
      rule(".mantine-Switch-input:checked:not(:disabled) + .mantine-Switch-track").get("--switch-bg") ?? "";
    for (const ground of ["--hw-surface", "--hw-page", "#ffffff"])
      expect(measured(on, ground)).toBeGreaterThanOrEqual(3);
  });

  it("each line of a chart has 3 to 1, and its own colour or dashes", () => {
    const lines = Array.from({ length: 8 }, (_, at) => lineStyle(at, scheme === "dark"));
    expect(lines.filter(({ color }) => measured(color, "--hw-surface") < 3)).toEqual([]);
    expect(new Set(lines.map(({ color }) => color)).size).toBe(lines.length);
  });
});

it("white on the filled buttons has 4.5 to 1", () => {
  const shade = theme.colors?.["petrol"]?.[Number(theme.primaryShade)] ?? "";
  expect(ratio(shade, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  // Mantine's red 9, of buttons that destroy.
  expect(ratio("#c92a2a", "#ffffff")).toBeGreaterThanOrEqual(4.5);
});
