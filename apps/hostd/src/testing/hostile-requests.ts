/** What somebody may send to the device service who wishes it ill: nearly right, wrong, or no request at all. */
import * as fc from "fast-check";

export const VERBS = [
  "read",
  "devices",
  "last-apply",
  "settings-lost",
  "save-hostname",
  "save-zone",
  "save-ntp",
  "save-ssh",
  "save-network",
  "trial-start",
  "trial-state",
  "trial-confirm",
  "trial-cancel",
  "reboot",
];
const hostile = fc.oneof(
  fc.constantFrom(
    "keller",
    "Europe/Berlin",
    "10.0.0.2",
    "255.255.255.0",
    "lan0",
    "lan1",
    "a\nb",
    "10.0.0.2\nGateway=6.6.6.6",
    "$(reboot)",
    "`reboot`",
    "; reboot",
    "../../etc/shadow",
    "/etc/shadow",
    "-rf",
    "--help",
    "\u0000",
    "a\u2028b",
    "%n",
    "lan*",
    "__proto__",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const leaf = fc.oneof(hostile, fc.boolean(), fc.integer(), fc.double(), fc.constant(null));
const adapter = fc.record(
  {
    device: fc.oneof(fc.constantFrom("lan0", "lan1"), hostile),
    active: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, { weight: 1, arbitrary: leaf }),
    dhcp: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, { weight: 1, arbitrary: leaf }),
    ip: fc.oneof(fc.ipV4(), fc.constant(""), hostile),
    mask: fc.oneof(fc.constantFrom("255.255.255.0", "/24", ""), hostile),
    gw: fc.oneof(fc.constant(""), hostile),
    dns1: fc.oneof(fc.ipV4(), fc.constant(""), hostile),
    dns2: fc.oneof(fc.constant(""), hostile),
  },
  { requiredKeys: ["device"] },
);
const settings = fc.oneof(
  fc.record({ use: fc.boolean(), start: fc.boolean() }),
  fc.record({ use: fc.boolean(), server: hostile, fallback: hostile }),
  fc.dictionary(hostile, leaf, { maxKeys: 4 }),
);
const nearlyRight = fc
  .record(
    {
      verb: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...VERBS) }, { weight: 1, arbitrary: hostile }),
      matter: fc.oneof(fc.constantFrom("hostname", "zone", "ntp", "ssh", "network", "power"), hostile),
      what: fc.oneof(fc.constantFrom("support", "configured", "active"), hostile),
      hostname: hostile,
      zone: hostile,
      id: hostile,
      use: fc.boolean(),
      seconds: fc.oneof(fc.integer({ min: 60, max: 600 }), leaf),
      settings,
      interfaces: fc.oneof(fc.array(adapter, { maxLength: 3 }), leaf),
    },
    { requiredKeys: ["verb"] },
  )
  .chain((request) => fc.tuple(fc.constant(request), fc.subarray(Object.keys(request))))
  .map(([request, kept]) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(request).filter(([k]) => k === "verb" || kept.includes(k))),
    ),
  );
const anything = fc.oneof(
  { weight: 6, arbitrary: nearlyRight.map((line) => `${line}\n`) },
  { weight: 2, arbitrary: fc.json().map((text) => `${text}\n`) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3_000 }) },
  { weight: 1, arbitrary: fc.tuple(nearlyRight, fc.nat(40)).map(([line, cut]) => line.slice(0, cut)) },
  { weight: 1, arbitrary: fc.array(nearlyRight, { maxLength: 4 }).map((lines) => `${lines.join("\n")}\n`) },
);
/** What the service is made for: fields that fit the verb. */
const right = fc.oneof(
  fc.record({ verb: fc.constant("save-hostname"), hostname: hostile }),
  fc.record({ verb: fc.constant("save-zone"), zone: hostile }),
  fc.record({ verb: fc.constantFrom("save-ssh", "save-ntp"), settings }),
  fc.record({
    verb: fc.constant("save-network"),
    use: fc.boolean(),
    interfaces: fc.array(adapter, { maxLength: 2 }),
  }),
  fc.record({
    verb: fc.constant("trial-start"),
    seconds: fc.integer({ min: 60, max: 600 }),
    interfaces: fc.array(adapter, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ verb: fc.constantFrom("trial-state", "devices", "last-apply", "settings-lost", "reboot") }),
);

/** One connection's worth: text or bytes. */
export const anyLine: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  anything,
  right.map((request) => `${JSON.stringify(request)}\n`),
);

/** What a shell, a path, a list or a file of settings would read as something else than a name or an address. */
const PIECES = [
  ..."a\nb|a\rb|a\tb|a b|a;b|a&b|$(reboot)|`reboot`|a>b|../a|/etc/shadow|-rf|%n|*|a'b|a\"b|a\\b|a#b|a=b|[a]|a\0b|a\u2028b".split(
    "|",
  ),
  "a|b",
];
const ADAPTER = {
  device: "lan0",
  active: true,
  dhcp: false,
  ip: "10.77.0.9",
  mask: "/24",
  gw: "",
  dns1: "",
  dns2: "",
};
const adapters = (field: string, text: string) => [{ ...ADAPTER, [field]: text }];

/** Each of those pieces in each field that takes a text, and everything else as it should be. */
export const smuggled: readonly object[] = PIECES.flatMap((text) => [
  { verb: "save-hostname", hostname: text },
  { verb: "save-zone", zone: text },
  { verb: "save-ntp", settings: { use: true, server: text, fallback: "" } },
  { verb: "save-ntp", settings: { use: true, server: "10.77.0.1", fallback: text } },
  ...["device", "ip", "mask", "gw", "dns1", "dns2"].flatMap((field) => [
    { verb: "save-network", use: true, interfaces: adapters(field, text) },
    { verb: "trial-start", seconds: 60, interfaces: adapters(field, text) },
  ]),
  { verb: "trial-confirm", id: text },
  { verb: "trial-cancel", id: text },
  { verb: text },
]);
