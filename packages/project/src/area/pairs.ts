/** Setpoints and the actual values that they are for, where names say so. */

export interface Pairable {
  chan: string;
  label?: string | undefined;
  unit?: string | undefined;
  equip?: string | undefined;
  point?: string | undefined;
}

/** Words for what is wanted and for what is, in names and labels; parts of one word (`Solltemperatur`) too. */
const WANTED =
  /^(?:soll(?:wert)?|sp|setpoint|set)(?=$|[-_ ])|[-_ ](?:soll(?:wert)?|sp|setpoint|set)$|^soll-?(?=[a-zäöü]{3})/i;
const ACTUAL =
  /^(?:ist(?:wert)?|actual|pv)(?=$|[-_ ])|[-_ ](?:ist(?:wert)?|actual|pv)$|^ist-?(?=[a-zäöü]{3})/i;

/** Actual value → setpoint, both by name: of one equipment and one unit, whose names differ in no more than such a word. */
export function pairsOf(channels: readonly Pairable[]): Map<string, string> {
  const wanted = new Map<string, string | undefined>();
  for (const channel of channels) {
    // Two that would fit are none.
    for (const key of wantedKeys(channel)) wanted.set(key, wanted.has(key) ? undefined : channel.chan);
  }
  const pairs = new Map<string, string>();
  const taken = new Set<string>();
  for (const channel of channels) {
    if (wantedKeys(channel).length > 0) continue;
    const found = actualKeys(channel)
      .map((key) => wanted.get(key))
      .find((chan) => chan !== undefined);
    if (found === undefined || taken.has(found)) continue;
    taken.add(found);
    pairs.set(channel.chan, found);
  }
  return pairs;
}

function wantedKeys(channel: Pairable): string[] {
  const { label, point } = channel;
  const name = lastPart(channel.chan);
  const keys: string[] = [];
  const words = point?.split(" ") ?? [];
  if (words.includes("sp")) keys.push(keyOf(channel, "point", pointBase(words)));
  if (WANTED.test(name)) keys.push(keyOf(channel, "name", base(name, WANTED)));
  if (label !== undefined && WANTED.test(label)) keys.push(keyOf(channel, "label", base(label, WANTED)));
  return keys;
}

function actualKeys(channel: Pairable): string[] {
  const { label, point } = channel;
  const words = point?.split(" ") ?? [];
  return [
    ...(words.includes("sensor") ? [keyOf(channel, "point", pointBase(words))] : []),
    keyOf(channel, "name", base(lastPart(channel.chan), ACTUAL)),
    ...(label === undefined ? [] : [keyOf(channel, "label", base(label, ACTUAL))]),
  ];
}

function keyOf({ equip, unit }: Pairable, by: string, text: string): string {
  return JSON.stringify([equip ?? "", unit ?? "", by, text]);
}

const pointBase = (words: readonly string[]): string =>
  words
    .filter((word) => word !== "sp" && word !== "sensor")
    .toSorted()
    .join(" ");
const base = (text: string, word: RegExp): string =>
  text
    .replace(word, "")
    .replace(/^[-_ ]+|[-_ ]+$/g, "")
    .toLowerCase();
const lastPart = (chan: string): string => chan.slice(chan.lastIndexOf(".") + 1);
