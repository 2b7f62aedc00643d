/** What keeps a site's people and certificates its own where its central is let keep some. */
const PEOPLE = "apps/appliance/src/platform/people/people.ts";
const ROUTES = "apps/appliance/src/platform/entrusted/routes.ts";
const REACH = "packages/contract/src/remote-reach.ts";
const WISHES = "apps/central/src/desired/entrusted.ts";
const AT_HUB = ["apps/appliance/src/platform/entrusted/entrusted.test.ts"];
const AT_EDGE = ["apps/appliance/src/http/remote-reach.test.ts"];
const RIGHTS = ["apps/appliance/src/http/rights.test.ts"];
const AT_CENTRAL = ["apps/central/src/desired/entrusted.test.ts"];

/** @type {import("./index.mjs").Mutant[]} */
export const centralEntrusted = [
  {
    breaks: "a central keeps people of a site that does not entrust them",
    file: REACH,
    search: "isEntrusted(spec) ? entrusted : reachedByTokens(spec.path)",
    replace: "isEntrusted(spec) ? true : reachedByTokens(spec.path)",
    tests: AT_EDGE,
  },
  {
    breaks: "certificates of a site are changed from a central without its consent",
    file: REACH,
    search: "(mutates && CERTIFICATES.some((part) => path.startsWith(part)))",
    replace: "(mutates && CERTIFICATES.length === 0)",
    tests: AT_EDGE,
  },
  {
    breaks: "whoever may operate the central keeps people at sites",
    file: "apps/appliance/src/areas/central/remote.ts",
    search: 'entrusted: door.entrust && asked.level === "admin",',
    replace: "entrusted: door.entrust,",
    tests: AT_EDGE,
  },
  {
    breaks: "a directory service that says who gets in is set from a central",
    file: "packages/contract/src/token-reach.ts",
    search: '  "/system/oidc",\n',
    replace: "",
    tests: AT_EDGE,
  },
  {
    breaks: "calls of the central are open to people of the hub",
    file: "apps/appliance/src/http/rights.ts",
    search: "if (onlyFromCentral(spec.path)) throw",
    replace: "if (keptByCentral === null) throw",
    tests: RIGHTS,
  },
  {
    breaks: "whom the central keeps makes other ways in",
    file: "apps/appliance/src/http/rights.ts",
    search: "if (keptByCentral && !reachedByKeptPeople(spec))",
    replace: "if (keptByCentral === null)",
    tests: RIGHTS,
  },
  {
    breaks: "a central raises people above what the site allows it",
    file: ROUTES,
    search: "demandRole(levelOf(request.session), body.role);",
    replace: "levelOf(request.session);",
    tests: AT_HUB,
  },
  {
    breaks: "a central locks people above what the site allows it",
    file: ROUTES,
    search: "demandRole(levelOf(session), role);",
    replace: "void role;",
    tests: AT_HUB,
  },
  {
    breaks: "a central makes a link for a person of the site",
    file: ROUTES,
    search: "if (found.central !== centralNow()) throw",
    replace: "if (found.central === null) throw",
    tests: AT_HUB,
  },
  {
    breaks: "a central makes a link for whom the site locked",
    file: ROUTES,
    search: "if (locked) throw new ConflictError(texts.lockedHere(name));",
    replace: "void locked;",
    tests: AT_HUB,
  },
  {
    breaks: "a central is told all people of a site",
    file: ROUTES,
    search: ".filter(({ name }) => asked.has(plainName(name)))",
    replace: ".filter(({ name }) => asked.size >= 0 && name !== null)",
    tests: AT_HUB,
  },
  {
    breaks: "a central removes people of the site",
    file: ROUTES,
    search: "if (found.central === central) {",
    replace: "if (central !== null) {",
    tests: AT_HUB,
  },
  {
    breaks: "a central changes a person of the site",
    file: PEOPLE,
    search: "if (known.central !== central) throw new ConflictError(texts.ofSite(known.name));",
    replace: "",
    tests: AT_HUB,
  },
  {
    breaks: "whom the central keeps may more than the site allows now",
    file: PEOPLE,
    search: "? lowerLevel(role, leave.may) : undefined",
    replace: "? role : undefined",
    tests: AT_HUB,
  },
  {
    breaks: "whom another central kept gets in",
    file: PEOPLE,
    search: "return leave?.central === central ?",
    replace: "return leave ?",
    tests: AT_HUB,
  },
  {
    breaks: "whom the central keeps counts as the administrator that there always is",
    file: PEOPLE,
    search: 'central === undefined && role === "admin" &&',
    replace: 'role === "admin" &&',
    tests: AT_HUB,
  },
  {
    breaks: "sessions outlive that the site allows the central less",
    file: PEOPLE,
    search: "if (central !== undefined) this.#change(id, (before)",
    replace: "if (central === null) this.#change(id, (before)",
    tests: AT_HUB,
  },
  {
    breaks: "the site changes whom the central keeps, and both undo each other",
    file: PEOPLE,
    search: "if (before.central !== undefined) throw new ConflictError(texts.ofCentral);",
    replace: "",
    tests: AT_HUB,
  },
  {
    breaks: "people of the central get in behind a closed door",
    file: "apps/appliance/src/areas/central/membership.ts",
    search: "if (!now?.open || !now.entrust",
    replace: "if (!now || !now.entrust",
    tests: ["apps/appliance/src/areas/central/membership.test.ts"],
  },
  {
    breaks: "a door from before an update entrusts people",
    file: "apps/appliance/src/areas/central/membership.ts",
    search: "entrust: z._default(z.boolean(), false)",
    replace: "entrust: z._default(z.boolean(), true)",
    tests: ["apps/appliance/src/areas/central/membership.test.ts"],
  },
  {
    breaks: "a site that does not entrust people is asked for them",
    file: "apps/central/src/desired/desired.ts",
    search: "const withheld = state?.entrusts === true ? []",
    replace: "const withheld = state !== undefined ? []",
    tests: AT_CENTRAL,
  },
  {
    breaks: "a link is made for somebody who is not wished",
    file: "apps/central/src/desired/desired.ts",
    search: "if (!this.settings(group).people?.some(",
    replace: "if (this.settings(group).people?.every(",
    tests: AT_CENTRAL,
  },
  {
    breaks: "wishes that somebody else changed meanwhile are overwritten",
    file: "apps/central/src/desired/desired.ts",
    search: "if (was !== undefined && was !== this.mark(group))",
    replace: "if (was === null)",
    tests: ["apps/central/src/desired/desired.test.ts"],
  },
  {
    breaks: "authorities are compared by name",
    file: WISHES,
    search: "!known.has(fingerprint)",
    replace: "known.size === 0 && fingerprint !== null",
    tests: AT_CENTRAL,
  },
  {
    breaks: "a person of the site is asked for as one of the central",
    file: WISHES,
    search: "!ofSite(there, one.name) && differenceOf",
    replace: "differenceOf",
    tests: AT_CENTRAL,
  },
  {
    breaks: "a private key comes into the database of the central",
    file: "apps/central/src/desired/authority.ts",
    search: "if (/PRIVATE KEY-----/.test(text))",
    replace: "if (text === null)",
    tests: AT_CENTRAL,
  },
  {
    breaks: "a certificate of a server is wished as an authority",
    file: "apps/central/src/desired/authority.ts",
    search: "if (!x509.ca || !x509.verify(x509.publicKey))",
    replace: "if (name === null)",
    tests: AT_CENTRAL,
  },
];
