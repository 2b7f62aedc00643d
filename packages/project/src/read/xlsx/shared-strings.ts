import type { Budget } from "../budget.ts";
import { READ_LIMITS } from "../limits.ts";
import type { XmlHandler } from "../xml.ts";

/**
 * Texts of a workbook, by index (ECMA-376 part 1, 18.4). Reading aids in other scripts (`rPh`) are no
 * part of the text.
 */
export function sharedStrings(into: string[], budget: Budget): XmlHandler {
  let text = "";
  let inText = false;
  let inPhonetic = false;
  return {
    open(name) {
      if (name === "si") text = "";
      else if (name === "t") inText = !inPhonetic;
      else if (name === "rPh") inPhonetic = true;
    },
    text(value) {
      if (inText && text.length < READ_LIMITS.cellLength) text += value;
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") inPhonetic = false;
      else if (name === "si") {
        budget.text(text.length + 8);
        into.push(unescapeText(text));
      }
    },
  };
}

/** `_x000D_` stands for a character that XML cannot hold (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
