/**
 * A plant for tests of what callers learn who are kept to some channels: pages, meters and ways to causes that name as many channels
 * as they can.
 */
import { inflateRawSync } from "node:zlib";
import type { EnergyMeter, EnergyPeriods, HubPod, HubRequests, Why, WhyCause, WhyStep } from "@hubwart/ipc";
import * as fc from "fast-check";
import { scriptedPod } from "./scripted-hub.ts";

/** Any of the names, the same for the same number. */
const any = (names: readonly string[], at: number): string => names[at % names.length] ?? "";
const podOf = (chan: string) => chan.split(".").slice(0, 2).join(".");

/** @param withPages its own, else there is one for each area */
export function projectOf(channels: readonly string[], plans: readonly string[], withPages: boolean): object {
  const pods = [...new Set(channels.map(podOf))].map((id) => ({
    id,
    type: id.split(".")[0],
    internal: true,
    area: id,
    channels: channels
      .filter((chan) => podOf(chan) === id)
      .map((chan, at) => ({
        chan,
        type: "float",
        dir: "inout",
        iface: "main",
        config: cellsOf(chan, at),
        ...(at < 2 ? {} : { record: true }),
      })),
  }));
  const plan = (chan: string) => ({ chan, type: "bool", default: false, times: [] });
  return {
    pods,
    links: [],
    constants: [],
    schedules: plans.map(plan),
    calendars: [],
    alarms: channels.map((source, at) => ({
      id: `a${at}`,
      source,
      kind: "true",
      class: any(["k", "l"], at),
    })),
    meters: channels.map((source, at) => ({ id: source, source, cost: { chan: any(channels, at + 7) } })),
    ...(withPages ? { pages: [0, 1, 2, 3].flatMap((nr) => rowsOf(`p${nr}`, nr * 6, channels, plans)) } : {}),
  };
}

/** An address of its own and one of two channels; a field device of its own, or one of two channels. */
const cellsOf = (chan: string, at: number) => ({
  address: `1/1/${at}`,
  listen: `2/2/${Math.floor(at / 2)}`,
  asset: at < 3 ? chan : "waage",
});

/** What an interface tells: telegrams and field devices that name the channels they are of. */
export function lineOf(channels: readonly string[], pod: string, method: string): object | undefined {
  const own = channels.filter((chan) => podOf(chan) === pod);
  switch (method) {
    case "telegrams": {
      const both = (at: number) => own.filter((_chan, other) => Math.floor(other / 2) === Math.floor(at / 2));
      const telegrams = own.flatMap((chan, at) => [
        { target: `1/1/${at}`, value: chan },
        { target: `2/2/${Math.floor(at / 2)}`, value: both(at).join(" ") },
        { target: "3/3/3", value: chan },
      ]);
      return { telegrams, next: 9, missed: 0 };
    }
    case "assets":
      return {
        assets: [
          ...own.slice(0, 3).map((asset) => ({ asset, iface: "main", address: asset })),
          { asset: "waage", iface: "main", address: own.slice(3).join(" ") },
        ],
        total: 4,
      };
    default:
      return undefined;
  }
}

function rowsOf(page: string, from: number, channels: readonly string[], plans: readonly string[]): object[] {
  const on = `${page}.svg`;
  const chan = (at: number) => any(channels, from + at);
  return [
    { page, block: "value", source: chan(0) },
    { page, block: "setpoint", source: chan(1), actual: chan(8) },
    { page, block: "switch", source: chan(2), actual: chan(3) },
    { page, block: "trend", source: [chan(3), chan(4), chan(11)].join(", ") },
    { page, block: "list", source: podOf(chan(0)) },
    { page, block: "list", source: "*.licht*" },
    { page, block: "alarms", source: podOf(chan(0)) },
    { page, block: "alarms", source: "k" },
    { page, block: "schedule", source: any(plans, from) },
    { page, block: "plan", source: on },
    { page, block: "value", source: chan(5), on },
    { page, block: "text", label: "Hinweis" },
  ];
}

const TEMPERATURES = 5;

/** Their names are those of their sources, and what they say tells them too. */
export function energyOf(channels: readonly string[]): {
  energy: () => HubRequests["energy"][1];
  energySums: (asked: HubRequests["energySums"][0]) => HubRequests["energySums"][1];
  energyEvents: (asked: HubRequests["energyEvents"][0]) => HubRequests["energyEvents"][1];
} {
  const meters = channels.map(
    (source, at): EnergyMeter => ({
      id: source,
      label: source,
      source,
      medium: "electricity",
      unit: "kWh",
      kind: at % TEMPERATURES === 2 ? "temperature" : "counter",
      ...(at % 4 === 0 ? {} : { parent: any(channels, at - (at % 4)) }),
      cost: true,
      co2: false,
      breaks: 0,
      begun: 1,
    }),
  );
  const sums = (ids: readonly string[]): EnergyPeriods["meters"] =>
    ids.map((id) => ({
      id,
      amounts: [1],
      missing: [0],
      estimated: [0],
      cost: [2],
      total: { amount: 1, missing: 0, estimated: 0, cost: 2 },
    }));
  return {
    energy: () => ({ zone: "Europe/Berlin", now: 86_400_000, meters }),
    energySums: ({ meters: asked, step }) => ({
      zone: "Europe/Berlin",
      step,
      bounds: [0, 86_400_000],
      meters: sums(asked ?? channels),
      degreeDays: [3],
    }),
    energyEvents: ({ meter }) => ({ events: [{ at: 1, what: "break", by: meter }] }),
  };
}

