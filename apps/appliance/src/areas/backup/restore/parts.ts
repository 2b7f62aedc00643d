/** Which parts of a backup this device can take, and what they replace. */
import path from "node:path";
import type { Manifest } from "@hubwart/archive";
import type { Changeover } from "@hubwart/core";
import type { BackupPart } from "../../../backup-part.ts";
import { texts } from "../texts.ts";

export interface PartOffer {
  name: string;
  label: string;
  size: number;
  moves: boolean;
  chosen: boolean;
  note: string;
}

/**
 * Which backups and updates it made and which trials it went through, what it lost, by what it knows its own proxy (whoever wrote a
 * backup would know it, and could pass for any address), and tokens of programs and wall panels, which may be revoked since: true of one device only.
 */
export const OF_DEVICE: readonly string[] = [
  "backup.memory",
  "machine.tokens",
  "machine.tokens.used",
  "network.apply",
  "network.test",
  "page.links",
  "page.links.used",
  "proxy.proof",
  "store.loss",
  "update.memory",
];

const addOnNote = ({ addOn, needs }: BackupPart): string =>
  addOn ? texts.replacesAddOn(needs !== undefined) : "";

/** As somebody who looks into a backup sees them. */
export function offeredParts(about: Manifest, known: readonly BackupPart[]): PartOffer[] {
  const sizes = new Map<string, number>();
  for (const { name, size } of about.files) {
    const [part = ""] = name.split("/", 1);
    sizes.set(part, (sizes.get(part) ?? 0) + size);
  }
  return about.parts.map(({ name, label }) => {
    const part = known.find((one) => one.name === name);
    const size = sizes.get(name) ?? 0;
    const note = part ? (part.stays ?? part.onlyIf ?? addOnNote(part)) : texts.unknownPart;
    const moves = part !== undefined && part.stays === undefined;
    return { name, label, size, moves, chosen: moves && part.onlyIf === undefined, note };
  });
}

/**
 * What takes the place of what; the staged files lie below `new/<part>`, as in the archive. What the part stands for and
 * the backup does not have goes: it was not there.
 *
 * @param has whether the opened backup has this path of this part
 * @param fresh of the changeover, relative to the data folder
 */
export function replacements(
  chosen: readonly BackupPart[],
  root: string,
  fresh: string,
  has: (part: string, name: string) => boolean,
): Changeover["replace"] {
  return chosen.flatMap((part) => {
    const relative = (file: string) => path.relative(root, file).split(path.sep).join("/");
    return [
      ...part.paths.map(relative).map((name) => ({
        path: name,
        with: has(part.name, name) ? `${fresh}/${part.name}/${name}` : null,
      })),
      ...(part.beside ?? []).map(relative).map((name) => ({ path: name, with: null })),
    ];
  });
}
