/**
 * Where in the upload each part of a compiled project came from, for those who look at it while it runs. Beside the
 * compiled project, not in it: sorting a sheet is no change.
 *
 *     const places = placesOf(draft);
 *     placeOf(places, placeKey.link("mqtt.a.x", "ping.b.y"));    // { file: "anlage.xlsx", table: "links", line: 7 }
 */
import type { Draft } from "./check/draft.ts";
import type { Place } from "./report.ts";

export interface Places {
  /** File and table; rows name them by their number. */
  tables: [file: string, table: string][];
  /** By `placeKey`: number of the table, and line as the spreadsheet shows it. */
  rows: Record<string, [table: number, line: number]>;
}

export interface ShownPlace {
  file: string;
  table: string;
  line: number;
}

/** Of the alarm `{row}`, or `{row}/{channel}`. */
export const rowOfAlarm = (id: string): string => id.split("/", 1)[0] ?? id;

/** Names hold neither blanks nor slashes, and the names of pods a dot, so that no two keys are alike. */
export const placeKey = {
  /** A channel, a constant or a schedule. */
  channel: (chan: string) => chan,
  iface: (pod: string, iface: string) => `${pod}/${iface}`,
  link: (source: string, target: string) => `${source} ${target}`,
  /** By the id of the alarm: what a pattern names stands in one row. */
  alarm: (id: string) => `alarm/${rowOfAlarm(id)}`,
  /** Its first step. */
  class: (name: string) => `class/${name}`,
  meter: (id: string) => `meter/${id}`,
  /** Its first row. */
  calendar: (name: string) => `calendar/${name}`,
  /** By the key of the block. */
  block: (key: string) => `page/${key}`,
};

export function placesOf(draft: Draft): Places {
  const {
    alarmPlaces,
    calendarPlaces,
    channels,
    constants,
    linkPlaces,
    meters,
    pagePlaces,
    pods,
    schedules,
  } = draft;
  const tables = new Map<string, number>();
  const places: Places = { tables: [], rows: Object.create(null) as Places["rows"] };
  const note = (key: string, { file, table = "", line }: Place): void => {
    if (line === undefined) return;
    const name = `${file}\n${table}`;
    let number = tables.get(name);
    if (number === undefined) {
      number = places.tables.push([file, table]) - 1;
      tables.set(name, number);
    }
    places.rows[key] = [number, line];
  };
  for (const [id, { ifaces }] of pods) {
    for (const [iface, { place }] of ifaces) note(placeKey.iface(id, iface), place);
  }
  for (const { channel, place } of channels.values()) note(placeKey.channel(channel.chan), place);
  for (const [chan, { place }] of constants) note(placeKey.channel(chan), place);
  for (const [chan, { place }] of schedules) note(placeKey.channel(chan), place);
  for (const [id, { place }] of meters) note(placeKey.meter(id), place);
  for (const [key, place] of [...linkPlaces, ...alarmPlaces, ...calendarPlaces, ...pagePlaces])
    note(key, place);
  return places;
}

export function placeOf(places: Places | undefined, key: string): ShownPlace | undefined {
  if (!places || !Object.hasOwn(places.rows, key)) return undefined;
  const [number, line] = places.rows[key] ?? [-1, 0];
  const [file, table] = places.tables[number] ?? [];
  return file === undefined || table === undefined ? undefined : { file, table, line };
}
