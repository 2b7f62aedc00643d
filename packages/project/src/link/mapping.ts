/**
 * `0=aus;1=an;*=?`, or the same as a JSON object. A backslash takes the next character as it is.
 * Keys are the exact texts of the source's values.
 */
export type Mapping = [key: string, value: string][];

export function parseMapping(text: string): Mapping | { bad: string } {
  return text.startsWith("{") ? fromJson(text) : fromPairs(text);
}

function fromJson(text: string): Mapping | { bad: string } {
  try {
    const object = JSON.parse(text) as unknown;
    if (typeof object === "object" && object !== null && !Array.isArray(object)) {
      const pairs = Object.entries(object);
      const bad = pairs.find(([, value]) => typeof value === "object");
      if (pairs.length > 0 && !bad) return pairs.map(([key, value]) => [key, String(value)]);
    }
  } catch {
    // Reported below, like JSON that is not an object of plain values.
  }
  return { bad: text.slice(0, 40) };
}

function fromPairs(text: string): Mapping | { bad: string } {
  const pairs: Mapping = [];
  for (const part of splitAt(text, /[;\n]/)) {
    if (part.trim() === "") continue;
    const [key, ...rest] = splitAt(part, /=/);
    const name = unescape(key ?? "");
    if (rest.length !== 1 || name === "" || pairs.some(([other]) => other === name)) {
      return { bad: part.trim().slice(0, 40) };
    }
    pairs.push([name, unescape(rest[0] ?? "")]);
  }
  return pairs.length > 0 ? pairs : { bad: text.slice(0, 40) };
}

function splitAt(text: string, separator: RegExp): string[] {
  const parts = [""];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    if (char === "\\" && i + 1 < text.length) {
      parts[parts.length - 1] += char + (text[i + 1] ?? "");
      i += 1;
    } else if (separator.test(char)) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

function unescape(text: string): string {
  return text.trim().replace(/\\(.)/gs, "$1");
}
