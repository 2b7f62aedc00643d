import { texts } from "./texts.ts";

/** What is said of an id that is no alarm's: by the check, and when a script uses it. */
export function noSuchAlarm(id: string, meant: string | undefined): string {
  const text = texts.noAlarm(id);
  return meant === undefined ? text : texts.meant(text, meant);
}

/** Of an alarm whose condition is no matter of scripts. */
export const notOfKindScript = (id: string): string => texts.notOfKindScript(id);

/** What is said of a name that is no channel: by the check, and when a script uses it. */
export function noSuchChannel(name: string, meant: string | undefined): string {
  const text = texts.noChannel(name);
  return meant === undefined ? text : texts.meant(text, meant);
}
