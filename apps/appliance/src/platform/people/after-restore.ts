/** People of a backup, as they are on the device that takes it: whoever restores can sign in afterwards as before. */
import type { Who } from "@hubwart/contract";
import { parsePeople } from "./stored.ts";

export const PEOPLE_SETTING = "people";

/**
 * @param theirs the setting of the backup, JSON; undefined where it has none
 * @param mine that of this device
 * @param who restores; undefined before the first password
 */
export function peopleAfterRestore(
  theirs: string | undefined,
  mine: string | undefined,
  who: Who | undefined,
): string | undefined {
  const [backup, present] = [parsePeople(theirs), parsePeople(mine)];
  if (!backup) return mine;
  if (who?.kind !== "person") {
    // The one password opens the device again: nobody else is known to be able to sign in.
    return JSON.stringify({ ...backup, owner: { ...backup.owner, locked_for: "" } });
  }
  const restorer = present?.people.find(({ id }) => id === who.id);
  if (!restorer) return theirs;
  const others = backup.people.filter(
    ({ id, name }) => id !== restorer.id && name.toLowerCase() !== restorer.name.toLowerCase(),
  );
  return JSON.stringify({ ...backup, people: [...others, restorer] });
}
