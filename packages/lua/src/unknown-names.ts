/** What a script names and its project does not have, without running it: read from the text alone. */
import { nearest } from "@hubwart/core";
import type { ScriptProblem } from "./german.ts";
import { alarmIdsOf, channelNamesOf, raisedAlarmsOf } from "./literals.ts";
import { noSuchAlarm, noSuchChannel, notOfKindScript } from "./no-such-channel.ts";

/** Names of a project. */
export interface Named {
  channels: ReadonlySet<string>;
  /** Ids of alarms, and of those among them that scripts raise. */
  alarms: ReadonlySet<string>;
  ofScripts: ReadonlySet<string>;
}

/** Of each kind. Looking for a similar name is slow; past so many nobody reads them any more. */
const MOST = 50;

/** Each with the name that was most likely meant; and alarms that are raised and are no matter of scripts. */
export function unknownNames(source: string, { alarms, channels, ofScripts }: Named): ScriptProblem[] {
  const strangers = channelNamesOf(source)
    .filter(({ text }) => !channels.has(text))
    .slice(0, MOST)
    .map(({ line, text }) => ({ line, text: noSuchChannel(text, nearest(text, channels)) }));
  const unknown = [...alarmIdsOf(source), ...raisedAlarmsOf(source)]
    .filter(({ text }) => !alarms.has(text))
    .slice(0, MOST)
    .map(({ line, text }) => ({ line, text: noSuchAlarm(text, nearest(text, alarms)) }));
  const foreign = raisedAlarmsOf(source)
    .filter(({ text }) => alarms.has(text) && !ofScripts.has(text))
    .slice(0, MOST)
    .map(({ line, text }) => ({ line, text: notOfKindScript(text) }));
  return [...strangers, ...unknown, ...foreign];
}
