/** Names of channels from names in the ETS: readable, within the rules, and the same at the next import. */
import { RESERVED_NAMES, slug } from "@hubwart/contract/channel-names";
import type { EtsGroup } from "./model.ts";

/** In the order of `groups`. A name that occurs more than once carries the address, whatever the order. */
export function channelNames(groups: readonly EtsGroup[]): string[] {
  const plain = groups.map(({ name }) => slug(name));
  const uses = new Map<string, number>();
  for (const name of plain) uses.set(name, (uses.get(name) ?? 0) + 1);
  const alone = (name: string) => name !== "" && !RESERVED_NAMES.has(name) && uses.get(name) === 1;
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
