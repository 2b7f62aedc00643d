/** What callers who are kept to some channels learn of pages, meters and causes. */
const OWN_PAGES = "packages/project/src/page/own.ts";
const OF_PAGES = ["packages/project/src/page/own.test.ts"];
const SERVICE = "apps/appliance/src/areas/pages/service.ts";
const OF_SERVICE = ["apps/appliance/src/areas/pages/service.test.ts"];
const METERS = "apps/appliance/src/areas/energy/own.ts";
const OF_METERS = ["apps/appliance/src/areas/energy/own.test.ts"];
const WHY = "apps/appliance/src/areas/trace/own-why.ts";
const OF_WHY = ["apps/appliance/src/areas/trace/own-why.test.ts"];

const TELEGRAMS = "apps/appliance/src/areas/knx/own-telegrams.ts";
const OF_TELEGRAMS = ["apps/appliance/src/areas/knx/own-telegrams.test.ts"];
const KNX = "apps/appliance/src/areas/knx/service.ts";
const OF_KNX = ["apps/appliance/src/areas/knx/knx.test.ts"];
const ASSETS = "apps/appliance/src/areas/pods/own-assets.ts";
const OF_ASSETS = ["apps/appliance/src/areas/pods/own-assets.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const bounds = [
  {
    breaks: "a page shows a block of a channel that is not the caller's",
    file: OWN_PAGES,
    search: "if (source === undefined || !own(source)) return undefined;",
    replace: "if (source === undefined) return undefined;",
    tests: OF_PAGES,
  },
  {
    breaks: "a set point shows the actual value of a channel that is not the caller's",
    file: OWN_PAGES,
    search: "actual === undefined || own(actual)",
    replace: "true",
    tests: OF_PAGES,
  },
  {
    breaks: "a trend shows channels that are not the caller's",
    file: OWN_PAGES,
    search: 'source?.split(", ").filter(own)',
    replace: 'source?.split(", ")',
    tests: OF_PAGES,
  },
  {
    breaks: "a list shows channels that are not the caller's",
    file: "packages/project/src/page/shown.ts",
    search: "const plant = plantOf(compiled).filter(({ channel }) => isOwn(channel.chan));",
    replace: "const plant = plantOf(compiled);",
    tests: OF_PAGES,
  },
  {
    breaks: "a list shows constants that are not the caller's",
    file: "packages/project/src/page/shown.ts",
    search: "const names = fixed.map(({ chan }) => chan).filter(isOwn);",
    replace: "const names = fixed.map(({ chan }) => chan);",
    tests: OF_PAGES,
  },
  {
    breaks: "a page shows alarms none of which is the caller's",
    file: "packages/project/src/page/shown.ts",
    search: "alarmPlaces(compiled).filter(({ source }) => own(source))",
    replace: "alarmPlaces(compiled)",
    tests: OF_PAGES,
  },
  {
    breaks: "a plan is shown on which nothing is the caller's",
    file: OWN_PAGES,
    search: '(one.block === "plan" && one.source !== undefined && used.has(one.source))',
    replace: 'one.block === "plan"',
    tests: OF_PAGES,
  },
  {
    breaks: "a picture is handed to callers whose pages do not show it",
    file: SERVICE,
    search: "return (file) => files.has(file);",
    replace: "return () => true;",
    tests: OF_SERVICE,
  },
  {
    breaks: "a caller sees the pages of another",
    file: SERVICE,
    search: 'const key = [file, ...patterns].join("\\n");',
    replace: "const key = file;",
    tests: OF_SERVICE,
  },
  {
    breaks: "a meter is told whose source is not the caller's",
    file: METERS,
    search: "const own = meters.filter(isOwn).map(",
    replace: "const own = meters.map(",
    tests: OF_METERS,
  },
  {
    breaks: "what is left of a sum says what a meter consumed that is not the caller's",
    file: METERS,
    search: "parent === undefined || hidden.has(parent) ? {} : { parent }",
    replace: "parent === undefined ? {} : { parent }",
    tests: OF_METERS,
  },
  {
    breaks: "a price that is not the caller's follows from what his meter cost",
    file: METERS,
    search: 'typeof rate !== "object" || kept.channel(rate.chan)',
    replace: "true",
    tests: OF_METERS,
  },
  {
    breaks: "money is told that follows from another's price",
    file: METERS,
    search: "cost && eurosInAll !== undefined",
    replace: "eurosInAll !== undefined",
    tests: OF_METERS,
  },
  {
    breaks: "degree days tell what a sensor measures that is not the caller's",
    file: METERS,
    search: "degreeDays && degrees ? { degreeDays: degrees } : {}",
    replace: "degrees ? { degreeDays: degrees } : {}",
    tests: OF_METERS,
  },
  {
    breaks: "a meter that is not the caller's can be asked for by its name",
    file: METERS,
    search: "if (other !== undefined) throw",
    replace: "if (false) throw",
    tests: OF_METERS,
  },
  {
    breaks: "a cause at a channel is told that is not the caller's",
    file: WHY,
    search: "(atEnd ? ownCause(kept, cause) : outside(cause))",
    replace: "ownCause(kept, cause)",
    tests: OF_WHY,
  },
  {
    breaks: "a cause names another channel that is not the caller's",
    file: WHY,
    search: "isOwn(kept, cause.id) && (place",
    replace: "(place",
    tests: OF_WHY,
  },
  {
    breaks: "what is to be mended names a channel that is not the caller's",
    file: WHY,
    search: '(place?.page !== "channel" || kept.channel(place.id))',
    replace: "true",
    tests: OF_WHY,
  },
  {
    breaks: "a script's fault tells what it works with",
    file: WHY,
    search: 'if (place?.page === "script") return',
    replace: "if (false) return",
    tests: OF_WHY,
  },
  {
    breaks: "the way to a value names channels that are not the caller's",
    file: WHY,
    search: 'return kind === "write" || isOwn(kept, id) ? step : OUTSIDE;',
    replace: "return step;",
    tests: OF_WHY,
  },
  {
    breaks: "what was found at a channel is told that is not the caller's",
    file: WHY,
    search: "at > end && !atEnd ? OUTSIDE : ownStep(kept, step)",
    replace: "ownStep(kept, step)",
    tests: OF_WHY,
  },
  {
    breaks: "another cause is named that is not the caller's",
    file: WHY,
    search: "more.filter(({ id }) => isOwn(kept, id))",
    replace: "more",
    tests: OF_WHY,
  },
  {
    breaks: "where a value comes from is told of a channel that is not the caller's",
    file: WHY,
    search: "(atEnd ? ownSource(steps.at(-1), text) : texts.outside.source)",
    replace: "ownSource(steps.at(-1), text)",
    tests: OF_WHY,
  },
  {
    breaks: "a telegram is told to an address that another channel has as well",
    file: TELEGRAMS,
    search: "channels.every(kept.channel)",
    replace: "channels.some(kept.channel)",
    tests: OF_TELEGRAMS,
  },
  {
    breaks: "a telegram is told to an address that no channel has",
    file: TELEGRAMS,
    search: "channels.length > 0 &&",
    replace: "",
    tests: OF_TELEGRAMS,
  },
  {
    breaks: "a telegram of an address of another interface is told",
    file: TELEGRAMS,
    search: "JSON.stringify([pod, iface, address])",
    replace: "JSON.stringify([pod, address])",
    tests: OF_TELEGRAMS,
  },
  {
    breaks: "a field device is told of that has another's channels",
    file: ASSETS,
    search: "channels.every(kept.channel)",
    replace: "channels.some(kept.channel)",
    tests: OF_ASSETS,
  },
  {
    breaks: "a field device is told of that has no channels",
    file: ASSETS,
    search: "channels.length > 0 &&",
    replace: "",
    tests: OF_ASSETS,
  },
  {
    breaks: "the service tells all field devices to whom it may",
    file: "apps/appliance/src/areas/pods/service.ts",
    search: "return kept.patterns ? ownAssets(",
    replace: "return false ? ownAssets(",
    tests: ["apps/appliance/src/areas/pods/pods.test.ts"],
  },
  {
    breaks: "the service tells all telegrams to whom it may",
    file: KNX,
    search: "const own = kept.patterns ?",
    replace: "const own = false ?",
    tests: OF_KNX,
  },
  {
    breaks: "an interface is told of whose pod can have no channel of the caller's",
    file: KNX,
    search: "if (!kept.pod(found.pod.id)) throw",
    replace: "if (false) throw",
    tests: OF_KNX,
  },
  {
    breaks: "figures count alarms of channels that are not the caller's",
    file: "packages/alarms/src/figures.ts",
    search: "if (!isOwn({ source: of })) continue;",
    replace: "",
    tests: ["packages/alarms/src/figures.test.ts"],
  },
  {
    breaks: "figures are asked for of the whole plant",
    file: "apps/appliance/src/areas/alarms/service.ts",
    search: "...(patterns ? { within: [...patterns] } : {}),",
    replace: "",
    tests: ["apps/appliance/src/areas/alarms/alarms.test.ts"],
  },
  {
    breaks: "channels are told that are recorded and not the caller's",
    file: "apps/appliance/src/areas/recording/service.ts",
    search: ".filter(([chan]) => kept.channel(chan))",
    replace: "",
    tests: ["apps/appliance/src/areas/recording/recording.test.ts"],
  },
];
