/** What keeps files of a site, up and down through its central, whole, bounded, and its own. @type {import("./index.mjs").Mutant[]} */
const remote = "apps/appliance/src/areas/central/remote.ts";
const downloads = "apps/appliance/src/areas/central/remote-downloads.ts";
const uploads = "apps/appliance/src/areas/central/remote-uploads.ts";
const held = "apps/appliance/src/areas/central/held.ts";
const request = "apps/appliance/src/areas/central/remote-request.ts";
const remoteTests = [
  "apps/appliance/src/http/remote-files.test.ts",
  "apps/appliance/src/http/remote-uploads.test.ts",
];
const central = "apps/central/src/transfers/site-downloads.ts";
const centralTests = ["apps/central/src/transfers/site-downloads.test.ts"];
const reach = "packages/contract/src/remote-reach.ts";
const sending = "apps/console/src/fleet/at-site/site-send.ts";
const sendingTests = ["apps/console/src/fleet/at-site/site-send.test.ts"];

export const centralTransfers = [
  {
    breaks: "a site takes any file from its central",
    file: reach,
    search: "(spec.upload === undefined || UP.has(spec.path))",
    replace: "spec.path !== INFO",
    tests: remoteTests,
  },
  {
    breaks: "a central that may not fills the disk of a site all the same",
    file: remote,
    search: "!includes(may, spec.needs) || !reachedFromCentral(spec)",
    replace: "!spec.path",
    tests: remoteTests,
  },
  {
    breaks: "a file that left a site by its central is in no change log there",
    file: remote,
    search: "      this.#record(call, door, name);",
    replace: "",
    tests: remoteTests,
  },
  {
    breaks: "files go on after the site allows less",
    file: remote,
    search: "    this.#downloads.end();\n    this.#uploads.end();",
    replace: "",
    tests: remoteTests,
  },
  {
    breaks: "another person goes on with a file",
    file: remote,
    search: '[person, level, may, id].join(" ")',
    replace: '[may, id].join(" ")',
    tests: remoteTests,
  },
  {
    breaks: "a file of any size begins to leave a site",
    file: remote,
    search: "size !== undefined && size > TRANSFER_LIMITS.down",
    replace: "size === -1",
    tests: remoteTests,
  },
  {
    breaks: "files under way at a site are without number",
    file: held,
    search: "this.#entries.size >= TRANSFER_LIMITS.atOnce",
    replace: "this.#entries.size < 0",
    tests: remoteTests,
  },
  {
    breaks: "a file that nobody goes on with stays open for ever",
    file: held,
    search: "TRANSFER_LIMITS.idle, () => this.drop(key)",
    replace: "TRANSFER_LIMITS.idle, () => undefined",
    tests: remoteTests,
  },
  {
    breaks: "a file that comes drop by drop has no end",
    file: held,
    search: "this.#clock.monotonic() > entry.until",
    replace: "entry.until < 0",
    tests: remoteTests,
  },
  {
    breaks: "what makes a file and never begins holds up all others",
    file: downloads,
    search: 'signal.addEventListener("abort", () => free(), { once: true });',
    replace: "",
    tests: remoteTests,
  },
  {
    breaks: "a file that came in parts of another place is whole",
    file: downloads,
    search: "under.busy || under.at !== at",
    replace: "under.busy",
    tests: remoteTests,
  },
  {
    breaks: "a site acts on a file whose hash is another",
    file: uploads,
    search: 'under.hash.digest("hex") !== sha256',
    replace: 'sha256 === ""',
    tests: remoteTests,
  },
  {
    breaks: "a site acts on half a file",
    file: uploads,
    search: "under.at !== under.size",
    replace: "under.at < 0",
    tests: remoteTests,
  },
  {
    breaks: "a file fills more of a site's disk than it said",
    file: uploads,
    search: "at + bytes.length > under.size",
    replace: "at < 0",
    tests: remoteTests,
  },
  {
    breaks: "a file that is too large is taken before it is refused",
    file: uploads,
    search: "if (size > most) return",
    replace: "if (size < 0) return",
    tests: remoteTests,
  },
  {
    breaks: "files of a broken connection stay on a site's disk",
    file: uploads,
    search: "await rm(file, { force: true })",
    replace: "await Promise.resolve()",
    tests: remoteTests,
  },
  {
    breaks: "a file's name writes headers of its form",
    file: request,
    search: 'name.replace(/["\\r\\n]/g, (sign) => encodeURIComponent(sign))',
    replace: "name",
    tests: remoteTests,
  },
  {
    breaks: "a call that changes something is made as a download",
    file: "apps/central/src/transfers/way.ts",
    search: "if (!spec || fileFromCentral(spec) !== way)",
    replace: "if (!spec)",
    tests: centralTests,
  },
  {
    breaks: "files of sites under way are without number",
    file: central,
    search: "all.length >= MOST ||",
    replace: "",
    tests: centralTests,
  },
  {
    breaks: "one person has all downloads",
    file: central,
    search: "all.filter((one) => one.person === person).length >= MOST_OF_PERSON",
    replace: "false",
    tests: centralTests,
  },
  {
    breaks: "a site's file is whole to a browser although it arrived as another",
    file: central,
    search: 'head.sha256 !== hash.digest("hex")',
    replace: "head.sha256 === undefined",
    tests: centralTests,
  },
  {
    breaks: "a site's file is whole to a browser although it was to be longer",
    file: central,
    search: "open.size === undefined || open.size === at",
    replace: "at >= 0",
    tests: centralTests,
  },
  {
    breaks: "a site sends without end",
    file: central,
    search: "at > (open.size ?? TRANSFER_LIMITS.down) || at > TRANSFER_LIMITS.down",
    replace: "at < 0",
    tests: centralTests,
  },
  {
    breaks: "a site stalls the central with nothing",
    file: central,
    search: "(bytes.length === 0 && !head.last)",
    replace: "false",
    tests: centralTests,
  },
  {
    breaks: "a site sends drop by drop for as long as it likes",
    file: central,
    search: "this.#clock.monotonic() > until",
    replace: "until < 0",
    tests: centralTests,
  },
  {
    breaks: "a download that nobody reads stays open",
    file: central,
    search: "READER_MS, () => stream.destroy()",
    replace: "READER_MS, () => undefined",
    tests: centralTests,
  },
  {
    breaks: "a site names a program as a file",
    file: "apps/central/src/transfers/safe-name.ts",
    search: "KINDS.test(short) ? short :",
    replace: 'short !== "" ? short :',
    tests: ["apps/central/src/transfers/safe-name.test.ts"],
  },
  {
    breaks: "a browser may run a site's file in the central's origin",
    file: "apps/central/src/http/edge.ts",
    search: '.header("content-security-policy", FILE_POLICY)',
    replace: "",
    tests: ["apps/central/src/http/edge.test.ts"],
  },
  {
    breaks: "the page sends a site what does not go this way",
    file: sending,
    search: '!found || fileFromCentral(found.spec) !== "up"',
    replace: "!found",
    tests: sendingTests,
  },
  {
    breaks: "the page sends pieces although the site has refused",
    file: sending,
    search: "if (told.status !== 200) return await answered(told);",
    replace: "",
    tests: sendingTests,
  },
];
