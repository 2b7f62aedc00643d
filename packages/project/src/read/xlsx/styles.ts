import { attributesOf, type XmlHandler } from "../xml.ts";

/** Number formats that are dates or times (ECMA-376 part 1, 18.8.30); 27–36 and 50–58 in East Asian versions. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Fills `isDate` with, for each cell style, whether it shows a date or time. */
export function cellStyles(isDate: boolean[]): XmlHandler {
  const custom = new Map<number, boolean>();
  let inCellFormats = false;
  return {
    open(name, raw) {
      if (name === "numFmt") {
        const attributes = attributesOf(raw);
        custom.set(Number(attributes.get("numFmtId")), isDateFormat(attributes.get("formatCode") ?? ""));
      } else if (name === "cellXfs") inCellFormats = true;
      else if (name === "xf" && inCellFormats && isDate.length < 100_000) {
        const id = Number(attributesOf(raw).get("numFmtId") ?? 0);
        isDate.push(custom.get(id) ?? DATE_FORMATS.has(id));
      }
    },
    text() {},
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  };
}

/** Whether a format code shows days, months, years, hours or minutes. Quoted text, escapes and brackets do not count. */
function isDateFormat(code: string): boolean {
  const bare = code
    .slice(0, 255)
    .replace(/"[^"]*"/g, "")
    .replace(/\\./g, "")
    .replace(/\[(?![hms]+\])[^\]]*\]/gi, "");
  return !/general|standard/i.test(bare) && /[dmyhsj]/i.test(bare.replace(/e[+-]/gi, ""));
}

/**
 * A serial date as ISO 8601 without a zone; a time of day alone for values below 1. The system of 1900
 * counts a day that never was, which only matters before March 1900.
 */
export function serialToIso(serial: number, from1904: boolean): string | undefined {
  const days = from1904 ? serial + 1462 : serial;
  if (!Number.isFinite(days) || days < 0 || days >= 2_958_466) return undefined;
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  const iso = date.toISOString().slice(0, 19);
  if (serial < 1) return iso.slice(11);
  return iso.endsWith("T00:00:00") ? iso.slice(0, 10) : iso;
}
