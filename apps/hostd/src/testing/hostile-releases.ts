/** What somebody may send to the release service who wishes it ill: lines of which none may have an effect. */

/** What a path, a link, a shell or a comparison would read as something else than a version. */
const VERSIONS: readonly unknown[] = [
  "..",
  ".",
  "",
  "/etc",
  "../../../../etc/cron.d/x",
  "0.2.0/../../../etc",
  "0.2.0/server",
  "current",
  ".current",
  "trial.json",
  "0.2.0\n",
  "0.2.0\u0000",
  "0.2.0 --now",
  "-rf",
  "$(reboot)",
  "%n",
  "0.2",
  "v0.2.0",
  "0.2.0+build",
  "00.2.0",
  `0.2.${"9".repeat(400)}`,
  "9.9.9-rc.1.2.3.4.5.6.7",
  "__proto__",
  null,
  2,
  ["0.2.0"],
  { version: "0.2.0" },
];
const VERBS = ["install", "use", "confirm", "back", "remove"];
const INSTALL = { verb: "install", channel: "stable", version: "0.2.0", license: "x.y.z" };
/** As they should be, of a release that is not there. */
const UNKNOWN = VERBS.map((verb) => ({ verb, version: "7.7.7" }));
const CHANNELS: readonly unknown[] = [
  "",
  "Stable",
  "stable/../dev",
  "nightly",
  null,
  ["stable"],
  "__proto__",
];

const requests: readonly unknown[] = [
  ...VERBS.flatMap((verb) =>
    VERSIONS.map((version) => ({
      verb,
      version,
      ...(verb === "install" ? { channel: "stable", license: "" } : {}),
    })),
  ),
  ...CHANNELS.map((channel) => ({ ...INSTALL, channel })),
  INSTALL,
  { ...INSTALL, url: "http://203.0.113.1/" },
  { ...INSTALL, archive: "/var/lib/hubwart/x", path: "/etc" },
  { ...INSTALL, license: "x".repeat(25_000) },
  { ...INSTALL, license: 5 },
  ...UNKNOWN.filter(({ verb }) => verb === "use" || verb === "confirm"),
  ...UNKNOWN.map((one) => ({ ...one, force: true })),
  { verb: "install" },
  { verb: "use" },
  { verb: "trust", root: {} },
  { verb: "Use", version: "0.2.0" },
  { verb: ["use"], version: "0.2.0" },
  { verb: "__proto__" },
  [],
  [[{ verb: "use", version: "0.2.0" }]],
  null,
  "use",
  5,
];

export const hostileReleaseLines: readonly (string | Uint8Array)[] = [
  ...requests.map((request) => `${JSON.stringify(request)}\n`),
  "\n",
  "\u0000\n",
  "{",
  '{"verb":"use","version":"0.2.0"}',
  '{"verb":"use","verb":"remove","version":"7.7.7x"}\n',
  `${"[".repeat(20_000)}\n`,
  `{"verb":"${"x".repeat(40_000)}"}\n`,
  Buffer.from([0xff, 0xfe, 0x0a]),
  Buffer.alloc(100_000),
];
