/** Which files of a backup can be what its parts stand for. Anybody may have written it: whatever else is in it is refused by name. */
import path from "node:path";
import type { Manifest } from "@hubwart/archive";
import type { BackupPart } from "../../../backup-part.ts";
import { texts } from "../texts.ts";
import { hasCheck } from "./checks/files.ts";
import { refused } from "./manifest.ts";

/** Of a single file that stands for itself, bytes; the data of an add-on fills a disk. */
const LARGEST_ALONE = 256 * 1024 * 1024;

/** @param root the data folder  @throws ResultError 1702 */
export function refuseStrange(about: Manifest, chosen: readonly BackupPart[], root: string): void {
  for (const { name, size } of about.files) {
    const part = chosen.find((one) => name.startsWith(`${one.name}/`));
    if (!part) continue;
    const below = name.slice(part.name.length + 1);
    const problem = problemOf(part, below, size, root);
    if (problem !== undefined) throw refused(texts.badEntry(name.slice(0, 200), problem));
  }
}

function problemOf(part: BackupPart, name: string, size: number, root: string): string | undefined {
  const own = part.paths.map((file) => path.relative(root, file).split(path.sep).join("/"));
  const alone = own.includes(name);
  const known = part.files?.filter((file) => file.name.test(name));
  const belongs = alone || (known ? known.length > 0 : own.some((folder) => name.startsWith(`${folder}/`)));
  if (!belongs) return texts.ofNoPart;
  const most = known?.[0]?.most ?? (alone && !part.addOn ? LARGEST_ALONE : Number.POSITIVE_INFINITY);
  return size > most ? texts.tooLargeForPart : undefined;
}

/** Compiled projects among the files, by their name in the archive. */
export function projectsIn(about: Manifest, chosen: readonly BackupPart[]): string[] {
  return about.files
    .map(({ name }) => name)
    .filter(
      (name) =>
        name.endsWith("/compiled.json") && chosen.some((part) => name.startsWith(`${part.name}/projects/`)),
    );
}

/** Files of a format that is looked at. */
export function checkedIn(about: Manifest, chosen: readonly BackupPart[]): string[] {
  return about.files
    .map(({ name }) => name)
    .filter((name) => hasCheck(name) && chosen.some((part) => name.startsWith(`${part.name}/`)));
}
