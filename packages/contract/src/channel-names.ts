/** Names of channels made of what people call them: readable, and within the rules of names. */

const LONGEST = 44;
const GERMAN: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** What no channel may be called: pods and interfaces have them. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(["pod", "iface"]);

/** "Licht Küche (Decke)" → "licht_kueche_decke". @returns "" where nothing is left of it */
export function slug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_/, "")
    .slice(0, LONGEST)
    .replace(/_$/, "");
}
