/**
 * A number as people type it, German or English: `12,5`, `12.5`, `1.234,5`, `1,234.5`, `1e3`, `−3`.
 * A lone dot before three digits (`1.234`) is a thousand to some and a decimal point to others:
 * ambiguous, unless the text around it settles the point.
 */
export function parseNumber(text: string, pointIsDecimal: boolean): number | "ambiguous" | undefined {
  const bare = text
    .trim()
    .replace(/^[−–]/, "-")
    .replaceAll(/[\s\u00a0\u202f](?=\d{3})/g, "");
  if (bare.length > 40) return undefined;
  if (/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(bare)) return pointIsDecimal ? Number(bare) : "ambiguous";
  if (/^[+-]?\d+([.,]\d+)?(e[+-]?\d{1,3})?$/i.test(bare)) return Number(bare.replace(",", "."));
  if (/^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare)) {
    return Number(bare.replaceAll(".", "").replace(",", "."));
  }
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return Number(bare.replaceAll(",", ""));
  return undefined;
}
