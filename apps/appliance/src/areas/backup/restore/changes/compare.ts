/**
 * Two states of one part of a backup compared as people see them, with bounded lists of what is new, gone and changed.
 *
 *     compare("settings", inTheBackup, onTheDevice);      // [{ part, about: "accounts", added: ["Benutzer „visu“"], … }]
 */
import type { Told } from "@hubwart/core/store";

export interface Change {
  part: string;
  about: Told["about"];
  /** German. */
  added: string[];
  gone: string[];
  changed: string[];
  /** Of all three, beyond those that are listed. */
  more: number;
}

const ORDER: readonly Told["about"][] = ["accounts", "targets", "scripts", "ports", "certificates", "others"];
/** Of each list. */
const MOST_LISTED = 50;
const LONGEST = 160;

export function compare(part: string, theirs: readonly Told[], ours: readonly Told[]): Change[] {
  return ORDER.flatMap((about): Change[] => {
    const [then, now] = [byName(theirs, about), byName(ours, about)];
    const added: string[] = [];
    const gone: string[] = [];
    const changed: string[] = [];
    let more = 0;
    const put = (list: string[], text: string) => {
      if (list.length < MOST_LISTED) list.push(text);
      else more += 1;
    };
    for (const [name, told] of then) {
      const present = now.get(name);
      if (!present) put(added, lineOf(name, told.shows));
      else if (told.shows !== present.shows)
        put(changed, `${lineOf(name, present.shows)} → ${clean(told.shows ?? "–")}`);
      else if (JSON.stringify(told.mark) !== JSON.stringify(present.mark))
        put(changed, lineOf(name, told.shows));
    }
    for (const [name, told] of now) if (!then.has(name)) put(gone, lineOf(name, told.shows));
    return added.length + gone.length + changed.length === 0
      ? []
      : [{ part, about, added, gone, changed, more }];
  });
}

/** Two things of one name, such as renewed authorities, are told apart by their place. */
function byName(told: readonly Told[], about: Told["about"]): Map<string, Told> {
  const found = new Map<string, Told>();
  for (const one of told) {
    if (one.about !== about) continue;
    let name = one.name;
    for (let again = 2; found.has(name); again += 1) name = `${one.name} (${again})`;
    found.set(name, one);
  }
  return found;
}

const lineOf = (name: string, shows: string | undefined) =>
  shows === undefined || shows === "" ? clean(name) : `${clean(name)}: ${clean(shows)}`;

/** Anybody may have written it: no lines of its own, no way to turn the text, no sign-in in an address. */
function clean(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").replaceAll(/\/\/[^/@\s]*@/g, "//");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
