/** What stored settings say, as people know it: those of an adopted database beside this device's. */
import { definedSettings, readStored, type Told } from "@hubwart/core/store";
import { settingName } from "../../../../platform/setting-names.ts";

/** By name, as JSON. */
export type StoredTexts = ReadonlyMap<string, string>;

/**
 * Only of settings that differ, so that what says nothing of itself is told by its name.
 *
 * @param stay of this device, whatever the backup has
 */
export function toldBySettings(
  theirs: StoredTexts,
  ours: StoredTexts,
  stay: ReadonlySet<string>,
): { theirs: Told[]; ours: Told[] } {
  const told = { theirs: [] as Told[], ours: [] as Told[] };
  for (const [name, setting] of definedSettings()) {
    if (stay.has(name) || setting.memory) continue;
    const [then, now] = [readStored(setting, theirs.get(name)), readStored(setting, ours.get(name))];
    if (JSON.stringify(then) === JSON.stringify(now)) continue;
    if (setting.tells && then !== undefined && now !== undefined) {
      told.theirs.push(...setting.tells(then));
      told.ours.push(...setting.tells(now));
      continue;
    }
    const known: Told = { about: "others", name: settingName(name) };
    told.theirs.push({ ...known, mark: then });
    told.ours.push({ ...known, mark: now });
  }
  return told;
}
