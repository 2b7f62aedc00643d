/** Names of channels from names in the ETS: readable, within the rules, and the same at the next import. */
import type { EtsGroup } from "./model.ts";

const LONGEST = 44;
const RESERVED = new Set(["pod", "iface"]);
const GERMAN: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

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

/** In the order of `groups`. A name that occurs more than once carries the address, whatever the order. */
export function channelNames(groups: readonly EtsGroup[]): string[] {
  const plain = groups.map(({ name }) => slug(name));
  const uses = new Map<string, number>();
  for (const name of plain) uses.set(name, (uses.get(name) ?? 0) + 1);
  const alone = (name: string) => name !== "" && !RESERVED.has(name) && uses.get(name) === 1;
  const taken = new Set(plain.filter(alone));
  return groups.map(({ address }, index) => {
    const name = plain[index] ?? "";
    if (alone(name)) return name;
    const base = `${name === "" ? "ga" : name}_${address.replaceAll("/", "_")}`;
    let unique = base;
    for (let n = 2; taken.has(unique); n++) unique = `${base}_${n}`;
    taken.add(unique);
    return unique;
  });
}