/** A way over links, scripts and pods, with a cause at its end or none: another for each number. */
export function whyOf(channels: readonly string[], chan: string, seed: number): Why {
  const some = (at: number) => any(channels, seed * 5 + at * 7);
  const way = [chan, some(1), some(2), some(3)].slice(0, 1 + (seed % 4));
  const end = way.at(-1) ?? chan;
  const steps = way.flatMap((each, at) => [...over(way[at - 1], each, seed), ofChannel(each)]);
  const cause = causesAt(end, some(4))[seed % 8];
  const { id = "", text = "" } = cause ?? {};
  const last: WhyStep[] = cause
    ? [step("pod", podOf(end), `Der Pod läuft für ${end}`), { ...step("channel", id, text), fine: false }]
    : sourcesAt(end).slice(seed % 3, (seed % 3) + 1);
  return {
    chan,
    state: cause ? "unexpected" : "good",
    value: 1,
    quality: 0,
    last: 1,
    count: 1,
    text: text === "" ? `Gültig: ${last[0]?.text}` : text,
    steps: [...steps, ...last],
    skipped: 0,
    ...(cause ? { cause } : {}),
    more: causesAt(some(5), some(6)).map(({ id: other, text: said }) => ({ id: other, text: said })),
    others: 8,
  };
}

const step = (kind: WhyStep["kind"], id: string, text: string): WhyStep => ({ kind, id, text, fine: true });
const ofChannel = (chan: string) => step("channel", chan, `„${chan}“ ist gut`);

function over(before: string | undefined, chan: string, seed: number): WhyStep[] {
  if (before === undefined) return [];
  if (seed % 3 === 0) return [step("script", "pumpe.lua", `Skript „pumpe.lua“ nimmt ${chan}`)];
  return [step("link", `${chan} → ${before}`, `Verknüpfung von „${chan}“`)];
}

const sourcesAt = (chan: string): WhyStep[] => [
  step("iface", `${podOf(chan)}/main`, `kommt von ${chan}`),
  step("write", "Anna", `In der Konsole geschrieben von Anna: ${chan}`),
  step("script", "x.lua", `Skript „x.lua“ liest ${chan}`),
];

/** What is found at a channel, and what else that names. */
function causesAt(chan: string, other: string): WhyCause[] {
  const made = (id: string, text: string, place?: WhyCause["place"]): WhyCause => ({
    kind: "other",
    id,
    text,
    mend: `Prüfen Sie ${text}`,
    since: 1,
    ...(place ? { place } : {}),
  });
  return [
    made(chan, `Nichts schreibt ${chan}`, { page: "channel", id: chan }),
    made(`${other} → ${chan}`, `${other} hat den Wert ersetzt`, { page: "channel", id: other }),
    made(`${chan} → ${other}`, `Die Verknüpfung nach ${other} hält`, { page: "channel", id: other }),
    made(`circle ${other}`, `Im Kreis über ${other}`),
    made("y.lua", `Skript „y.lua“: ${other} fehlt`, { page: "script", id: "y.lua" }),
    made(podOf(chan), "Der Pod läuft nicht", { page: "pod", id: podOf(chan) }),
    made(`${podOf(chan)}/main`, "Keine Antwort", { page: "channel", id: chan }),
  ];
}

/** Running, with one interface. */
export const hubPodOf = (id: string): HubPod =>
  scriptedPod(id, { ifaces: [{ iface: "main", state: true, active: 1, count: 1, last: 1 }] });

/** Of the channel that page p0, p1 … has on it. */
export const drawingOf = (channels: readonly string[], nr: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>${channels[nr * 6 + 5]}</text></svg>`;

/** Patterns as people write them, and some that nobody would. */
export const patternsOf = (names: readonly string[], pods: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(
      ...pods.map((pod) => `${pod}.*`),
      "*",
      "knx.*",
      "*.temp*",
      "sched.*",
      "const.*.soll*",
      "x",
    ),
    fc
      .tuple(fc.constantFrom(...names), fc.nat(), fc.constantFrom("*", "?", "??", "*?"))
      .map(([of, at, sign]) => of.slice(0, at % of.length) + sign + of.slice((at % of.length) + sign.length)),
  );

/** Without options, bytes. */
const GZIP_HEAD = 10;

/** What stands in a file: as text, and what is packed in it (ZIP, RFC 1951; gzip, RFC 1952). */
export function unpacked(bytes: Buffer): string {
  const parts = [bytes.toString("latin1")];
  for (let at = bytes.indexOf("PK\u0003\u0004"); at >= 0; at = bytes.indexOf("PK\u0003\u0004", at + 4)) {
    const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (bytes.readUInt16LE(at + 8) === 8) parts.push(inflateRawSync(bytes.subarray(begin)).toString("utf8"));
  }
  const begin = Buffer.from([0x1f, 0x8b, 0x08]);
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 3))
    parts.push(inflateRawSync(bytes.subarray(at + GZIP_HEAD)).toString("latin1"));
  return parts.join("\n");
}
