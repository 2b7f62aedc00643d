/** Wishes that no site could take are refused before they are kept. */
import type { FieldProblem } from "@hubwart/core";
import { InvalidInputError } from "@hubwart/core";
import type { DesiredSettings } from "@hubwart/fleet";
import { readAuthority } from "./authority.ts";
import { texts } from "./texts.ts";

/** @param now ms since the epoch. @returns with certificates alone in place of what was given. @throws InvalidInputError */
export function checkedWishes(settings: DesiredSettings, now: number): DesiredSettings {
  const wrong: FieldProblem[] = [];
  const { authorities, gone = [], people = [] } = settings;
  const seen = new Set<string>();
  const once = (name: string, field: string) => {
    if (seen.has(sameName(name))) wrong.push({ field, message: texts.personTwice(name) });
    seen.add(sameName(name));
  };
  for (const [at, { channels, name, role }] of people.entries()) {
    once(name, `settings.people.${at}.name`);
    if (channels && role !== "see" && role !== "operate")
      wrong.push({ field: `settings.people.${at}.channels`, message: texts.unboundedRole });
  }
  for (const [at, name] of gone.entries()) once(name, `settings.gone.${at}`);
  const pems: string[] = [];
  for (const [at, text] of (authorities ?? []).entries()) {
    const read = readAuthority(text, now);
    const refused =
      typeof read === "string" ? read : pems.includes(read.pem) && texts.authority.twice(read.name);
    if (refused) wrong.push({ field: `settings.authorities.${at}`, message: refused });
    else if (typeof read !== "string") pems.push(read.pem);
  }
  if (wrong.length > 0) throw new InvalidInputError(wrong);
  return { ...settings, ...(authorities && { authorities: pems }) };
}

/** As a hub takes two for the same. */
export const sameName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
